#[derive(Circuit)]
pub struct TwoDigits {
    pub clock: Signal<In, Clock>,
    pub count: Signal<In, Bit>,
    pub ones: Signal<Out, Bits<4>>,
    pub tens: Signal<Out, Bits<4>>,

    first: Digit,
    second: Optional<Digit>,
}

#[kernel]
impl Logic for TwoDigits {
    fn update(&mut self) {
        first.count = count;
        second.count = count & (first.digit == 9);
        ones = first.digit;
        tens = second.digit;
    }
}

impl TwoDigits {
    pub fn new(two: bool) -> Self {
        TwoDigits {
            second: Optional::when(two),
            ..Default::default()
        }
    }
}
