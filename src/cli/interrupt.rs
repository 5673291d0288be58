//! Handles an interrupt by the user: no draft of a file is left behind, and the terminal is as it was.

use std::process;

use tengen_sim::output;

use crate::at_end;

/// The exit code of a command ended by Ctrl-C, as in shells.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C, or a request to terminate, first removes all drafts, and undoes what is listed in `at_end`. If the
/// parent process has one of these signals ignored, as nohup does, all are left as they are.
pub fn sweep_when_ended() {
    let _ = ctrlc::try_set_handler(|| {
        at_end::undo_all();
        output::sweep();
        process::exit(INTERRUPTED);
    });
}
