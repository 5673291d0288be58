use super::*;
use crate::{ByName, Engine, LogicState, Native, Pair, Random, WaveOptions, chosen, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Low,
    High,
}

/// A running sum, and an output that is high in the upper half; the `level` output is combinational.
#[derive(Circuit)]
struct Sum {
    pub clock: Signal<In, Clock>,
    pub add: Signal<In, Bits<8>>,
    pub sum: Signal<Out, Bits<8>>,
    pub phase: Signal<Out, Phase>,
    pub idle: Signal<Out, Bit>,
    #[init(42)]
    pub limit: Signal<Out, Bits<8>>,
    /// Counts runs of the kernel; an absent part has none.
    _runs: usize,
}

impl Logic for Sum {
    fn update(&mut self) {
        self._runs += 1;
        if self.clock.pos_edge() {
            self.sum.next = self.sum.val() + self.add.val();
        }
        self.phase.next = if self.sum.val().get_bit(7) { Phase::High } else { Phase::Low };
        self.idle.next = self.add.val() == 0;
        self.limit.next = 43.into();
    }
}

/// A circuit with two sums in a row, whose types are parameters.
macro_rules! two {
    ($name:ident, $first:ty, $second:ty) => {
        #[derive(Circuit)]
        struct $name {
            pub clock: Signal<In, Clock>,
            pub add: Signal<In, Bits<8>>,
            pub sum: Signal<Out, Bits<8>>,
            pub phase: Signal<Out, Phase>,
            pub idle: Signal<Out, Bit>,
            pub limit: Signal<Out, Bits<8>>,
            first: $first,
            seconds: [$second; 2],
        }

        #[kernel]
        impl Logic for $name {
            fn update(&mut self) {
                first.add = add;
                for i in 0..2 {
                    seconds[i].add = first.sum + 1;
                }
                sum = seconds[0].sum ^ seconds[1].sum + first.sum;
                phase = seconds[1].phase;
                idle = seconds[1].idle;
                limit = seconds[1].limit;
            }
        }
    };
}

two!(Bare, Sum, Sum);
two!(Wrapped, Optional<Sum>, Optional<Sum>);

#[test]
fn what_is_present_runs_as_if_it_stood_alone() {
    let mut both = Pair::new(Native::new(Bare::default()), Native::new(Wrapped::default())).unwrap();
    let add = both.port("add");
    let mut random = Random::new(1);
    for _ in 0..2000 {
        if random.once_in(3) {
            both.set(add, random.bits(8));
        }
        if random.once_in(2) {
            both.settle().unwrap();
        }
        both.step().unwrap();
    }
}

#[test]
fn the_outputs_of_what_is_absent_stay_as_they_were_made_whatever_it_is_given() {
    let circuit = Wrapped { seconds: [Optional::present(Sum::default()), Optional::absent()], ..Wrapped::default() };
    let mut wrapped = Native::new(circuit);
    let mut random = Random::new(2);
    let (mut moved, limits) = (false, 42);
    for _ in 0..2000 {
        wrapped.drive("add", random.bits(8));
        wrapped.settle();
        wrapped.step();
        moved |= wrapped.circuit.seconds[0].sum.val() != 0;
        let absent = &wrapped.circuit.seconds[1];
        assert_eq!((absent.sum.val(), absent.phase.val()), (0.into(), Phase::Low));
        let outputs = ["phase", "idle", "limit"].map(|name| wrapped.read(name));
        assert_eq!(outputs, [0, 0, limits]);
        assert_eq!(absent._runs, 0);
    }
    assert!(moved, "the other one runs");
}

#[test]
fn the_waves_have_no_scope_for_what_is_absent() {
    let scopes = |circuit: &Wrapped| {
        let signals = chosen(circuit, &WaveOptions::new("two")).unwrap();
        let mut scopes: Vec<String> = signals.iter().map(|signal| signal.path()).collect();
        scopes.retain(|path| path.ends_with(".sum"));
        scopes
    };
    let all = scopes(&Wrapped::default());
    assert_eq!(all.len(), 3, "{all:?}");
    let fewer = scopes(&Wrapped { first: Optional::when(false), ..Wrapped::default() });
    let without: Vec<String> = all.into_iter().filter(|path| !path.contains("first")).collect();
    assert_eq!(fewer, without);
}
