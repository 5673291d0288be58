//! A sequence of frames as a GIF file.

use crate::frame::{Frame, write_whole};
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// A film of frames of one size with at most 256 colours in all; the machine has only sixteen.
///
/// A frame equal to the one before only extends its time; of any other frame only the rectangle that changed is stored.
/// So a film of a slow game is small.
#[derive(Default)]
pub struct Animation {
    size: Option<(usize, usize)>,
    palette: Vec<u8>,
    numbers: HashMap<[u8; 3], u8>,
    /// The last frame, a colour number per pixel.
    last: Vec<u8>,
    pictures: Vec<Picture>,
}

/// The rectangle of a frame that differs from the frame before.
struct Picture {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    hundredths: u32,
}

impl Animation {
    pub fn new() -> Self {
        Animation::default()
    }

    /// Adds a frame to be shown for that many hundredths of a second.
    ///
    /// # Errors
    /// If its size differs from that of the first frame, or the film would need more than 256 colours.
    pub fn push(&mut self, frame: &Frame, hundredths: u32) -> Result<()> {
        let size = (frame.width, frame.height);
        let first = *self.size.get_or_insert(size);
        if first != size {
            bail!("a frame of {size:?} does not fit a film of {first:?}");
        }
        let pixels = frame
            .pixels
            .chunks_exact(3)
            .map(|rgb| self.number([rgb[0], rgb[1], rgb[2]]))
            .collect::<Result<Vec<u8>>>()?;
        if let Some(last) = self.pictures.last_mut()
            && self.last == pixels
        {
            last.hundredths += hundredths;
            return Ok(());
        }
        let picture = changed(&self.last, &pixels, frame.width, hundredths);
        self.pictures.push(picture);
        self.last = pixels;
        Ok(())
    }

    /// Writes the film, repeated endlessly. The file appears whole or not at all.
    ///
    /// # Errors
    /// If there is no frame, or the file cannot be written.
    pub fn save_gif(&self, path: impl AsRef<Path>) -> Result<()> {
        write_whole(path.as_ref(), |file| self.write_gif(file))
    }

    /// Writes the film as GIF.
    ///
    /// # Errors
    /// If there is no frame, or `out` fails.
    pub fn write_gif(&self, out: impl Write) -> Result<()> {
        let (width, height) = self.size.context("a film needs at least one frame")?;
        let mut encoder = gif::Encoder::new(out, width as u16, height as u16, &self.palette)?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        for picture in &self.pictures {
            encoder.write_frame(&gif::Frame {
                left: picture.left as u16,
                top: picture.top as u16,
                width: picture.width as u16,
                height: picture.height as u16,
                delay: picture.hundredths.min(u16::MAX.into()) as u16,
                dispose: gif::DisposalMethod::Keep,
                buffer: picture.pixels.as_slice().into(),
                ..gif::Frame::default()
            })?;
        }
        Ok(())
    }

    fn number(&mut self, rgb: [u8; 3]) -> Result<u8> {
        if let Some(number) = self.numbers.get(&rgb) {
            return Ok(*number);
        }
        let number = u8::try_from(self.numbers.len()).context("a film has at most 256 colours")?;
        self.numbers.insert(rgb, number);
        self.palette.extend(rgb);
        Ok(number)
    }
}

/// Reads a film written by [`Animation::save_gif`]: each frame with its time in hundredths of a second.
///
/// # Errors
/// If there is no such file, or it is no GIF.
pub fn load_gif(path: impl AsRef<Path>) -> Result<Vec<(Frame, u32)>> {
    let path = path.as_ref();
    let read = || -> Result<Vec<(Frame, u32)>> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(BufReader::new(File::open(path)?))?;
        let mut screen = Frame::new(decoder.width().into(), decoder.height().into());
        let mut shown = vec![];
        while let Some(part) = decoder.read_next_frame()? {
            for (at, rgba) in part.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (at % usize::from(part.width), at / usize::from(part.width));
                let (x, y) = (x + usize::from(part.left), y + usize::from(part.top));
                screen.set_pixel(x, y, [rgba[0], rgba[1], rgba[2]]);
            }
            shown.push((screen.clone(), part.delay.into()));
        }
        Ok(shown)
    };
    read().with_context(|| format!("cannot read the film {}", path.display()))
}

/// The smallest rectangle that contains every changed pixel; the whole of the first frame.
fn changed(before: &[u8], now: &[u8], width: usize, hundredths: u32) -> Picture {
    let differs = |at: &usize| before.get(*at) != Some(&now[*at]);
    let places: Vec<usize> = (0..now.len()).filter(differs).collect();
    let columns = || places.iter().map(|at| at % width);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let row = |at: Option<&usize>| at.map_or(0, |at| at / width);
    let (top, bottom) = (row(places.first()), row(places.last()));
    Picture {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
        pixels: (top..=bottom)
            .flat_map(|y| &now[y * width + left..=y * width + right])
            .copied()
            .collect(),
        hundredths,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three frames: a dot that stays once, then moves.
    fn frames() -> [Frame; 3] {
        let dot = |x, y| {
            let mut frame = Frame::new(40, 30);
            frame.set_pixel(x, y, [255, 200, 0]);
            frame
        };
        [dot(3, 4), dot(3, 4), dot(20, 9)]
    }

    #[test]
    fn a_film_read_back_shows_its_frames() {
        let path = std::env::temp_dir().join(format!("tengen-film-{}.gif", std::process::id()));
        let mut film = Animation::new();
        for frame in &frames() {
            film.push(frame, 10).unwrap();
        }
        film.save_gif(&path).unwrap();

        let [first, _, last] = frames();
        let expected = [(first, 20), (last, 10)];
        assert_eq!(
            load_gif(&path).unwrap(),
            expected,
            "two equal frames are one shown twice as long"
        );
        let sizes: Vec<_> = film
            .pictures
            .iter()
            .map(|picture| (picture.width, picture.height))
            .collect();
        assert_eq!(sizes, [(40, 30), (18, 6)], "only what changed is kept");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Animation::new().save_gif("no.gif").is_err());
        assert_eq!(
            load_gif("no.gif").unwrap_err().to_string(),
            "cannot read the film no.gif"
        );
        let mut film = Animation::new();
        film.push(&Frame::new(4, 4), 1).unwrap();
        assert!(film.push(&Frame::new(5, 4), 1).is_err());
        let mut many = Frame::new(4, 100);
        for at in 0..400 {
            many.set_pixel(at % 4, at / 4, [at as u8, (at / 256) as u8, 7]);
        }
        assert!(Animation::new().push(&many, 1).unwrap_err().to_string().contains("256"));
    }
}
