/// A position, and the side to move.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Position {
    /// Black's stones, one bit for each cell, row by row from the top left.
    black: Bits<9>,
    /// White's stones.
    white: Bits<9>,
    cursor: Crossing,
    last: Crossing,
    turn: Bit,
    moves: Bits<4>,
    outcome: Outcome,
}

#[derive(Circuit)]
pub struct ThreeInARow {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, GameOrder>,
    pub report: Signal<Out, GameReport>,
    /// The position for the view.
    pub position: Signal<Out, Position>,

    state: Register<Position>,

    /// The bit of the cell under the cursor.
    under: Signal<Local, Bits<9>>,
    place: Signal<Local, Bits<4>>,
    free: Signal<Local, Bit>,
    /// The mover's stones, with one under the cursor.
    own: Signal<Local, Bits<9>>,
    /// Three of them are in a row.
    won: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    /// The result, including the move of this clock.
    outcome: Signal<Local, Outcome>,

    #[init(1)]
    first: Constant<Bits<9>>,
    #[init(GameReport::default())]
    nothing: Constant<GameReport>,
    #[init(Position::default())]
    empty: Constant<Position>,
}

#[kernel]
impl Logic for ThreeInARow {
    fn update(&mut self) {
        // Three cells a row: row * 3 + col.
        place = (q.cursor.row << 1) + q.cursor.row + q.cursor.col;
        under = first << place;
        free = !((q.black | q.white) & under).any();
        own = q.black | under;
        if q.turn {
            own = q.white | under;
        }
        won = own.get_bits::<3>(0).all()
            | own.get_bits::<3>(3).all()
            | own.get_bits::<3>(6).all()
            | (own.get_bit(0) & own.get_bit(3) & own.get_bit(6))
            | (own.get_bit(1) & own.get_bit(4) & own.get_bit(7))
            | (own.get_bit(2) & own.get_bit(5) & own.get_bit(8))
            | (own.get_bit(0) & own.get_bit(4) & own.get_bit(8))
            | (own.get_bit(2) & own.get_bit(4) & own.get_bit(6));

        report = nothing;
        begins = order.begin_game;
        outcome = q.outcome;
        if order.key.strobe & (q.outcome != Outcome::None) {
            // After the end any key begins the next game.
            begins = true;
        } else if order.key.strobe {
            match order.key.key {
                Key::Up => {
                    if q.cursor.row.any() {
                        d.cursor.row = q.cursor.row - 1;
                    }
                }
                Key::Down => {
                    if q.cursor.row != 2 {
                        d.cursor.row = q.cursor.row + 1;
                    }
                }
                Key::Left => {
                    if q.cursor.col.any() {
                        d.cursor.col = q.cursor.col - 1;
                    }
                }
                Key::Right => {
                    if q.cursor.col != 2 {
                        d.cursor.col = q.cursor.col + 1;
                    }
                }
                Key::Enter => {
                    if free {
                        report.ply.kind = PlyKind::Place;
                        d.last = q.cursor;
                        d.moves = q.moves + 1;
                        d.turn = !q.turn;
                        if q.turn {
                            d.white = own;
                        } else {
                            d.black = own;
                        }
                        if won {
                            d.turn = q.turn;
                            outcome = Outcome::BlackWins;
                            if q.turn {
                                outcome = Outcome::WhiteWins;
                            }
                            report.ending.strobe = true;
                        } else if q.moves == 8 {
                            outcome = Outcome::Draw;
                            report.ending.strobe = true;
                        }
                    }
                }
                _ => {}
            }
        }
        report.ply.white = q.turn;
        report.ply.at = q.cursor;
        d.outcome = outcome;
        report.ending.outcome = outcome;
        // A game that is left or restarted before its end is abandoned.
        if (order.leave | begins) & q.moves.any() & (q.outcome == Outcome::None) {
            report.ending.strobe = true;
        }
        if begins {
            d = empty;
            report.ply.kind = PlyKind::Begin;
        }

        report.status.cursor = q.cursor;
        report.status.cursor_shown = q.outcome == Outcome::None;
        report.status.last = q.last;
        report.status.last_shown = q.moves.any();
        report.status.turn = q.turn;
        report.status.moves = bit_cast::<8, 4>(q.moves);
        report.status.outcome = q.outcome;
        position = q;
    }
}
