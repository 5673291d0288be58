//! How a session sees the picture: drawn at once from what is written to the screen, or as a monitor makes it of the scan.

use tengen_sim::{Frame, Monitor};

use super::running::Running;
use crate::simulation::machine::Machine;
use crate::simulation::twin::Twin;

pub enum Eye {
    Twin(Box<Twin>),
    /// The monitor, and the picture it has just completed.
    Monitor(Box<Monitor>, Option<Frame>),
}

impl Eye {
    /// For a machine at power-on.
    pub fn new(machine: &Machine<Running>, scan_out: bool) -> Eye {
        if scan_out || machine.engine().screen().is_none() {
            Eye::Monitor(Box::new(machine.monitor()), None)
        } else {
            Eye::Twin(Box::new(Twin::new(machine.widths())))
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Eye::Twin(_) => "drawn from what is written to the screen",
            Eye::Monitor(..) => "scanned out, clock by clock",
        }
    }

    /// Looks at the machine after a clock.
    #[inline]
    pub fn look(&mut self, machine: &Machine<Running>) {
        match self {
            Eye::Twin(twin) => {
                if let Some(screen) = machine.engine().screen() {
                    twin.watch(screen);
                }
            }
            Eye::Monitor(monitor, whole) => {
                if let Some(frame) = machine.show(monitor) {
                    *whole = Some(frame.clone());
                }
            }
        }
    }

    /// A picture that may be new, if there is one.
    pub fn frame(&mut self) -> Option<Frame> {
        match self {
            Eye::Twin(twin) => twin.changed().then(|| twin.frame()),
            Eye::Monitor(_, whole) => whole.take(),
        }
    }
}
