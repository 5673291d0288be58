use super::super::{labels, sprite};
use super::BoardView;
use crate::game::ball::Look;
use crate::othello::cells::{Cell, SquareWrite};
use crate::ports::{BoardMarks, Crossing, Stone};
use crate::video::colour::Colour;
use tengen_sim::{ByName, Engine, Native, Random};

/// What the board shows.
struct Picture {
    cells: [Cell; 64],
    cursor: Option<(usize, usize)>,
    last: Option<(usize, usize)>,
    /// A disc under the cursor that is on its way.
    hollow: Stone,
}

impl Picture {
    fn random(random: &mut Random) -> Picture {
        let stones = [Stone::Empty, Stone::Black, Stone::White];
        let mut cell = || {
            let disc = random.of(&stones);
            let dot = if disc == Stone::Empty { random.of(&stones) } else { Stone::Empty };
            Cell { disc, dot }
        };
        let cells = std::array::from_fn(|_| cell());
        let mut square = || (!random.once_in(4)).then(|| (random.below(8), random.below(8)));
        let (cursor, last) = (square(), square());
        Picture { cells, cursor, last, hollow: random.of(&stones) }
    }

    fn colour(&self, x: usize, y: usize) -> Colour {
        let square = |place: usize| {
            (40..440)
                .contains(&place)
                .then(|| ((place - 40) / 50, (place - 40) % 50))
        };
        match (square(x), square(y)) {
            (Some((col, x)), Some((row, y))) => self.on_square(row, col, x, y),
            (across, down) => {
                let dot = match (across, down) {
                    (Some((col, left)), None) => in_box(left, y).is_some_and(|(x, y)| labels::above_dot(col, x, y)),
                    (None, Some((row, top))) => in_box(top, x).is_some_and(|(y, x)| labels::left_dot(row, x, y)),
                    _ => false,
                };
                if dot { Colour::Wood } else { Colour::Line }
            }
        }
    }

    fn on_square(&self, row: usize, col: usize, x: usize, y: usize) -> Colour {
        let cell = self.cells[8 * row + col];
        let fold = |place: usize| place.min(50 - place);
        let (near, far) = (fold(x).min(fold(y)), fold(x).max(fold(y)));
        if self.cursor == Some((row, col)) && (2..=3).contains(&near) && far <= 13 {
            return Colour::Red;
        }
        let look = sprite::disc(x, y);
        let hollow = self.cursor == Some((row, col)) && cell.disc == Stone::Empty && self.hollow != Stone::Empty;
        if hollow && matches!(look, Look::Edge | Look::LitRim | Look::DarkRim) {
            return disc_colour(self.hollow == Stone::Black, look);
        }
        if cell.disc != Stone::Empty && look != Look::Outside {
            if self.last == Some((row, col)) && sprite::dot(x, y) {
                return Colour::Red;
            }
            return disc_colour(cell.disc == Stone::Black, look);
        }
        if cell.disc != Stone::Empty && sprite::shadow(x, y) {
            return Colour::EbonyEdge;
        }
        match cell.dot {
            Stone::Black if sprite::dot(x, y) => return Colour::Ebony,
            Stone::White if sprite::dot(x, y) => return Colour::Ivory,
            _ => {}
        }
        let line = |index: usize, offset: usize| index + usize::from(offset > 25);
        let starred = [line(row, y), line(col, x)].iter().all(|line| matches!(line, 2 | 6));
        if x == 0 || y == 0 || starred && far <= 3 && near < 3 {
            return Colour::Line;
        }
        Colour::Wood
    }
}

/// The coordinates in the box of a label, from a coordinate in a square and one in the margin.
fn in_box(in_cell: usize, in_margin: usize) -> Option<(usize, usize)> {
    let inside = (17..33).contains(&in_cell) && (12..28).contains(&in_margin);
    inside.then(|| (in_cell - 17, in_margin - 12))
}

fn disc_colour(black: bool, look: Look) -> Colour {
    match (black, look) {
        (true, Look::Edge) => Colour::EbonyEdge,
        (true, Look::DarkRim | Look::Dark) => Colour::Black,
        (true, Look::LitRim | Look::Body | Look::Outside) => Colour::Ebony,
        (true, Look::Light) => Colour::EbonyLight,
        (true, Look::Glint) => Colour::EbonyGlint,
        (false, Look::Edge) => Colour::IvoryEdge,
        (false, Look::DarkRim | Look::Dark) => Colour::IvoryShade,
        (false, Look::LitRim | Look::Body | Look::Outside) => Colour::Ivory,
        (false, Look::Light | Look::Glint) => Colour::White,
    }
}

/// The view, with the picture's cells written.
fn view(picture: &Picture) -> Native<BoardView> {
    let mut view = Native::new(BoardView::default());
    for (square, cell) in picture.cells.iter().enumerate() {
        let write = SquareWrite { enable: true, square: (square as u64).into(), cell: *cell };
        view.drive_as("write", write);
        view.step();
    }
    view.drive_as("write", SquareWrite::default());
    let crossing = |(row, col): (usize, usize)| Crossing { row: (row as u64).into(), col: (col as u64).into() };
    let marks = BoardMarks {
        cursor: picture.cursor.map_or(Crossing::default(), crossing),
        cursor_shown: picture.cursor.is_some(),
        last: picture.last.map_or(Crossing::default(), crossing),
        last_shown: picture.last.is_some(),
        hollow: picture.hollow,
        ..BoardMarks::default()
    };
    view.drive_as("marks", marks);
    view
}

#[test]
fn any_board_is_shown_pixel_for_pixel_three_clocks_later() {
    let mut random = Random::new(11);
    for _ in 0..4 {
        let picture = Picture::random(&mut random);
        let mut view = view(&picture);
        let pixels = (0..480usize).flat_map(|y| (0..480usize).map(move |x| (x, y)));
        let mut before: Vec<(usize, usize)> = vec![];
        for (x, y) in pixels {
            view.drive("x", x as u64);
            view.drive("y", y as u64);
            view.step();
            before.push((x, y));
            if before.len() >= 3 {
                let (x, y) = before[before.len() - 3];
                let shown: Colour = view.read_as("colour");
                assert_eq!(shown, picture.colour(x, y), "({x}, {y})");
            }
        }
    }
}
