#[derive(Circuit)]
pub struct Digit {
    pub clock: Signal<In, Clock>,
    pub count: Signal<In, Bit>,
    pub digit: Signal<Out, Bits<4>>,

    state: Register<Bits<4>>,
    #[init(9)]
    last: Constant<Bits<4>>,
}

#[kernel]
impl Logic for Digit {
    fn update(&mut self) {
        if count {
            d = q + 1;
            if q == last {
                d = 0;
            }
        }
        digit = q;
    }
}
