#[derive(Circuit)]
pub struct Squares {
    pub clock: Signal<In, Clock>,
    pub number: Signal<In, Bits<4>>,
    pub square: Signal<Out, Bits<8>>,

    #[init(Rom::new((0..16).map(|number: u64| (number * number).into())))]
    table: Rom<Bits<8>, 4>,
}

#[kernel]
impl Logic for Squares {
    fn update(&mut self) {
        table.address = number;
        square = table.data;
    }
}
