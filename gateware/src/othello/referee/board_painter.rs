//! Writes a game of Othello into the board RAM: discs, legal squares, flips in order of their distance, and the
//! picture of the end.
//!
//! ```text
//!   ply, Place; paint      the disc and the rest of the board; the flips keep their old colour
//!   a sixtieth of a second later: the flips beside the disc
//!   another sixtieth: those two squares away ...             at most six steps, in a tenth of a second
//! ```
//!
//! | strobe  | writes                                                                | busy, in clocks |
//! |---------|-----------------------------------------------------------------------|-----------------|
//! | paint   | the whole board; also counts the discs                                | 65              |
//! | picture | the whole board: a W in the winner's discs, in a draw in both colours | 65              |
//!
//! Both strobes are allowed while flips are still to be shown. `paint` then leaves these in their old colour, unless
//! another ply has been played.
//!
//! | port         | dir | width       | meaning                                                | initial |
//! |--------------|-----|-------------|--------------------------------------------------------|---------|
//! | clock        | in  | 1           | rising edge                                            |         |
//! | black, white | in  | 64, 64      | the discs, a1 = bit 0; they and the other inputs must be stable while busy |  |
//! | legal        | in  | 64          | the squares to mark with a dot                         |         |
//! | turn         | in  | 1           | the colour of the dots: 0 black, 1 white               |         |
//! | ply          | in  | Ply         | a ply, for one clock; `paint` follows                  |         |
//! | last         | in  | Crossing    | the disc played last; valid from a clock after its ply |         |
//! | flips        | in  | 64          | the flips of that disc                                 |         |
//! | paint        | in  | 1           | strobe: see above                                      |         |
//! | picture      | in  | 1           | strobe: see above                                      |         |
//! | outcome      | in  | Outcome     | the result of the game, for the picture                |         |
//! | board        | out | SquareWrite | a write into the board RAM                             | 0       |
//! | discs        | out | Discs       | each side's discs, counted by the last `paint`         | 0       |
//! | busy         | out | 1           | the whole board is being written                       | 0       |
//! | showing      | out | 1           | flips are still to be shown                            | 0       |

use rust_hdl::prelude::*;

use super::picture;
use crate::othello::cells::SquareWrite;
use crate::ports::{Crossing, Discs, Outcome, Ply, PlyKind, Stone};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::decimal_counter::DecimalCounter;
use tengen_hdl::library::ticker::Ticker;

/// Beats a second; each beat shows the flips one square farther. A flip is at most six squares from its disc: a tenth
/// of a second.
pub const BEATS: u32 = 60;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// Every square is written.
    Board,
    /// The flipped squares are written again.
    Flips,
    Picture,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    square: Bits<6>,
    /// Flips are shown up to this distance from the disc.
    reach: Bits<3>,
    /// There are flips beyond that distance.
    more: Bit,
    discs: Discs,
}

const WHOLE_BOARD: u64 = 7;

#[derive(Circuit)]
pub struct BoardPainter {
    pub clock: Signal<In, Clock>,
    pub black: Signal<In, Bits<64>>,
    pub white: Signal<In, Bits<64>>,
    pub legal: Signal<In, Bits<64>>,
    pub turn: Signal<In, Bit>,
    pub ply: Signal<In, Ply>,
    pub last: Signal<In, Crossing>,
    pub flips: Signal<In, Bits<64>>,
    pub paint: Signal<In, Bit>,
    pub picture: Signal<In, Bit>,
    pub outcome: Signal<In, Outcome>,
    pub board: Signal<Out, SquareWrite>,
    pub discs: Signal<Out, Discs>,
    pub busy: Signal<Out, Bit>,
    pub showing: Signal<Out, Bit>,

    state: Register<State>,
    #[given]
    beat: Ticker<19>,
    black_counter: DecimalCounter<8>,
    white_counter: DecimalCounter<8>,

    /// Rows between the square and the last disc.
    down: Signal<Local, Bits<3>>,
    /// Columns between them; the distance is the greater of both.
    across: Signal<Local, Bits<3>>,

    #[init(Bits::from(picture::WINNER))]
    winner: Constant<Bits<64>>,
}

