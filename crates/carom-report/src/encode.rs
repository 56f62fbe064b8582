//! Files as addresses that contain them, so that one page holds everything it shows.

use base64::prelude::{BASE64_STANDARD, Engine};
use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

/// An address that contains a file of the given media type.
pub(crate) fn data_uri(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", BASE64_STANDARD.encode(bytes))
}

/// A picture whose pixels are indices into a palette; index `0` is transparent.
pub(crate) struct Indexed {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row from the top.
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// The picture as a PNG inside an address. `palette` holds the colours of the indices from 1
    /// on. A picture without pixels gives an empty file.
    pub(crate) fn uri(&self, palette: &[[u8; 3]]) -> String {
        data_uri("image/png", &self.png(palette).unwrap_or_default())
    }

    fn png(&self, palette: &[[u8; 3]]) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette([&[[0; 3]], palette].concat().concat());
        encoder.set_trns(vec![0]);
        // Differences between indices mean nothing.
        encoder.set_filter(Filter::NoFilter);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(file)
    }
}

/// Reads pictures back, for tests here and elsewhere.
#[cfg(test)]
pub(crate) fn decoded(uri: &str) -> (Indexed, Vec<u8>) {
    let coded = uri.strip_prefix("data:image/png;base64,").unwrap();
    let file = BASE64_STANDARD.decode(coded).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let info = reader.info();
    assert_eq!((info.color_type, info.bit_depth), (ColorType::Indexed, BitDepth::Eight));
    assert_eq!(info.trns.as_deref(), Some(&[0][..]));
    let (width, height) = (info.width as usize, info.height as usize);
    let palette = info.palette.as_ref().unwrap().to_vec();
    let mut pixels = vec![0; width * height];
    reader.next_frame(&mut pixels).unwrap();
    (Indexed { width, height, pixels }, palette)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoded_picture_is_the_one_encoded() {
        let pixels: Vec<u8> = (0..7 * 5).map(|i| (i * i % 4) as u8).collect();
        let picture = Indexed { width: 7, height: 5, pixels };
        let palette = [[1, 2, 3], [40, 50, 60], [255, 0, 128]];
        let (back, colours) = decoded(&picture.uri(&palette));
        assert_eq!((back.width, back.height, back.pixels), (7, 5, picture.pixels));
        assert_eq!(colours, [0, 0, 0, 1, 2, 3, 40, 50, 60, 255, 0, 128]);
    }
}
