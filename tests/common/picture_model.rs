//! The picture in plain Rust: the colour of each pixel for given cells. The circuits that draw it are compared with it
//! pixel by pixel (`tests/circuits/video.rs`).

use tengen_sim::{Encoded, frame::Frame};

use tengen::gateware::gomoku::view::{digits, labels, sprite};
use tengen::gateware::ports::Stone;
use tengen::gateware::video::colour::Colour;
use tengen::gateware::video::{font, menu_row, menu_view, page_view};

pub const WIDTH: usize = 640;
pub const HEIGHT: usize = 480;
const BLACK: u16 = 1;
const WON: u16 = 4;

/// Everything that can be written to a screen.
#[derive(Clone)]
pub struct Picture {
    /// A cell per crossing, row by row: [1:0] 0 empty, 1 black, 2 white; [2] in a winning line; the stone's number
    /// above.
    pub board: [[u16; labels::SIDE]; labels::SIDE],
    /// [5:0] glyph, [7:6] ink.
    pub menu: [[u8; menu_view::COLUMNS]; menu_view::ROWS],
    /// 0 background, 1 white, 2 red, 3 blue.
    pub page: Vec<[u8; page_view::WIDTH]>,
    /// Whether the stones show their numbers.
    pub numbers: bool,
    pub show_page: bool,
    pub show_test: bool,
    /// Row and column of the cursor, if shown.
    pub cursor: Option<(usize, usize)>,
    /// A stone under the cursor that is on its way over the line.
    pub hollow: Stone,
    /// Row and column of the last stone.
    pub last: Option<(usize, usize)>,
}

impl Default for Picture {
    fn default() -> Self {
        Picture {
            board: Default::default(),
            menu: Default::default(),
            page: vec![[0; page_view::WIDTH]; page_view::HEIGHT],
            numbers: false,
            show_page: false,
            show_test: false,
            cursor: None,
            hollow: Stone::Empty,
            last: None,
        }
    }
}

impl Picture {
    /// The colour of a pixel.
    pub fn colour(&self, x: usize, y: usize) -> Colour {
        if self.show_page {
            self.page_colour(x, y)
        } else if x < menu_view::LEFT {
            self.board_colour(x, y)
        } else {
            self.menu_colour(x - menu_view::LEFT, y)
        }
    }

    /// The whole picture with these colour widths.
    pub fn frame(&self, widths: [usize; 3]) -> Frame {
        let mut frame = Frame::new(WIDTH, HEIGHT);
        let shown = |levels: [u8; 3]| {
            std::array::from_fn(|part| {
                let top = f64::from((1 << widths[part]) - 1);
                (f64::from(levels[part]) * 255.0 / top).round() as u8
            })
        };
        let colours = Colour::ALL.map(|colour| shown(colour.levels(widths)));
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            let pixel = match test_levels(x, y, widths) {
                Some(levels) if self.show_test => shown(levels),
                _ => colours[self.colour(x, y) as usize],
            };
            frame.set_pixel(x, y, pixel);
        }
        frame
    }

    fn board_colour(&self, x: usize, y: usize) -> Colour {
        let (row, column) = (y / sprite::CELL, x / sprite::CELL);
        let (x, y) = (x % sprite::CELL, y % sprite::CELL);
        let cell = self.board[row][column];
        if self.cursor == Some((row, column)) && sprite::cursor(x, y) {
            return Colour::Red;
        }
        if cell & 3 == 0 || self.numbers {
            match number_dot(cell >> 3, x, y) {
                digits::Dot::Full => return [Colour::Red, Colour::Ivory, Colour::Ebony][cell as usize & 3],
                digits::Dot::Soft => return Colour::EbonyGlint,
                digits::Dot::None => {}
            }
        }
        let ground = sprite::ground(x, y);
        if cell & 3 == 0 && self.hollow != Stone::Empty && self.cursor == Some((row, column)) {
            let look = sprite::stone(x, y);
            if matches!(look, sprite::Look::Edge | sprite::Look::LitRim | sprite::Look::DarkRim) {
                return stone_colour(self.hollow.encode() as u16, look, false);
            }
        }
        if cell & 3 != 0 {
            let stone = sprite::stone(x, y);
            if stone != sprite::Look::Outside {
                let ring = match self.numbers {
                    true => matches!(stone, sprite::Look::LitRim | sprite::Look::DarkRim),
                    false => sprite::mark(x, y),
                };
                return stone_colour(cell, stone, ring && self.last == Some((row, column)));
            }
            if ground == sprite::Ground::Shadow {
                return Colour::EbonyEdge;
            }
        }
        let dotted = row == 0 && labels::above_dot(column, x, y) || column == 0 && labels::left_dot(row, x, y);
        let drawn = match ground {
            sprite::Ground::Plain | sprite::Ground::Shadow => false,
            sprite::Ground::Crossing => true,
            sprite::Ground::West => column > 0,
            sprite::Ground::East => column < labels::SIDE - 1,
            sprite::Ground::North => row > 0,
            sprite::Ground::South => row < labels::SIDE - 1,
            sprite::Ground::Star => [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)].contains(&(row, column)),
        };
        if dotted || drawn { Colour::Line } else { Colour::Wood }
    }

    fn menu_colour(&self, x: usize, y: usize) -> Colour {
        // A row of text has a margin above and below; the row of double size takes two rows' height.
        let Some((row, y, scale)) = menu_row::place(y) else {
            return Colour::Slate;
        };
        let (x, y) = (x / scale, y.wrapping_sub(menu_row::TOP));
        let cell = self.menu[row][x / font::BLOCK];
        if y < font::BLOCK && font::block_dot(cell & 63, x % font::BLOCK, y) {
            [Colour::White, Colour::Red, Colour::Blue, Colour::Dim][cell as usize >> 6]
        } else {
            Colour::Slate
        }
    }

    fn page_colour(&self, x: usize, y: usize) -> Colour {
        [Colour::Slate, Colour::White, Colour::Red, Colour::Blue][self.page[y / 4][x / 4] as usize]
    }
}

