//! The layout on screens of several sizes, and the sharpness of the picture.

use tengen_sim::Frame;

use super::{click, click_on, crossing, laid_out, open, pixel, place, resize, two_people, until_moves};
use crate::browser::Browser;
use crate::play::Served;
use crate::play::browser::press;

/// Whether no element is wider than the window.
pub(super) const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn picture_and_tools_are_on_the_screen_beside_each_other() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    click_on(browser, "#tour_end");
    for (width, height, least) in [(1280, 800, 960.0), (800, 600, 640.0), (844, 390, 480.0)] {
        resize(browser, width, height, 1.0, false);
        browser.until(&format!(
            "innerWidth === {width} && document.getElementById('room').clientWidth < {width}"
        ));
        laid_out(browser);
        assert_eq!(browser.value(FITS), true, "{width}");
        let mut shown = vec!["#picture", "#players", "#stand", "#pause"];
        if height > 390 {
            shown.extend(["#save", "#load", "#film", "#waves", "#moves"]);
        }
        for selector in shown {
            let [left, top, wide, high] = place(browser, selector);
            let within = left >= 0.0 && top >= 0.0 && left + wide <= width as f64 && top + high <= height as f64;
            assert!(within, "{selector} at {width}: {left} {top} {wide} {high}");
        }
        let wide = place(browser, "#picture")[2];
        assert!(wide >= least, "{wide} at {width}");
        browser.shoot(&format!("page-{width}"));
    }
}

/// The darkness of the picture along each vertical line of Gomoku's board, halfway between two rows.
fn darkness(browser: &mut Browser, scale: f64) -> Vec<u32> {
    let y = pixel(browser, 0.0, 32.0 * 9.0).1;
    let across: Vec<f64> = (0..15).map(|column| crossing(browser, 0, column).0).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("screen.png");
    std::fs::write(&file, browser.screenshot()).unwrap();
    let screen = Frame::load_png(&file).unwrap();
    let red = |x: usize| u32::from(screen.pixel(x, (y * scale) as usize)[0]);
    let near = across.iter().map(|x| {
        // The pixels that are nearer to this line than to another.
        let (middle, reach) = ((x * scale) as usize, ((across[1] - across[0]) * scale / 3.0) as usize);
        (middle - reach.min(middle)..=middle + reach)
            .map(|x| 255 - red(x))
            .sum()
    });
    near.collect()
}

#[test]
fn lines_of_the_picture_are_alike_at_every_size() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    two_people(browser);
    // Checks that the board fills the whole picture.
    let wood = "[100, 390].every((y) => { const c = document.getElementById('picture'), scale = c.width / 640;
      return c.getContext('2d').getImageData(40 * scale, y * scale, 1, 1).data[2] === 102; })";
    browser.until(wood);
    for (width, height, scale, touch) in [
        (1280, 800, 1.0, false),
        (1280, 800, 1.25, false),
        (800, 600, 1.0, false),
        (1920, 1080, 1.0, false),
        (390, 844, 1.0, true),
        (390, 844, 3.0, true),
        (844, 390, 1.0, true),
        (844, 390, 3.0, true),
    ] {
        resize(browser, width, height, scale, touch);
        browser.until(&format!("innerWidth === {width} && devicePixelRatio === {scale}"));
        laid_out(browser);
        assert_eq!(browser.value(FITS), true, "{width}");
        let lines = darkness(browser, scale);
        let inner = &lines[1..14];
        let (least, most) = (inner.iter().min().unwrap(), inner.iter().max().unwrap());
        assert!(most - least < 20, "{width}x{height} at {scale}: {lines:?}");
        browser.shoot(&format!("lines-{width}x{height}-{scale}"));
        // A click hits its crossing at any size.
        if !touch {
            let (x, y) = crossing(browser, 14, 14);
            click(browser, x, y);
            until_moves(browser, &["O1"]);
            press(browser, "KeyU");
            until_moves(browser, &[]);
        }
    }
}
