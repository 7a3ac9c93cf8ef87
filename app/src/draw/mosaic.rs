//! The board of a large packet: one small tile a share, in four classes of owners.

use super::palette::Palette;
use super::pen::Pen;

/// A board drawn on a canvas.
pub struct Mosaic {
    pen: Pen,
}

impl Mosaic {
    /// A board on this canvas.
    pub fn new(canvas: web_sys::HtmlCanvasElement) -> Option<Mosaic> {
        Some(Mosaic { pen: Pen::new(canvas)? })
    }

    /// Draws the owners of every share, the highest number first: empty, one owner, 2 to 3, 4 to 9,
    /// ten and more. The classes differ in how much of the tile is filled as well as in hue.
    pub fn paint(&mut self, owners: &[u16], palette: &Palette) {
        self.pen.begin();
        let pen = &self.pen;
        let (columns, pitch) = grid(owners.len(), pen.width, pen.height);
        let size = (pitch - 1.0).max(1.0);
        let classes = [
            (0..1, &palette.line, 0.35),
            (1..2, &palette.won, 1.0),
            (2..4, &palette.over, 0.5),
            (4..10, &palette.over, 0.75),
            (10..u16::MAX, &palette.over, 1.0),
        ];
        for (class, colour, fill) in classes {
            pen.fill(colour);
            let inset = size * (1.0 - fill) / 2.0;
            for (index, _) in
                owners.iter().rev().enumerate().filter(|(_, count)| class.contains(count))
            {
                let (column, row) = (index % columns, index / columns);
                let (x, y) = (column as f64 * pitch, row as f64 * pitch);
                pen.block(x + inset, y + inset, size * fill, size * fill);
            }
        }
    }
}

/// The widest pitch at which all shares fit: columns and pitch.
fn grid(shares: usize, width: f64, height: f64) -> (usize, f64) {
    let mut pitch = (width * height / shares.max(1) as f64).sqrt().max(1.0);
    loop {
        let columns = (width / pitch).max(1.0) as usize;
        if shares.div_ceil(columns) as f64 * pitch <= height || pitch <= 1.0 {
            return (columns, pitch);
        }
        pitch *= 0.97;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_has_a_place_within_the_canvas() {
        for (shares, width, height) in
            [(101, 600.0, 150.0), (10_000, 620.0, 140.0), (200_000, 620.0, 140.0)]
        {
            let (columns, pitch) = grid(shares, width, height);
            assert!(columns as f64 * pitch <= width + 1e-6);
            assert!(shares.div_ceil(columns) as f64 * pitch <= height || pitch <= 1.0, "{shares}");
        }
    }
}
