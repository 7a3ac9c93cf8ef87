//! A canvas that knows its size, with the few strokes that the drawings are made of.

use std::f64::consts::TAU;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A canvas and its context, in CSS pixels.
pub struct Pen {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    ratio: f64,
}

impl Pen {
    /// A pen for this canvas; `None` if the browser gives no 2D context.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Pen> {
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Pen { canvas, context, width: 0.0, height: 0.0, ratio: 0.0 })
    }

    /// Fits the bitmap to the element and clears it. Safari lacks `devicePixelContentBox`, so the
    /// size is the element's own times the ratio.
    pub fn begin(&mut self) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        let width = f64::from(self.canvas.client_width());
        let height = f64::from(self.canvas.client_height());
        if (width, height, ratio) != (self.width, self.height, self.ratio) {
            self.canvas.set_width((width * ratio).round() as u32);
            self.canvas.set_height((height * ratio).round() as u32);
            (self.width, self.height, self.ratio) = (width, height, ratio);
        }
        let _ = self.context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        self.context.clear_rect(0.0, 0.0, width, height);
    }

    /// Everything drawn from now on is this opaque, 0 to 1.
    pub fn opacity(&self, alpha: f64) {
        self.context.set_global_alpha(alpha);
    }

    /// The colour of what is filled.
    #[allow(deprecated, reason = "a cached value; the setter for strings converts each time")]
    pub fn fill(&self, colour: &JsValue) {
        self.context.set_fill_style(colour);
    }

    /// The colour and width of what is stroked.
    #[allow(deprecated, reason = "a cached value; the setter for strings converts each time")]
    pub fn stroke(&self, colour: &JsValue, width: f64) {
        self.context.set_stroke_style(colour);
        self.context.set_line_width(width);
    }

    /// The font of what is written.
    pub fn font(&self, css: &str) {
        self.context.set_font(css);
    }

    /// `left`, `center` or `right` of the point, on its middle line.
    pub fn align(&self, align: &str) {
        self.context.set_text_align(align);
        self.context.set_text_baseline("middle");
    }

    /// A filled square or oblong.
    pub fn block(&self, x: f64, y: f64, width: f64, height: f64) {
        self.context.fill_rect(x, y, width, height);
    }

    /// A line.
    pub fn line(&self, from: (f64, f64), to: (f64, f64)) {
        self.context.begin_path();
        self.context.move_to(from.0, from.1);
        self.context.line_to(to.0, to.1);
        self.context.stroke();
    }

    /// A filled disc.
    pub fn disc(&self, x: f64, y: f64, radius: f64) {
        self.context.begin_path();
        let _ = self.context.arc(x, y, radius, 0.0, TAU);
        self.context.fill();
    }

    /// An oblong with round corners, filled and stroked with the colours that are set.
    pub fn plate(&self, x: f64, y: f64, width: f64, height: f64, radius: f64) {
        self.context.begin_path();
        let _ = self.context.round_rect_with_f64(x, y, width, height, radius);
        self.context.fill();
        self.context.stroke();
    }

    /// An envelope's flap: a bow that hangs between two points, down to a depth, filled.
    pub fn flap(&self, from: (f64, f64), to: (f64, f64), depth: f64) {
        self.context.begin_path();
        self.context.move_to(from.0, from.1);
        let below = from.1 + (depth - from.1) * 2.0;
        self.context.quadratic_curve_to((from.0 + to.0) / 2.0, below, to.0, to.1);
        self.context.fill();
    }

    /// Slanting lines across an oblong: a share with two owners shows by shape as well as by hue.
    pub fn hatch(&self, x: f64, y: f64, width: f64, height: f64) {
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
        self.context.begin_path();
        let mut at = x - height;
        while at < x + width {
            self.context.move_to(at, y + height);
            self.context.line_to(at + height, y);
            at += 5.0;
        }
        self.context.stroke();
        self.context.restore();
    }

    /// A text; returns nothing, because measuring would cost more than writing.
    pub fn write(&self, text: &str, x: f64, y: f64) {
        let _ = self.context.fill_text(text, x, y);
    }

    /// How wide a text would be, in CSS pixels.
    pub fn measure(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |metrics| metrics.width())
    }
}
