use super::*;
use crate::{LogicState, LogicStruct};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    Run,
    Stop,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Point {
    row: Bits<4>,
    phase: Phase,
    on: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct Line {
    from: Point,
    far: Bits<60>,
    to: Point,
}

#[test]
fn a_value_comes_back_from_its_number() {
    for code in 0..1 << 7 {
        if taken(code, 4, 2) < 3 {
            assert_eq!(Point::decode(code).encode(), code);
        }
    }
    let point = Point { row: 9.into(), phase: Phase::Stop, on: true };
    assert_eq!((point.encode(), Point::decode(point.encode())), (0b110_1001, point));
}

#[test]
fn the_number_is_that_of_the_verilog() {
    let point = Point { row: 5.into(), phase: Phase::Run, on: true };
    let bits: Bits<7> = point.into();
    assert_eq!(bits.encode(), point.encode());
    assert_eq!(format!("{:x}", point.verilog()), format!("{:x}", bits.verilog()));
}

#[test]
fn a_wide_struct_shows_its_lowest_bits() {
    let line = Line {
        from: Point { row: 3.into(), ..Default::default() },
        far: Bits::from(u64::MAX >> 4),
        to: Point { row: 15.into(), ..Default::default() },
    };
    assert_eq!(line.encode(), 3 | u64::MAX << 7);
}

#[test]
#[should_panic(expected = "Phase has no state number 3")]
fn a_number_without_a_state_is_refused() {
    Phase::decode(3);
}