impl BoardPainter {
    /// Creates a painter; `beat` is the number of clocks in a beat.
    pub fn new(beat: u32) -> Self {
        BoardPainter::given(Ticker::new(beat))
    }
}

#[kernel]
impl Logic for BoardPainter {
    fn update(&mut self) {
        let row = q.square.get_bits::<3>(3);
        let col = q.square.get_bits::<3>(0);
        down = row - last.row.get_bits::<3>(0);
        if row < last.row.get_bits::<3>(0) {
            down = last.row.get_bits::<3>(0) - row;
        }
        across = col - last.col.get_bits::<3>(0);
        if col < last.col.get_bits::<3>(0) {
            across = last.col.get_bits::<3>(0) - col;
        }
        let distance = if across > down { across } else { down };
        let flipped = flips.get_bit(q.square.index());
        // The square still shows its old colour.
        let late = flipped & (distance > q.reach);
        let last_square = q.square.all();
        let begins = paint | picture;

        board.enable = false;
        board.square = q.square;
        board.cell.disc = Stone::Empty;
        board.cell.dot = Stone::Empty;
        let counting = q.phase == Phase::Board;
        black_counter.up = counting & black.get_bit(q.square.index());
        white_counter.up = counting & white.get_bit(q.square.index());
        black_counter = DecimalCounter { restart: paint, down: false };
        white_counter = DecimalCounter { restart: paint, down: false };
        beat.restart = ply.kind == PlyKind::Place;

        if black.get_bit(q.square.index()) {
            board.cell.disc = if late { Stone::White } else { Stone::Black };
        } else if white.get_bit(q.square.index()) {
            board.cell.disc = if late { Stone::Black } else { Stone::White };
        } else if legal.get_bit(q.square.index()) {
            board.cell.dot = if turn { Stone::White } else { Stone::Black };
        }

        self.step(late, last_square, flipped, col);

        match ply.kind {
            PlyKind::Place => d.reach = 0,
            PlyKind::Begin | PlyKind::UndoPlace => d.reach = WHOLE_BOARD,
            _ => {}
        }
        if begins {
            d.square = 0;
            d.more = false;
            d.phase = if picture { Phase::Picture } else { Phase::Board };
        }

        discs = q.discs;
        busy = (q.phase == Phase::Board) | (q.phase == Phase::Picture);
        showing = q.more | (q.phase == Phase::Flips);
    }

