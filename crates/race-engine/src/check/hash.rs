//! One hash for every machine: racers who are alike are put in order by it, so that a page and the
//! command line, whose machine words differ in width, must get the same from it.

use core::hash::{Hash, Hasher};

/// The multiplier of rustc's own hash tables.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
/// Brings the product's best bits, its highest, to where a table looks first.
const TURNED: u32 = 26;
/// Bytes of a word.
const WORD: usize = 8;

/// Returns the hash of a value: the same on every machine and in every run.
pub fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Words::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hasher over words of 64 bits; what is as wide as the machine's words is widened to that.
#[derive(Default)]
struct Words(u64);

impl Words {
    fn add(&mut self, word: u64) {
        self.0 = self.0.wrapping_add(word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0.rotate_left(TURNED)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<WORD>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; WORD];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    // The number of an enum's variant comes this way.
    fn write_isize(&mut self, number: isize) {
        self.add(number as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_and_a_variant_weigh_as_much_as_on_any_machine() {
        let mut widths = Words::default();
        widths.write_usize(7);
        widths.write_isize(-1);
        let mut words = Words::default();
        words.write_u64(7);
        words.write_u64(u64::MAX);
        assert_eq!(widths.finish(), words.finish());
    }

    #[test]
    fn a_hash_is_the_one_that_is_written_down_here() {
        let pinned =
            [hash(&[1_u32, 2, 3][..]), hash("a text of more than a word"), hash(&Some(-1_i64))];
        assert_eq!(pinned, [0xadc8_0ac8_7d72_6257, 0x2b65_0d7c_03d7_ac19, 0x0c24_1c1f_508b_c901]);
    }

    #[test]
    fn texts_that_differ_in_their_last_byte_only_have_different_hashes() {
        let mut hashes: Vec<u64> = (0..=u8::MAX).map(|last| hash(&[0, 0, 0, last][..])).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 256);
    }
}
