#[derive(Circuit)]
pub struct Digit {
    pub clock: Signal<In, Clock>,
    pub count: Signal<In, Bit>,
    pub digit: Signal<Out, Bits<4>>,
    value: Register<Bits<4>>,
    last: Constant<Bits<4>>,
}

impl Logic for Digit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.count.val() {
            self.value.d.next = self.value.q.val() + 1;
            if self.value.q.val() == self.last.val() {
                self.value.d.next = 0.into();
            }
        }
        self.digit.next = self.value.q.val();
    }
}
