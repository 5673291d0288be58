//! The reference pictures in tests/pictures. After an intended visible change, a run with `TENGEN_RENEW=1` writes them
//! again; look at them before committing them.

use std::path::Path;

use tengen_sim::frame::Frame;

/// Whether reference files are to be rewritten.
pub fn renews() -> bool {
    std::env::var_os("TENGEN_RENEW").is_some_and(|value| value == "1")
}

/// Compares a picture with the reference of that name, or replaces the reference if TENGEN_RENEW is 1.
pub fn check_kept(name: &str, found: &Frame) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.png"));
    if renews() {
        return found.save_png(kept).unwrap();
    }
    let difference = match Frame::load_png(&kept).and_then(|expected| found.compare(&expected)) {
        Ok(None) => return,
        Ok(Some(difference)) => format!("{difference:?}"),
        Err(error) => format!("{error:#}"),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    let written = folder.join(format!("{name}.png"));
    found.save_png(&written).unwrap();
    panic!(
        "the picture {name} is not the kept one: {difference}; what was found is in {}. If it is meant, run again with \
         TENGEN_RENEW=1",
        written.display()
    );
}
