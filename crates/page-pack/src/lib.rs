//! Encodes the built pages as small as brotli and gzip go.
//!
//! A crate of its own for the sake of its `opt-level`: both libraries are generic, so their loops are compiled where
//! they are called, and a build script, which calls this one, is compiled unoptimised.
//!
//! ```
//! let html = "<p>One packet, ten shares.</p>".repeat(100);
//! let packed = page_pack::brotli(html.as_bytes()).expect("memory is enough");
//! assert!(packed.len() < html.len() / 10);
//! ```

use std::io;

use brotli::enc::BrotliEncoderParams;
use zopfli::{Format, Options};

/// Returns the bytes in brotli at its highest quality, with a window of 16 MB.
///
/// # Errors
/// Fails where the encoder does, which on bytes in memory it has no reason to.
pub fn brotli(mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let size_hint = bytes.len();
    let params = BrotliEncoderParams { quality: 11, lgwin: 24, size_hint, ..Default::default() };
    brotli::BrotliCompress(&mut bytes, &mut packed, &params)?;
    Ok(packed)
}

/// Returns the bytes in gzip, a twentieth smaller than gzip's own highest level.
///
/// # Errors
/// Fails where the encoder does, which on bytes in memory it has no reason to.
pub fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(Options::default(), Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_read_back_as_it_was() {
        let text = "One packet, ten shares, eighty-eight people. ".repeat(1_000);
        let packed = brotli(text.as_bytes()).unwrap();
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut packed.as_slice(), &mut read).unwrap();
        assert_eq!(read, text.as_bytes());
        assert!(packed.len() < 200, "{}", packed.len());
    }

    #[test]
    fn gzip_begins_as_gzip_does() {
        let packed = gzip(&[b'x'; 1_000]).unwrap();
        assert_eq!(&packed[..3], [0x1f, 0x8b, 8]);
        assert!(packed.len() < 50, "{}", packed.len());
    }
}
