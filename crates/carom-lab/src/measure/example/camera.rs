//! Frames as a high-speed camera would take them.

use carom::numeric::Random;

use super::noise::normal;
use super::ride::{Ride, State};
use crate::measure::Wall;

/// A camera above the table and two coloured landmarks on the puck.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Pixels to the right.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Metres per pixel.
    pub scale: f64,
    /// Frames per second.
    pub rate: f64,
    /// Where the wall lies in the image.
    pub wall: Wall,
    /// The pixel, right and down, in which x = 0, z = 0.
    pub origin: [f64; 2],
    /// Radius of the puck (m).
    pub radius: f64,
    /// Distance between the landmarks (m).
    pub distance: f64,
    /// Radius of a landmark (m).
    pub landmark: f64,
    /// Standard deviation of a pixel, in levels of 255.
    pub noise: f64,
}

const TABLE: [f64; 3] = [176.0, 182.0, 188.0];
const WALL: [f64; 3] = [92.0, 84.0, 78.0];
const PUCK: [f64; 3] = [232.0, 230.0, 222.0];
const RED: [f64; 3] = [206.0, 44.0, 38.0];
const GREEN: [f64; 3] = [34.0, 158.0, 62.0];

impl Camera {
    /// Where the landmarks are, right and down (pixels): the truth that a frame shows.
    #[must_use]
    pub fn landmarks(&self, state: &State) -> [[f64; 2]; 2] {
        let [x, z, angle] = state.place;
        let (sin, cos) = angle.sin_cos();
        let half = 0.5 * self.distance;
        [1.0, -1.0].map(|side| self.pixel([x + side * half * sin, z + side * half * cos]))
    }

    fn pixel(&self, [x, z]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = self.wall.angle.sin_cos();
        let (right, up) = (cos * x - sin * z, sin * x + cos * z);
        [self.origin[0] + right / self.scale, self.origin[1] - up / self.scale]
    }

    /// One frame: red, green and blue of every pixel, row by row from the top.
    #[must_use]
    pub fn frame(&self, state: &State, random: &mut Random) -> Vec<u8> {
        let [red, green] = self.landmarks(state);
        let centre = self.pixel([state.place[0], state.place[1]]);
        let (disc, mark) = (self.radius / self.scale, self.landmark / self.scale);
        let mut bytes = Vec::with_capacity(3 * self.width * self.height);
        for row in 0..self.height {
            for column in 0..self.width {
                let at = [column as f64, row as f64];
                let z = self.wall.axes(at[0] - self.origin[0], self.origin[1] - at[1])[1];
                let mut colour = mixed(TABLE, WALL, (0.5 - z).clamp(0.0, 1.0));
                colour = mixed(colour, PUCK, covered(at, centre, disc));
                colour = mixed(colour, RED, covered(at, red, mark));
                colour = mixed(colour, GREEN, covered(at, green, mark));
                for level in colour {
                    let seen = level + self.noise * normal(random);
                    bytes.push(seen.round().clamp(0.0, 255.0) as u8);
                }
            }
        }
        bytes
    }

    /// `count` frames of a ride as PNG files.
    pub fn film(
        &self,
        ride: &Ride,
        count: usize,
        random: &mut Random,
    ) -> Result<Vec<Vec<u8>>, png::EncodingError> {
        let frame = |i: usize| self.png(&self.frame(&ride.at(i as f64 / self.rate), random));
        (0..count).map(frame).collect()
    }

    /// A frame as a PNG file.
    pub fn png(&self, pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(pixels)?;
        writer.finish()?;
        Ok(bytes)
    }
}

fn mixed(under: [f64; 3], over: [f64; 3], share: f64) -> [f64; 3] {
    std::array::from_fn(|i| under[i] + share * (over[i] - under[i]))
}

/// The share of a pixel that a disc covers: by samples where its edge passes.
fn covered(at: [f64; 2], centre: [f64; 2], radius: f64) -> f64 {
    const FINE: i32 = 8;
    let [x, y] = [at[0] - centre[0], at[1] - centre[1]];
    let distance = x.hypot(y);
    if (distance - radius).abs() > 0.75 {
        return if distance < radius { 1.0 } else { 0.0 };
    }
    let offset = |i: i32| (f64::from(i) + 0.5) / f64::from(FINE) - 0.5;
    let inside = |(i, j)| (x + offset(i)).hypot(y + offset(j)) < radius;
    let places = (0..FINE).flat_map(|i| (0..FINE).map(move |j| (i, j)));
    places.filter(|&place| inside(place)).count() as f64 / f64::from(FINE * FINE)
}
