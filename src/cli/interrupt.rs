//! What is done when the user ends the command: no draft of a file is left behind.

use std::process;

use tengen_sim::output;

/// The exit code of a command that Ctrl-C has ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C, or being asked to end, leaves nothing behind. Where whoever started the command has it ignore one of the
/// signals, as nohup does, all are left as they are.
pub fn sweep_when_ended() {
    let _ = ctrlc::try_set_handler(|| {
        output::sweep();
        process::exit(INTERRUPTED);
    });
}
