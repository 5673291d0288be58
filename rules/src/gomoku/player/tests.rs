use super::super::Profile;
use super::*;
use Colour::{Black, White};

#[test]
fn all_open_on_the_centre_and_have_no_move_on_a_full_board() {
    for rule in Rule::ALL {
        let mut board = Board::new();
        for profile in Profile::ALL {
            assert_eq!(profile.player().choose_under(rule, &board, White), Some(CENTRE));
        }
        Crossing::all().for_each(|at| board.place(at, Black).unwrap());
        for profile in Profile::ALL {
            assert_eq!(profile.player().choose_under(rule, &board, White), None);
        }
    }
}

#[test]
fn the_last_crossing_is_found_even_if_it_is_worth_nothing() {
    let last = Crossing::new(14, 14).unwrap();
    let mut board = Board::new();
    for at in Crossing::all().filter(|&at| at != last) {
        let black = (at.row() / 2 + at.col()) % 2 == 0;
        board.place(at, if black { Black } else { White }).unwrap();
    }
    for profile in Profile::ALL {
        assert_eq!(profile.player().choose(&board, Black), Some(last));
    }
}

/// A stone that closes the gap to six in a row: a win, or worthless, depending on the rule.
#[test]
fn every_player_fills_a_gap_of_six_only_where_it_wins() {
    let gap = Crossing::new(7, 6).unwrap();
    for colour in [Black, White] {
        let mut board = Board::new();
        for col in [3, 4, 5, 7, 8] {
            board.place(Crossing::new(7, col).unwrap(), colour).unwrap();
        }
        for rule in Rule::ALL {
            let scan = Scan { rule, board: &board, mover: colour };
            for profile in Profile::ALL {
                let attack = profile.player().scores(&scan, gap).attack;
                if rule.exact(colour) {
                    // The score of the other three lines, which only sjtu values.
                    assert!(attack < 1000, "{profile} under {rule}: {attack}");
                    assert_ne!(profile.player().choose_under(rule, &board, colour), Some(gap));
                } else {
                    assert_eq!(profile.player().choose_under(rule, &board, colour), Some(gap));
                }
            }
        }
    }
}

#[test]
fn black_takes_its_next_best_where_the_best_is_forbidden() {
    let mut board = Board::new();
    for (row, col) in [(7, 4), (7, 5), (8, 6), (9, 6)] {
        board.place(Crossing::new(row, col).unwrap(), Black).unwrap();
    }
    let double_three = Crossing::new(7, 6).unwrap();
    for player in Profile::ALL.map(Profile::player) {
        assert_eq!(player.choose_under(Rule::ExactFive, &board, Black), Some(double_three));
        let scan = Scan { rule: Rule::Renju, board: &board, mover: Black };
        let next = player.choose_under(Rule::Renju, &board, Black).unwrap();
        assert_ne!(next, double_three);
        assert!(scan.playable().any(|at| at == next));
        assert_eq!(player.choose_under(Rule::Renju, &board, White), Some(double_three));
    }
}

#[test]
fn of_equals_the_first_is_best() {
    let rated: Vec<(Crossing, Scores)> = Crossing::all()
        .map(|at| {
            let (attack, defence) = (0, at.col() as u32);
            (at, Scores { attack, defence })
        })
        .collect();
    let best = |key: fn(&Scores) -> u32| first_best(&rated, key).unwrap();
    assert_eq!(best(|scores| scores.attack), (Crossing::new(0, 0).unwrap(), 0));
    assert_eq!(best(|scores| scores.defence), (Crossing::new(0, 14).unwrap(), 14));
    assert_eq!(first_best(&[], |scores| scores.attack), None);
}
