//! The cursor and how it moves, in seconds of playback: at speed 1 a race takes about eight.

use crate::words::Words;
use race_core::number::factor;

/// The longest gap between two frames that moves the cursor; a hidden tab or a hiccup is longer.
const FRAME_S_MAX: f32 = 0.05;
/// The slowest that the slider goes: true time over this.
const SLOWEST: f64 = 10_000.0;
/// How far the slider goes either way where there is no true time.
const WITHOUT_TIME: f64 = 10.0;

/// The cursor of both lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Where it stands, in seconds of playback from the start.
    pub cursor: f32,
    /// Where the recording ends so far.
    pub length: f32,
    /// True if it moves.
    pub playing: bool,
    /// Seconds of playback a second.
    pub speed: f32,
    /// True if more is still coming in.
    pub live: bool,
    /// True if it sticks to the live edge.
    pub following: bool,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            cursor: 0.0,
            length: 0.0,
            playing: false,
            speed: 1.0,
            live: false,
            following: false,
        }
    }
}

impl Player {
    /// The recording has come as far as `length`; `live` while more is to come.
    pub fn extend(&mut self, length: f32, live: bool) {
        self.length = length.max(0.0);
        self.live = live;
        if !live {
            self.following = false;
        }
        self.cursor = if self.following { self.length } else { self.cursor.min(self.length) };
    }

    /// Plays on; from the end of a race that is over, again from the start.
    pub fn play(&mut self) {
        if !self.live && self.is_at_end() {
            self.cursor = 0.0;
        }
        self.playing = true;
        self.following = self.live && self.is_at_end();
    }

    /// Stands still, and lets the live edge go.
    pub fn pause(&mut self) {
        self.playing = false;
        self.following = false;
    }

    /// Plays or pauses.
    pub fn toggle(&mut self) {
        if self.playing { self.pause() } else { self.play() }
    }

    /// Plays from the start.
    pub fn restart(&mut self) {
        (self.cursor, self.playing, self.following) = (0.0, true, false);
    }

    /// Moves the cursor. Onto the live edge of a race under way means to go on with it; anywhere
    /// else means to let it go.
    pub fn seek(&mut self, to: f32) {
        if to.is_nan() {
            return;
        }
        self.cursor = to.max(0.0).min(self.length);
        self.following = self.live && self.is_at_end();
        self.playing |= self.following;
    }

    /// One animation frame of `dt` seconds; whether the cursor moved.
    pub fn tick(&mut self, dt: f32) -> bool {
        if !self.playing {
            return false;
        }
        let before = self.cursor;
        let dt = if dt.is_finite() { dt.clamp(0.0, FRAME_S_MAX) } else { 0.0 };
        self.cursor += dt * self.speed;
        if self.following || self.cursor >= self.length {
            self.cursor = self.length;
            self.following = self.live;
            self.playing = self.live;
        }
        self.cursor != before
    }

    /// Stops at the next or the previous of these instants, which are sorted; past the last one at
    /// the end, before the first one at the start.
    pub fn step(&mut self, forward: bool, instants: &[f32]) {
        let to = if forward {
            let next = instants.partition_point(|instant| *instant <= self.cursor);
            instants.get(next).copied().unwrap_or(self.length)
        } else {
            let here = instants.partition_point(|instant| *instant < self.cursor);
            here.checked_sub(1).map_or(0.0, |previous| instants[previous])
        };
        self.seek(to);
        self.pause();
    }

    /// Stops at the next or the previous chapter, as [`Player::step`] does at an event.
    pub fn chapter(&mut self, forward: bool, chapters: &[f32]) {
        self.step(forward, chapters);
    }

    /// Returns true if the cursor stands where the recording ends.
    pub fn is_at_end(&self) -> bool {
        self.cursor >= self.length
    }
}

/// The slowest and the fastest speed on the slider. `stretch` is the true seconds that pass in a
/// second of playback at speed 1: the slider runs from 1/10,000 of true time up to true time, and
/// always holds speed 1. Without true time it runs from a tenth to tenfold.
fn range(stretch: Option<f64>) -> (f64, f64) {
    match stretch {
        Some(stretch) if stretch > 0.0 && stretch.is_finite() => {
            let real_time = 1.0 / stretch;
            ((real_time / SLOWEST).min(1.0), real_time.max(1.0))
        }
        _ => (1.0 / WITHOUT_TIME, WITHOUT_TIME),
    }
}

/// The speed at a place on the slider, 0 to 100, on a logarithmic scale.
pub fn speed_from_slider(place: f32, stretch: Option<f64>) -> f32 {
    let (slowest, fastest) = range(stretch);
    let share = f64::from(place.clamp(0.0, 100.0)) / 100.0;
    (slowest * (fastest / slowest).powf(share)) as f32
}

/// The place of a speed on the slider, 0 to 100.
pub fn slider_from_speed(speed: f32, stretch: Option<f64>) -> f32 {
    let (slowest, fastest) = range(stretch);
    let speed = f64::from(speed).max(slowest).min(fastest);
    (100.0 * (speed / slowest).ln() / (fastest / slowest).ln()) as f32
}

