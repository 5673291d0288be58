//! While a computer searches, everything stays responsive, and no click is played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{hint, thread};

use serde_json::json;
use tengen::rules::gomoku::search::{Task, WEIGHTS, search};
use tengen::rules::gomoku::{Board, Colour, Crossing, Rule};
use tengen::simulation::timing::FRAME_CLOCKS;
use tengen_sim::Random;

use super::{Page, SECOND, Served};

/// Gomoku against a computer that searches for five seconds, without a clock.
const LEVEL_8: &str = "enter 2 right right right right right 4 right enter";

/// The number of random moments of a search to test.
const MOMENTS: usize = if cfg!(feature = "long") { 1000 } else { 5 };

/// Threads that keep every core busy until they are dropped.
struct Load(Arc<AtomicBool>);

impl Load {
    fn new() -> Load {
        let over = Arc::new(AtomicBool::new(false));
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            let over = over.clone();
            thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        Load(over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The time that the model takes for a fifth of a second of a search on this machine; an answer must take less.
fn yardstick() -> Duration {
    let mut board = Board::new();
    board.place(Crossing::new(7, 7).unwrap(), Colour::Black).unwrap();
    let task = Task { board, mover: Colour::White, rule: Rule::Freestyle, budget: SECOND / 5, deepest: 0 };
    let began = Instant::now();
    assert_eq!(search(&task, &WEIGHTS).clocks, task.budget);
    began.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn a_search_freezes_nothing_and_hears_no_click() {
    let served = Served::new();
    let mut page = served.page();
    page.press(LEVEL_8);
    page.until("the game", |page| page.status["machine"]["page"] == "game");
    page.until("level 8", |page| page.status["machine"]["levels"] == json!([null, 8]));
    let _load = Load::new();
    let mut random = Random::new(81);
    let number = |page: &Page, name: &str| page.status[name].as_u64().unwrap();
    let click = |page: &mut Page, at: usize| {
        let [x, y] = [at % 15, at / 15].map(|place| 32 * place + 16);
        page.say(json!({"do": "point", "x": x, "y": y}));
    };
    // Times in yardsticks of the moment, and in pictures of the machine's time.
    let (mut begun, mut undone, mut pictures) = (vec![], vec![], 0.0_f64);
    for moment in 0..MOMENTS {
        let yardstick = yardstick().as_secs_f64();
        page.picture.clear();
        let began = Instant::now();
        click(&mut page, random.below(225));
        page.until("the stone and the thinking", |page| {
            page.status["machine"]["moves"] == 1 && page.status["thinking"] == true
        });
        begun.push(began.elapsed().as_secs_f64() / yardstick);
        let played = number(&page, "played");
        assert!(played - number(&page, "heard") < 2 * FRAME_CLOCKS, "{}", page.status);
        let later = played + SECOND / 25 + random.below(SECOND);
        // Pictures continue: the stone's own, and those of another page.
        page.until("the stone's picture", |page| !page.picture.is_empty());
        if moment == 0 {
            for shown in ["bring_up", "game"] {
                page.picture.clear();
                page.press("f1");
                // Elsewhere than on the board, what is pending counts as a search after a few milliseconds only.
                page.until("another picture, and the thinking", |page| {
                    let shown = page.status["machine"]["page"] == shown && page.status["thinking"] == true;
                    shown && !page.picture.is_empty()
                });
            }
        }
        // The click is ignored, now and later.
        click(&mut page, random.below(225));
        page.until("a random moment", |page| number(page, "clocks") >= later);
        // Not before it is due.
        assert!(began.elapsed().as_secs_f64() * SECOND as f64 > (later - played) as f64 - FRAME_CLOCKS as f64);
        assert_eq!(
            (
                &page.status["thinking"],
                &page.status["machine"]["moves"],
                number(&page, "played")
            ),
            (&json!(true), &json!(1), played)
        );
        let began = Instant::now();
        page.press("u");
        page.until("the stone gone", |page| {
            page.status["machine"]["moves"] == 0 && page.status["thinking"] == false
        });
        undone.push(began.elapsed().as_secs_f64() / yardstick);
        let took = number(&page, "played") - number(&page, "heard");
        assert!(took < 2 * FRAME_CLOCKS, "U takes {took} clocks");
        pictures = pictures.max(took as f64 / FRAME_CLOCKS as f64);
    }
    let worst = undone.iter().copied().fold(0.0, f64::max);
    let (begun, undone) = (median(begun), median(undone));
    println!(
        "{MOMENTS} moments: U takes at most {pictures:.3} pictures of the machine's time; of the time of a search of 0.2 s a click \
         takes {begun:.3}, U {undone:.3}, at most {worst:.3}"
    );
    assert!(begun < 1.0 && undone < 1.0, "{begun} {undone}");
}

#[test]
fn a_search_takes_its_own_time_and_a_click_meanwhile_is_never_played() {
    let served = Served::new();
    let mut page = served.page();
    let number = |page: &Page, name: &str| page.status[name].as_u64().unwrap();
    // At low speed, until the clicks are received.
    let click_meanwhile = |page: &mut Page| {
        page.until("the thinking", |page| page.status["thinking"] == true);
        let before = number(page, "heard");
        for x in [16, 240, 464] {
            page.say(json!({"do": "point", "x": x, "y": 464}));
        }
        page.until("the clicks", |page| number(page, "heard") > before);
        assert_eq!(page.status["thinking"], true);
        page.say(json!({"do": "speed", "clocks": SECOND}));
    };
    // Level 6: 0.3 s.
    page.press("enter 2 right right right 4 right enter");
    page.until("level 6", |page| page.status["machine"]["levels"] == json!([null, 6]));
    page.say(json!({"do": "speed", "clocks": SECOND / 25}));
    page.press("enter");
    page.until_moves(1);
    let played = number(&page, "played");
    click_meanwhile(&mut page);
    page.until_moves(2);
    let took = number(&page, "played") - played;
    let budget = 3 * SECOND / 10;
    assert!((budget..budget + FRAME_CLOCKS).contains(&took), "{took} clocks");
    // A hint is searched like a move.
    page.say(json!({"do": "speed", "clocks": SECOND / 25}));
    page.press("h");
    click_meanwhile(&mut page);
    page.until("the hint", |page| page.status["thinking"] == false);
    let later = number(&page, "clocks") + SECOND / 5;
    page.until("no other move", |page| number(page, "clocks") > later);
    assert_eq!(page.status["machine"]["moves"], 2);
}
