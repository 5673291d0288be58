//! Writes samples as a WAV file, which every player can play: RIFF, a `fmt ` chunk for linear PCM, and the samples. One
//! channel of eight bits, unsigned with silence at 128, as the format demands for eight bits.

use std::iter::repeat_n;

use super::speaker::SAMPLES_A_SECOND;

/// The samples as a file.
pub fn file(samples: &[i8]) -> Vec<u8> {
    let length = samples.len() as u32;
    // A chunk is padded to an even length.
    let filled = length + length % 2;
    let mut file = vec![];
    file.extend(b"RIFF");
    file.extend((36 + filled).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    // Linear PCM, one channel.
    file.extend([1u16, 1].map(u16::to_le_bytes).concat());
    // Samples a second, bytes a second; bytes a sample, bits a sample.
    file.extend([SAMPLES_A_SECOND; 2].map(u32::to_le_bytes).concat());
    file.extend([1u16, 8].map(u16::to_le_bytes).concat());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(samples.iter().map(|sample| sample.wrapping_add(i8::MIN) as u8));
    file.extend(repeat_n(0, (filled - length) as usize));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_this() {
        let file = file(&[0, 127, -128]);
        let expected = [
            &b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0"[..],
            &[0x5e, 0x5f, 0, 0, 0x5e, 0x5f, 0, 0, 1, 0, 8, 0],
            b"data\x03\0\0\0\x80\xff\0\0",
        ];
        assert_eq!(file, expected.concat());
        assert_eq!(SAMPLES_A_SECOND, 24_414);
    }
}