/// A speed in words: `slowed 1,200×`, `real time`; where there is no true time, `2×`.
pub fn speed_words(words: &Words, speed: f32, stretch: Option<f64>) -> String {
    let Some(stretch) = stretch.filter(|stretch| *stretch > 0.0) else {
        return words.times(&factor(f64::from(speed)));
    };
    let of_true_time = f64::from(speed) * stretch;
    match of_true_time {
        rate if (0.95..1.05).contains(&rate) => words.player.real_time.to_owned(),
        rate if rate < 1.0 => words.slowed(&factor(1.0 / rate)),
        rate => words.sped_up(&factor(rate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{EN, ZH};

    fn player(length: f32) -> Player {
        Player { length, ..Player::default() }
    }

    fn playing(length: f32) -> Player {
        Player { playing: true, ..player(length) }
    }

    #[test]
    fn a_frame_moves_the_cursor_by_its_time_and_speed_but_a_gap_is_clamped() {
        let mut player = playing(8.0);
        assert!(player.tick(0.016));
        assert!((player.cursor - 0.016).abs() < 1e-6);
        player.speed = 2.0;
        player.tick(30.0);
        assert!((player.cursor - 0.116).abs() < 1e-6);
        for odd in [f32::NAN, f32::INFINITY, -5.0] {
            assert!(!player.tick(odd), "{odd}");
        }
        player.pause();
        assert!(!player.tick(0.016));
    }

    #[test]
    fn at_the_end_it_holds_still_and_the_next_play_begins_anew() {
        let mut player = playing(0.04);
        player.tick(0.05);
        assert_eq!((player.cursor, player.playing), (0.04, false));
        player.toggle();
        assert_eq!((player.cursor, player.playing), (0.0, true));
        player.toggle();
        assert!(!player.playing);
    }

    #[test]
    fn seeking_stays_within_the_recording() {
        let mut player = player(8.0);
        for (to, stands) in [(3.0, 3.0), (-1.0, 0.0), (99.0, 8.0), (f32::NAN, 8.0)] {
            player.seek(to);
            assert_eq!(player.cursor, stands);
        }
    }

    #[test]
    fn steps_go_from_instant_to_instant_and_stop_the_player() {
        let instants = [1.0, 2.0, 2.0, 5.0];
        let mut player = playing(8.0);
        let mut seen = Vec::new();
        for _ in 0..5 {
            player.step(true, &instants);
            seen.push(player.cursor);
        }
        assert_eq!(seen, [1.0, 2.0, 5.0, 8.0, 8.0]);
        assert!(!player.playing);
        let mut back = Vec::new();
        for _ in 0..5 {
            player.step(false, &instants);
            back.push(player.cursor);
        }
        assert_eq!(back, [5.0, 2.0, 1.0, 0.0, 0.0]);
        player.chapter(true, &[]);
        assert_eq!(player.cursor, 8.0);
    }

    #[test]
    fn while_live_the_cursor_sticks_to_the_edge_until_it_is_moved_back() {
        let mut player = playing(0.0);
        player.extend(0.5, true);
        player.seek(f32::MAX);
        player.extend(1.0, true);
        assert_eq!((player.cursor, player.following), (1.0, true));
        player.seek(0.2);
        player.extend(1.5, true);
        assert_eq!((player.cursor, player.following), (0.2, false));
        player.seek(f32::MAX);
        player.extend(2.0, true);
        assert_eq!((player.cursor, player.following), (2.0, true));
        player.extend(2.5, false);
        assert!(!player.following);
    }

    #[test]
    fn a_cursor_that_catches_up_with_the_live_edge_follows_it_and_a_pause_lets_go() {
        let mut player = Player { live: true, ..playing(0.04) };
        player.tick(0.05);
        assert!(player.following && player.playing);
        player.extend(1.0, true);
        assert_eq!(player.cursor, 1.0);
        player.pause();
        player.extend(2.0, true);
        assert_eq!(player.cursor, 1.0);
        player.step(true, &[]);
        player.extend(3.0, true);
        assert_eq!(player.cursor, 2.0, "a step on to the edge stands there");
        player.extend(0.5, false);
        assert_eq!(player.cursor, 0.5);
    }

    #[test]
    fn the_slider_is_logarithmic_and_leads_back() {
        // A race of 8 ms in eight seconds: at speed 1 slowed 1,000 times.
        let stretch = Some(0.001);
        assert!((speed_from_slider(0.0, stretch) - 0.1).abs() < 1e-4);
        assert!((speed_from_slider(100.0, stretch) - 1_000.0).abs() < 0.1);
        assert!((slider_from_speed(1.0, stretch) - 25.0).abs() < 1e-3);
        assert!((slider_from_speed(1.0, None) - 50.0).abs() < 1e-3);
        for stretch in [None, Some(0.0), Some(1e-7), Some(0.001), Some(1.0), Some(4.0)] {
            for place in [0.0, 1.0, 33.0, 50.0, 99.0, 100.0] {
                let back = slider_from_speed(speed_from_slider(place, stretch), stretch);
                assert!((back - place).abs() < 0.01, "{stretch:?} {place} {back}");
            }
            let normal = speed_from_slider(slider_from_speed(1.0, stretch), stretch);
            assert!((normal - 1.0).abs() < 1e-3, "{stretch:?} {normal}");
        }
    }

    #[test]
    fn a_speed_is_said_in_words() {
        let stretch = Some(1.0 / 1_200.0);
        assert_eq!(speed_words(&EN, 1.0, stretch), "slowed 1,200×");
        assert_eq!(speed_words(&ZH, 1.0, stretch), "放慢 1200 倍");
        assert_eq!(speed_words(&EN, 1_200.0, stretch), "real time");
        assert_eq!(speed_words(&EN, 1.0, Some(2.5)), "sped up 2.5×");
        assert_eq!(speed_words(&EN, 2.0, None), "speed 2×");
        assert_eq!(speed_words(&ZH, 0.5, None), "0.5 倍速");
    }
}
