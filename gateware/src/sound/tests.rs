use super::tunes::{CLOCKS, HALF_WAVES, TUNES};
use super::*;
use tengen_hdl::verilog::netlist;
use tengen_sim::{ByName, Circuit, Encoded, Engine, Native, Random, Seen, fast};

/// Every tune at a clock of 25 MHz, note by note: the clocks of a half wave, and the number of half waves.
const WAVES: [(Tune, &[(u64, usize)]); 4] = [
    (Tune::Stone, &[(6016, 32)]),
    (Tune::Pass, &[(25344, 96), (31872, 128)]),
    (Tune::Win, &[(23936, 96), (18944, 128), (16000, 160), (11904, 224)]),
    (Tune::Draw, &[(16000, 192), (18944, 160), (23936, 224)]),
];

/// A slow clock, for a short simulation.
const SLOW: u32 = 1_000_000;
/// A low level that lasts longer than any half wave.
const SILENCE: u64 = 1 << 15;

/// Starts a tune, and returns the lengths in clocks of the successive levels of `level`. The first is high. The last
/// half wave merges with the silence after it, and is omitted.
fn play(engine: &mut impl Engine, tune: Tune) -> Vec<u64> {
    engine.drive("enabled", 1);
    engine.drive("tune", tune.encode());
    engine.step();
    engine.drive("tune", Tune::None.encode());
    let mut seen = Seen::of(&[engine.port("level")]);
    let (mut levels, mut level, mut clocks) = (vec![], engine.read("level"), 1);
    assert_eq!(level, 1, "{tune:?} begins high");
    while clocks < SILENCE {
        let most = engine.batch();
        engine.watch(most, &[], &mut seen);
        for clock in 0..most {
            if seen.get(0, clock) != level {
                level ^= 1;
                levels.push(std::mem::take(&mut clocks));
            }
            clocks += 1;
        }
    }
    assert_eq!(level, 0, "{tune:?} ends low");
    levels
}

/// The expected levels of a tune, without its last half wave, which merges with the silence after it.
fn levels(notes: &[(u64, usize)]) -> Vec<u64> {
    let half_waves = notes
        .iter()
        .flat_map(|(clocks, count)| std::iter::repeat_n(*clocks, *count));
    let mut levels: Vec<u64> = half_waves.collect();
    levels.pop();
    levels
}

/// Counts successive half waves of the same length.
fn counted(levels: &[u64]) -> Vec<(u64, usize)> {
    let runs = levels.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], run.len())).collect()
}

/// The notes of a tune according to the tables.
fn by_the_tables(tune: Tune, hertz: u32) -> Vec<(u64, usize)> {
    let (_, notes) = TUNES[tune as usize - 1];
    let words = notes.iter().map(|note| note.word(hertz, 0));
    words
        .map(|word| {
            let clocks = word.half_wave.index() * CLOCKS as usize;
            (clocks as u64, word.length.index() * HALF_WAVES as usize)
        })
        .collect()
}

#[test]
fn every_tune_is_this() {
    let netlist = netlist(&mut Sound::default(), "sound", &|_| false).unwrap();
    let mut sound = fast::start(netlist, Sound::ports());
    for (tune, notes) in WAVES {
        let found = play(&mut sound, tune);
        assert_eq!(counted(&found), counted(&levels(notes)), "{tune:?}");
    }
}

#[test]
fn a_note_has_its_pitch_and_its_duration() {
    const HERTZ: u32 = SECOND;
    for (tune, notes) in TUNES {
        for (note, (clocks, half_waves)) in notes.iter().zip(by_the_tables(tune, HERTZ)) {
            let found = f64::from(HERTZ) / (2 * clocks) as f64;
            let wanted = f64::from(note.hertz);
            assert!((found / wanted - 1.0).abs() < 0.01, "{note:?} sounds at {found} Hz");
            let milliseconds = 1000.0 * half_waves as f64 / (2.0 * found);
            let unit = 1000.0 * f64::from(HALF_WAVES) / (2.0 * found);
            let wrong = (milliseconds - f64::from(note.milliseconds)).abs();
            assert!(wrong <= 0.6 * unit, "{note:?} lasts {milliseconds} ms");
        }
    }
}

#[test]
fn on_another_clock_the_tunes_are_those_of_its_tables() {
    let mut sound = Native::new(Sound::new(SLOW));
    for (tune, _) in TUNES {
        let found = play(&mut sound, tune);
        assert_eq!(found, levels(&by_the_tables(tune, SLOW)), "{tune:?}");
    }
}

#[test]
fn a_tune_that_comes_cuts_the_one_before_short() {
    let mut random = Random::new(1);
    let mut sound = Native::new(Sound::new(SLOW));
    for (before, _) in TUNES {
        for (tune, _) in TUNES {
            play(&mut sound, before);
            sound.drive_as("tune", before);
            sound.step();
            sound.drive_as("tune", Tune::None);
            sound.steps(random.below(8_000) as u64);
            let found = play(&mut sound, tune);
            assert_eq!(found, levels(&by_the_tables(tune, SLOW)), "{tune:?} after {before:?}");
        }
    }
}

#[test]
fn off_is_silent_at_once_and_what_was_begun_does_not_come_back() {
    let mut random = Random::new(2);
    let mut sound = Native::new(Sound::new(SLOW));
    for (tune, _) in TUNES {
        for enabled in [0, 1] {
            sound.drive("enabled", 1);
            sound.drive_as("tune", tune);
            sound.step();
            sound.drive_as("tune", Tune::None);
            sound.steps(random.below(8_000) as u64);
            sound.drive("enabled", 0);
            for _ in 0..SILENCE {
                sound.step();
                assert_eq!(sound.read("level"), 0, "{tune:?}, off");
            }
            sound.drive_as("tune", tune);
            sound.step();
            sound.drive_as("tune", Tune::None);
            sound.drive("enabled", enabled);
            for _ in 0..2 * SILENCE {
                sound.step();
                assert_eq!(sound.read("level"), 0, "{tune:?}, it came while it was off");
            }
        }
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    let stimulus = "
        tune     None*2 Stone None*199997 Pass None
        enabled  1*200003 0
    ";
    let clocks = (2..5).chain(6018..6020).chain(186_498..186_500).chain(200_000..200_005);
    tengen_sim::expect_waves(file!(), Sound::default(), stimulus, clocks);
}
