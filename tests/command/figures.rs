//! The table of docs/figures.md holds the last figures that are kept in reports/qor.csv.

use tengen::figures::{history::Kept, measure::Subject};

#[test]
fn the_figures_are_those_that_are_kept() {
    let page = include_str!("../../docs/figures.md");
    let kept = Kept::read("reports".as_ref()).unwrap();
    for subject in Subject::boards().chain(Subject::units()) {
        let name = subject.name();
        let figures = kept.last(&name).unwrap();
        let share = subject.capacity().unwrap().map_or(String::new(), |there| {
            // To a tenth first, as `tengen report` has it: 2.54 is 2 %.
            let tenths = (1000.0 * figures.luts as f64 / there.luts as f64).round();
            format!("{:.0} %", tenths / 10.0)
        });
        let fmax = match (figures.fmax_mhz, share.as_str()) {
            (Some(fmax), _) => format!("{fmax:.0} MHz"),
            (None, "") => String::new(),
            (None, _) => "–".to_string(),
        };
        let [luts, ffs, brams] = [figures.luts, figures.ffs, figures.brams].map(|count| count.to_string());
        let expected = [name.as_str(), &luts, &ffs, &brams, &share, &fmax];
        let mut rows = page.lines().filter_map(|line| line.strip_prefix("| "));
        assert!(
            rows.any(|row| row.split('|').map(str::trim).take(expected.len()).eq(expected)),
            "docs/figures.md has no row of the figures in reports/qor.csv: {}",
            expected.join(" | ")
        );
    }
}
