const LAST: u64 = 9;

#[derive(Circuit)]
pub struct Digit {
    pub clock: Signal<In, Clock>,
    pub count: Signal<In, Bit>,
    pub digit: Signal<Out, Bits<4>>,

    state: Register<Bits<4>>,
}

#[kernel]
impl Logic for Digit {
    fn update(&mut self) {
        if count {
            d = if q == LAST { 0 } else { q + 1 };
        }
        digit = q;
    }
}
