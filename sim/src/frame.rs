//! A picture as a monitor shows it, and as a PNG file.

use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use crate::output::Draft;

/// A picture of `width` x `height` pixels, three bytes (red, green, blue) each, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    pub width: usize,
    pub height: usize,
    /// `width * height * 3` bytes.
    pub pixels: Vec<u8>,
}

/// The difference between two pictures of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of differing pixels.
    pub count: usize,
    /// The first differing pixel, x and y.
    pub first: (usize, usize),
    pub expected: [u8; 3],
    pub found: [u8; 3],
}

impl Frame {
    /// A black picture.
    pub fn new(width: usize, height: usize) -> Self {
        Frame { width, height, pixels: vec![0; width * height * 3] }
    }

    /// The colour of a pixel.
    ///
    /// # Panics
    /// If it lies outside the picture.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width && y < self.height, "no pixel ({x}, {y})");
        let at = (y * self.width + x) * 3;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// Colours a pixel.
    ///
    /// # Panics
    /// If it lies outside the picture.
    pub fn set_pixel(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        assert!(x < self.width && y < self.height, "no pixel ({x}, {y})");
        let at = (y * self.width + x) * 3;
        self.pixels[at..at + 3].copy_from_slice(&colour);
    }

    /// The difference from the expected picture; `None` if they are equal.
    ///
    /// # Errors
    /// If the pictures differ in size.
    pub fn compare(&self, expected: &Frame) -> Result<Option<Difference>> {
        if (self.width, self.height) != (expected.width, expected.height) {
            bail!(
                "a picture of {}x{} cannot be compared with one of {}x{}",
                self.width,
                self.height,
                expected.width,
                expected.height
            );
        }
        let places = || (0..self.width * self.height).map(|at| (at % self.width, at / self.width));
        let mut differing = places().filter(|&(x, y)| self.pixel(x, y) != expected.pixel(x, y));
        Ok(differing.next().map(|(x, y)| Difference {
            count: 1 + differing.count(),
            first: (x, y),
            expected: expected.pixel(x, y),
            found: self.pixel(x, y),
        }))
    }

    /// Writes the picture as a PNG file, which appears whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written; what was there before stays.
    pub fn save_png(&self, path: impl AsRef<Path>) -> Result<()> {
        write_whole(path.as_ref(), |file| self.write_png(file))
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write_png(&self, out: impl Write) -> Result<()> {
        let mut encoder = png::Encoder::new(out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        Ok(writer.finish()?)
    }

    /// Reads a PNG file of eight-bit RGB, as [`Frame::save_png`] writes it.
    ///
    /// # Errors
    /// If there is no such file, or it holds something else.
    pub fn load_png(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let read = || -> Result<Frame> {
            let decoder = png::Decoder::new(BufReader::new(File::open(path)?));
            let mut reader = decoder.read_info()?;
            let info = reader.info();
            if (info.color_type, info.bit_depth) != (png::ColorType::Rgb, png::BitDepth::Eight) {
                bail!("it should be a PNG of eight-bit RGB");
            }
            let mut frame = Frame::new(info.width as usize, info.height as usize);
            reader.next_frame(&mut frame.pixels)?;
            Ok(frame)
        };
        read().with_context(|| format!("cannot read the picture {}", path.display()))
    }
}

impl std::fmt::Debug for Frame {
    /// Only the size: nobody reads a million bytes.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Frame({}x{})", self.width, self.height)
    }
}

/// Writes a file next to its destination and moves it there when it is complete.
pub(crate) fn write_whole(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let written: Result<()> = (|| {
        let draft = Draft::of(path)?;
        let mut file = BufWriter::new(File::create(draft.path())?);
        write(&mut file)?;
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        Ok(draft.put()?)
    })();
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered() -> Frame {
        let mut frame = Frame::new(7, 5);
        for (x, y) in (0..5).flat_map(|y| (0..7).map(move |x| (x, y))) {
            frame.set_pixel(x, y, [x as u8 * 30, y as u8 * 50, ((x + y) % 2 * 255) as u8]);
        }
        frame
    }

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-frame-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_picture_survives_its_file_and_leaves_nothing_beside_it() {
        let folder = folder("whole");
        let path = folder.join("picture.png");
        checkered().save_png(&path).unwrap();
        assert_eq!(Frame::load_png(&path).unwrap().compare(&checkered()).unwrap(), None);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_difference_is_counted_and_placed() {
        let mut other = checkered();
        other.set_pixel(3, 2, [1, 2, 3]);
        other.set_pixel(6, 4, [1, 2, 3]);
        let difference = other.compare(&checkered()).unwrap().unwrap();
        assert_eq!((difference.count, difference.first), (2, (3, 2)));
        assert_eq!((difference.found, difference.expected), ([1, 2, 3], [90, 100, 255]));
        assert!(Frame::new(1, 1).compare(&checkered()).is_err());
    }

    #[test]
    fn errors_name_the_file() {
        let missing = std::path::Path::new("no/such/folder/picture.png");
        let error = checkered().save_png(missing).unwrap_err().to_string();
        assert_eq!(error, "cannot write no/such/folder/picture.png");
        let error = Frame::load_png(missing).unwrap_err().to_string();
        assert_eq!(error, "cannot read the picture no/such/folder/picture.png");
    }

    #[test]
    fn a_file_half_written_is_taken_away() {
        let folder = folder("half");
        let path = folder.join("picture.png");
        assert!(write_whole(&path, |_| bail!("the ink is out")).is_err());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