/// The bars in order; each colour component is off or on.
const BARS: [[u8; 3]; 8] = [
    [1, 1, 1],
    [1, 1, 0],
    [0, 1, 1],
    [0, 1, 0],
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 0, 0],
];

/// The test pattern at a pixel, if any: a frame around the picture; next to the menu bars, ramps and a grid.
fn test_levels(x: usize, y: usize, widths: [usize; 3]) -> Option<[u8; 3]> {
    let full = widths.map(|width| ((1 << width) - 1) as u8);
    let parts = |on: [u8; 3]| std::array::from_fn(|part| on[part] * full[part]);
    if x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1 {
        return Some(full);
    }
    if x >= menu_view::LEFT {
        return None;
    }
    let (left, top) = (112, 48);
    if (left..left + 256).contains(&x) && (top..top + 384).contains(&y) {
        let band = (y - top) / 64;
        if band < 3 {
            return Some(parts(BARS[(x - left) / 32]));
        }
        let mut levels = [0; 3];
        let step = 256 >> widths[band - 3];
        levels[band - 3] = full[band - 3] - ((x - left) / step) as u8;
        return Some(levels);
    }
    Some(parts([u8::from(x % 32 == 16 || y % 32 == 16); 3]))
}

/// The dot of a number at a pixel of the cell: decimal digits, four bits each, centred, without leading zeros.
fn number_dot(number: u16, x: usize, y: usize) -> digits::Dot {
    let digits: Vec<usize> = (0..3).map(|place| usize::from(number >> (4 * place) & 15)).collect();
    let count = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
    let left = sprite::CENTRE - digits::WIDTH * count / 2;
    let slots = left..left + digits::WIDTH * count;
    if !slots.contains(&x) || !(digits::TOP..digits::TOP + digits::HEIGHT).contains(&y) {
        return digits::Dot::None;
    }
    let digit = digits[count - 1 - (x - left) / digits::WIDTH];
    digits::dot(digit, (x - left) % digits::WIDTH, y - digits::TOP)
}

fn stone_colour(cell: u16, stone: sprite::Look, ring: bool) -> Colour {
    use sprite::Look::*;
    if ring {
        return Colour::Red;
    }
    if cell & WON != 0 && matches!(stone, Edge | LitRim | DarkRim) {
        return Colour::Gold;
    }
    match (cell & BLACK != 0, stone) {
        (true, Edge) => Colour::EbonyEdge,
        (true, DarkRim | Dark) => Colour::Black,
        (true, LitRim | Body | Outside) => Colour::Ebony,
        (true, Light) => Colour::EbonyLight,
        (true, Glint) => Colour::EbonyGlint,
        (false, Edge) => Colour::IvoryEdge,
        (false, DarkRim | Dark) => Colour::IvoryShade,
        (false, LitRim | Body | Outside) => Colour::Ivory,
        (false, Light | Glint) => Colour::White,
    }
}