    /// Steps through the squares.
    fn step(&mut self, late: Bit, last_square: Bit, flipped: Bit, col: Bits<3>) {
        d.square = q.square + 1;
        match q.phase {
            Phase::Idle => {
                d.square = 0;
                if q.more & beat.tick {
                    d.reach = q.reach + 1;
                    d.more = false;
                    d.phase = Phase::Flips;
                }
            }
            Phase::Board => {
                board.enable = true;
                d.more = q.more | late;
                if last_square {
                    d.phase = Phase::Idle;
                }
            }
            Phase::Flips => {
                board.enable = flipped;
                d.more = q.more | late;
                if last_square {
                    d.phase = Phase::Idle;
                }
            }
            Phase::Picture => {
                board.enable = true;
                board.cell.dot = Stone::Empty;
                board.cell.disc = Stone::Empty;
                if winner.get_bit(q.square.index()) {
                    board.cell.disc = Stone::Black;
                    // In a draw the right half is white.
                    if (outcome == Outcome::WhiteWins) | ((outcome == Outcome::Draw) & col.get_bit(2)) {
                        board.cell.disc = Stone::White;
                    }
                }
                if last_square {
                    d.phase = Phase::Idle;
                }
            }
        }
        // The last square is counted a clock later.
        if q.phase == Phase::Idle {
            d.discs = Discs { black: black_counter.value, white: white_counter.value };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::cells::Cell;
    use tengen_sim::{ByName, Engine, Native};

    const BEAT: u32 = 200;

    /// A painter, and the contents of the board RAM that it writes.
    struct Bench {
        painter: Native<BoardPainter>,
        board: Vec<Cell>,
    }

    impl Bench {
        fn new(black: u64, white: u64) -> Bench {
            let mut painter = Native::new(BoardPainter::new(BEAT));
            painter.drive("black", black);
            painter.drive("white", white);
            let board = vec![Cell::default(); 64];
            Bench { painter, board }
        }

        fn step(&mut self) {
            let write: SquareWrite = self.painter.read_as("board");
            if write.enable {
                self.board[write.square.index()] = write.cell;
            }
            self.painter.step();
        }

        fn strobe(&mut self, name: &str) {
            self.painter.drive(name, 1);
            self.step();
            self.painter.drive(name, 0);
        }

        fn ply(&mut self, kind: PlyKind) {
            let ply = Ply { kind, ..Ply::default() };
            self.painter.drive_as("ply", ply);
            self.step();
            self.painter.drive_as("ply", Ply::default());
        }

        /// Pulses a strobe, and returns the clocks for which the painter was busy.
        fn paint(&mut self, strobe: &str) -> u32 {
            self.strobe(strobe);
            let mut clocks = 0;
            while self.painter.read("busy") == 1 {
                self.step();
                clocks += 1;
            }
            self.step();
            clocks
        }

        /// The squares that hold a disc of this colour.
        fn discs(&self, colour: Stone) -> u64 {
            let shown = |square: &usize| self.board[*square].disc == colour;
            (0..64).filter(shown).map(|square| 1 << square).sum()
        }
    }

    #[test]
    fn the_whole_board_is_painted_and_its_discs_are_counted() {
        let (black, white, legal) = (0x0000_0008_1c10_0000, 0x0000_0010_0000_0000, 0x0000_2000_0000_0004);
        let mut bench = Bench::new(black, white);
        bench.painter.drive("legal", legal);
        bench.painter.drive("turn", 1);
        assert_eq!(bench.paint("paint"), 64);
        assert_eq!((bench.discs(Stone::Black), bench.discs(Stone::White)), (black, white));
        for (square, cell) in bench.board.iter().enumerate() {
            let dot = if legal >> square & 1 == 1 { Stone::White } else { Stone::Empty };
            assert_eq!(cell.dot, dot, "{square}");
        }
        let discs: Discs = bench.painter.read_as("discs");
        assert_eq!([discs.black, discs.white].map(|count| count.index()), [5, 1]);
    }

    /// Black has played a1 and flips b1 to d1 and, in the other direction, a2.
    #[test]
    fn flips_show_a_beat_later_the_farther_they_lie() {
        let flips = 0b1110 | 1 << 8;
        let mut bench = Bench::new(1 | flips, 0);
        bench.painter.drive("flips", flips);
        bench.ply(PlyKind::Place);
        bench.paint("paint");
        for shown in [1, 1 | 0b10 | 1 << 8, 0b0111 | 1 << 8, 0b1111 | 1 << 8] {
            assert_eq!(bench.discs(Stone::Black), shown);
            assert_eq!(bench.discs(Stone::White), (1 | flips) & !shown);
            assert_eq!(bench.painter.read("showing"), u64::from(shown != 1 | flips));
            (0..BEAT).for_each(|_| bench.step());
        }
    }

    #[test]
    fn a_ply_taken_back_shows_no_flips() {
        let mut bench = Bench::new(0, 0b111);
        bench.painter.drive("flips", 0b110);
        bench.ply(PlyKind::UndoPlace);
        bench.paint("paint");
        assert_eq!((bench.discs(Stone::White), bench.painter.read("showing")), (0b111, 0));
    }

    #[test]
    fn the_picture_is_in_the_winners_colour_and_in_both_of_a_draw() {
        let right = 0xf0f0_f0f0_f0f0_f0f0;
        for (outcome, white) in [
            (Outcome::BlackWins, 0),
            (Outcome::WhiteWins, picture::WINNER),
            (Outcome::Draw, picture::WINNER & right),
        ] {
            let mut bench = Bench::new(u64::MAX, 0);
            bench.painter.drive_as("outcome", outcome);
            assert_eq!(bench.paint("picture"), 64);
            assert_eq!(bench.discs(Stone::White), white, "{outcome:?}");
            assert_eq!(bench.discs(Stone::Black), picture::WINNER & !white, "{outcome:?}");
        }
    }
}
