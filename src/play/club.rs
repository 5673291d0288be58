//! Why the club is lost, as far as the machine's outputs tell: they say that it is, and how it stood before.

use crate::rules::club::{EFFORT, GOAL};
use crate::simulation::machine::State;

/// Follows the club from state to state.
#[derive(Default)]
pub struct Watch {
    /// The last state in which it went on, and the line that was chosen on the machine's page.
    before: Option<(State, Option<String>)>,
    why: Option<String>,
}

impl Watch {
    /// The machine's next state. Why the club is lost, if it is.
    pub fn see(&mut self, state: &State, line: Option<&str>) -> Option<String> {
        match state.club_ended {
            Some("died") => {
                let before = self.before.take();
                let why = || why(before.as_ref().map(|(state, line)| (state, line.as_deref())), state);
                Some(self.why.get_or_insert_with(why).clone())
            }
            _ => {
                self.before = Some((state.clone(), line.map(str::to_owned)));
                self.why = None;
                None
            }
        }
    }
}

const STRENGTH: &str = "strength fell below zero";
const MONEY: &str = "money fell below zero";

fn why(before: Option<(&State, Option<&str>)>, state: &State) -> String {
    let ended = format!("it was ended with no more than {GOAL} coins");
    let Some((before, line)) = before else {
        return format!("{STRENGTH}, or {MONEY}, or {ended}");
    };
    let (Some(had), Some(has)) = (&before.club, &state.club) else {
        return ended;
    };
    if before.page == "club" {
        // The end costs nothing.
        let kept = has.money > 0 && has.money == had.money;
        return match kept || line.is_some_and(|line| line.starts_with("END")) {
            true => ended,
            false => MONEY.into(),
        };
    }
    let below = match had.strength < u64::from(EFFORT) {
        true => STRENGTH,
        false => MONEY,
    };
    match state.abandoned {
        true => format!("{below}, for a game that is left counts as lost"),
        false => below.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::running::Console;
    use crate::simulation::club::Numbers;
    use crate::simulation::machine::Machine;
    use tengen_sim::Native;

    #[test]
    fn what_went_below_zero_is_told_by_what_came_before() {
        let first = Machine::new(Native::new(Console::default())).unwrap().state().unwrap();
        let state = |page, strength, money, ended| State {
            page,
            club: Some(Numbers {
                pigs: 0,
                feed: 0,
                strength,
                money,
                grown: 0,
            }),
            club_ended: ended,
            ..first.clone()
        };
        let died = |page, strength, money| state(page, strength, money, Some("died"));
        for (before, line, after, expected) in [
            (("game", 1, 9), None, died("game", 0, 9), STRENGTH),
            (("game", 2, 0), None, died("game", 0, 0), MONEY),
            (("club", 5, 1), Some("BUY PIG"), died("club", 5, 0), MONEY),
            (("club", 5, 0), Some("MEAL"), died("club", 5, 0), MONEY),
            (
                ("club", 5, 0),
                Some("END"),
                died("club", 5, 0),
                "it was ended with no more than 30 coins",
            ),
            (
                ("club", 5, 30),
                None,
                died("club", 5, 30),
                "it was ended with no more than 30 coins",
            ),
        ] {
            let mut watch = Watch::default();
            let (page, strength, money) = before;
            assert_eq!(watch.see(&state(page, strength, money, None), line), None);
            assert_eq!(watch.see(&after, None).as_deref(), Some(expected), "{before:?}");
            // The page may change, the reason does not.
            let later = State { page: "home", ..after };
            assert_eq!(watch.see(&later, None).as_deref(), Some(expected));
            assert_eq!(watch.see(&state("club", 5, 0, None), None), None, "it has begun anew");
        }
        let left = State {
            abandoned: true,
            ..died("mode", 3, 0)
        };
        let mut watch = Watch::default();
        let unseen = watch.see(&left, None).unwrap();
        assert!(
            [STRENGTH, MONEY, "30 coins"].iter().all(|one| unseen.contains(one)),
            "{unseen}"
        );
        let mut watch = Watch::default();
        watch.see(&state("game", 5, 0, None), None);
        let why = watch.see(&left, None).unwrap();
        assert_eq!(why, "money fell below zero, for a game that is left counts as lost");
    }
}
