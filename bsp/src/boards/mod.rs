//! The boards that Tengen knows, one file each.

mod alchitry_cu;
mod basys3;
mod icebreaker;
mod nexys3;
mod nexys_a7;
mod sword;
mod tang_nano_20k;
mod tang_nano_9k;
mod ulx3s;

use crate::Board;

/// Every board, in the order of the table that `tengen boards` prints. The first is the default.
pub static BOARDS: [&Board; 10] = [
    &nexys3::NEXYS3,
    &basys3::BASYS3,
    &nexys_a7::NEXYS_A7,
    &sword::SWORD,
    &ulx3s::ULX3S,
    &ulx3s::ULX3S_85F,
    &alchitry_cu::ALCHITRY_CU,
    &icebreaker::ICEBREAKER,
    &tang_nano_9k::TANG_NANO_9K,
    &tang_nano_20k::TANG_NANO_20K,
];

/// The board with that name.
pub fn find(name: &str) -> Option<&'static Board> {
    BOARDS.into_iter().find(|board| board.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_can_be_built() {
        for board in BOARDS {
            board.check().unwrap();
            assert!(
                std::ptr::eq(find(board.name).unwrap(), board),
                "{} is there twice",
                board.name
            );
        }
    }
}
