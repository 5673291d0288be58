//! Measures processor time of the benchmark's own thread: other work on the machine hardly matters.

use std::thread;
use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

pub struct ProcessorTime;

impl Measurement for ProcessorTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        processor_time()
    }

    fn end(&self, start: Duration) -> Duration {
        processor_time() - start
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// The time that this thread has run on a processor since it began.
fn processor_time() -> Duration {
    // Linux updates this figure when it schedules.
    thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux accounts for its threads");
    let nanoseconds = account.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first word is the time on a processor"))
}
