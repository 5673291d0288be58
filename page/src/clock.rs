//! The time since the session's program began: from the system, or in a worker from the browser.

use std::time::Duration;

/// The time since the first call, or since some other moment before it.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}

#[cfg(target_arch = "wasm32")]
pub use crate::worker::now;

/// The time since an earlier [`now`].
pub fn since(earlier: Duration) -> Duration {
    now().saturating_sub(earlier)
}
