//! A FIFO of 16 words that crosses two clocks, and words that pass through it at full rate.
//!
//! ```text
//! write_clock  _/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! written      __< 1 ><    2    ><    3  >..........     in Gray code, by two flip-flops to the other side
//! read_clock   /‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/
//! empty        ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_________________
//! ```
//!
//! The pointers have a bit more than an address, so that full and empty differ; of a pointer in Gray code one bit changes at a
//! time, so the other side reads it before or after a step and never beside it (C. E. Cummings, "Simulation and Synthesis
//! Techniques for Asynchronous FIFO Design", SNUG 2002).
//!
//! The ports of [`Fifo`]:
//!
//! | port        | dir | width | meaning                                                         | initial |
//! |-------------|-----|-------|-----------------------------------------------------------------|---------|
//! | write_clock | in  | 1     | rising edge                                                     | –       |
//! | write       | in  | 1     | stores `data` at this edge; without effect while `full`         | –       |
//! | data        | in  | 32    | the word to store                                               | –       |
//! | full        | out | 1     | there is no place; of the write clock                           | 0       |
//! | read_clock  | in  | 1     | rising edge                                                     | –       |
//! | read        | in  | 1     | drops `word` at this edge; without effect while `empty`         | –       |
//! | word        | out | 32    | the oldest word, unless `empty`; of the read clock              | 0       |
//! | empty       | out | 1     | there is no word; of the read clock                             | 1       |
//!
//! The ports of [`Crossing`], which writes noise into it and reads check sums out of it:
//!
//! | port        | dir | width | meaning                                                         | initial |
//! |-------------|-----|-------|-----------------------------------------------------------------|---------|
//! | write_clock | in  | 1     | rising edge                                                     | –       |
//! | read_clock  | in  | 1     | rising edge                                                     | –       |
//! | pause       | in  | 2     | bit 0: nothing is written; bit 1: nothing is read               | –       |
//! | word        | out | 32    | the word read last                                              | 0       |
//! | check       | out | 32    | a check sum of all words read                                   | 0       |
//! | count       | out | 32    | the number of words read                                        | 0       |
//! | waits       | out | 32    | the write clocks in which there was no place                    | 0       |

use rust_hdl::prelude::*;
use tengen_hdl::library::{memory::SmallRam, synchroniser::Synchroniser};
use tengen_hdl::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Fifo {
    pub write_clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub data: Signal<In, Bits<32>>,
    pub full: Signal<Out, Bit>,

    pub read_clock: Signal<In, Clock>,
    pub read: Signal<In, Bit>,
    pub word: Signal<Out, Bits<32>>,
    pub empty: Signal<Out, Bit>,

    words: SmallRam<Bits<32>, 4>,
    /// The number of words written, and the same in Gray code.
    written: Register<Bits<5>>,
    written_gray: Register<Bits<5>>,
    /// The number of words read, and the same in Gray code.
    taken: Register<Bits<5>>,
    taken_gray: Register<Bits<5>>,
    /// Each on the other side.
    written_there: Synchroniser<Bits<5>>,
    taken_there: Synchroniser<Bits<5>>,
}

/// The two highest bits of a pointer: in Gray code they differ if one is a whole round ahead.
const ROUND: u64 = 0x18;

#[kernel]
impl Logic for Fifo {
    fn update(&mut self) {
        words.clock = write_clock;
        written.clock = write_clock;
        written_gray.clock = write_clock;
        taken_there.clock = write_clock;
        taken.clock = read_clock;
        taken_gray.clock = read_clock;
        written_there.clock = read_clock;

        taken_there.asynchronous = taken_gray.q;
        full = written_gray.q == (taken_there.synchronous ^ ROUND);
        let writes = write & !full;
        words.write_enable = writes;
        words.write_address = written.q.get_bits::<4>(0);
        words.write_data = data;
        let ahead = written.q + 1;
        if writes {
            written.d = ahead;
            written_gray.d = ahead ^ (ahead >> 1);
        }

        written_there.asynchronous = written_gray.q;
        empty = taken_gray.q == written_there.synchronous;
        words.read_address = taken.q.get_bits::<4>(0);
        word = words.read_data;
        let next = taken.q + 1;
        if read & !empty {
            taken.d = next;
            taken_gray.d = next ^ (next >> 1);
        }
    }
}

#[derive(Circuit)]
pub struct Crossing {
    pub write_clock: Signal<In, Clock>,
    pub read_clock: Signal<In, Clock>,
    pub pause: Signal<In, Bits<2>>,
    pub word: Signal<Out, Bits<32>>,
    pub check: Signal<Out, Bits<32>>,
    pub count: Signal<Out, Bits<32>>,
    pub waits: Signal<Out, Bits<32>>,

    fifo: Fifo,
    /// The word to write next.
    #[init(1)]
    noise: Register<Bits<32>>,
    waited: Register<Bits<32>>,
    last: Register<Bits<32>>,
    sum: Register<Bits<32>>,
    number: Register<Bits<32>>,
}

#[kernel]
impl Logic for Crossing {
    fn update(&mut self) {
        fifo.write_clock = write_clock;
        noise.clock = write_clock;
        waited.clock = write_clock;
        fifo.read_clock = read_clock;
        last.clock = read_clock;
        sum.clock = read_clock;
        number.clock = read_clock;

        fifo.write = !pause.get_bit(0);
        fifo.data = noise.q;
        if fifo.full {
            waited.d = waited.q + 1;
        } else if !pause.get_bit(0) {
            let a = noise.q ^ (noise.q << 13);
            let b = a ^ (a >> 17);
            noise.d = b ^ (b << 5);
        }

        let reads = !fifo.empty & !pause.get_bit(1);
        fifo.read = reads;
        if reads {
            last.d = fifo.word;
            sum.d = cat(sum.q.get_bits::<31>(0), sum.q.get_bit(31)) + fifo.word;
            number.d = number.q + 1;
        }
        word = last.q;
        check = sum.q;
        count = number.q;
        waits = waited.q;
    }
}

/// The same with both sides on one clock.
#[derive(Circuit)]
pub struct OneClock {
    pub clock: Signal<In, Clock>,
    pub pause: Signal<In, Bits<2>>,
    pub word: Signal<Out, Bits<32>>,
    pub check: Signal<Out, Bits<32>>,
    pub count: Signal<Out, Bits<32>>,
    pub waits: Signal<Out, Bits<32>>,

    crossing: Crossing,
}

#[kernel]
impl Logic for OneClock {
    fn update(&mut self) {
        crossing.write_clock = clock;
        crossing.read_clock = clock;
        crossing.pause = pause;
        word = crossing.word;
        check = crossing.check;
        count = crossing.count;
        waits = crossing.waits;
    }
}
