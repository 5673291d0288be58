#[derive(Circuit)]
pub struct ThreeView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub position: Signal<In, Position>,
    pub colour: Signal<Out, Colour>,

    // A screen samples the colour three clocks after the coordinates.
    first: Register<Colour>,
    second: Register<Colour>,
    third: Register<Colour>,

    at: Signal<Local, Crossing>,
    /// The pixel's x in its cell.
    left: Signal<Local, Bits<10>>,
    /// The pixel's y in its cell.
    top: Signal<Local, Bits<10>>,
    place: Signal<Local, Bits<4>>,
    line: Signal<Local, Bit>,
    stone: Signal<Local, Bit>,
    frame: Signal<Local, Bit>,

    /// The width of a cell, in pixels.
    #[init(160)]
    one_cell: Constant<Bits<10>>,
    /// The width of two cells.
    #[init(320)]
    two_cells: Constant<Bits<10>>,
    /// The first pixel of a stone in its cell.
    #[init(40)]
    stone_begins: Constant<Bits<10>>,
    /// The first pixel after a stone.
    #[init(120)]
    stone_ends: Constant<Bits<10>>,
    /// The first pixel of the cursor's frame in its cell.
    #[init(12)]
    frame_begins: Constant<Bits<10>>,
    /// The first pixel after the frame.
    #[init(148)]
    frame_ends: Constant<Bits<10>>,
    #[init(4)]
    thin: Constant<Bits<10>>,
}

#[kernel]
impl Logic for ThreeView {
    fn update(&mut self) {
        at.col = 0;
        left = x;
        if x >= two_cells {
            at.col = 2;
            left = x - two_cells;
        } else if x >= one_cell {
            at.col = 1;
            left = x - one_cell;
        }
        at.row = 0;
        top = y;
        if y >= two_cells {
            at.row = 2;
            top = y - two_cells;
        } else if y >= one_cell {
            at.row = 1;
            top = y - one_cell;
        }
        place = (at.row << 1) + at.row + at.col;

        line = ((left < thin) & at.col.any()) | ((top < thin) & at.row.any());
        let across = (left >= stone_begins) & (left < stone_ends);
        stone = across & (top >= stone_begins) & (top < stone_ends);
        frame = (at == position.cursor)
            & (position.outcome == Outcome::None)
            & (left >= frame_begins)
            & (left < frame_ends)
            & (top >= frame_begins)
            & (top < frame_ends)
            & ((left < frame_begins + thin)
                | (left >= frame_ends - thin)
                | (top < frame_begins + thin)
                | (top >= frame_ends - thin));

        first.d = Colour::Wood;
        if line {
            first.d = Colour::Line;
        }
        if frame {
            first.d = Colour::Red;
        }
        if stone & position.black.get_bit(place.index()) {
            first.d = Colour::Ebony;
        }
        if stone & position.white.get_bit(place.index()) {
            first.d = Colour::Ivory;
        }
        second.d = first.q;
        third.d = second.q;
        colour = third.q;
    }
}
