//! A game's physics makes a floor sound: a wooden box tumbles on a steel plate.
//!
//! The box is the game's own: a rigid rectangle in two dimensions, moved 240 times per second by a few lines
//! of code. Carom knows nothing of it and is told only what the box does to the floor. A corner that hits is
//! an impulse, at the sample between two ticks at which it arrived. A corner that rests is a force, for the
//! length of a tick. The floor sounds at 48 kHz, 200 samples per tick.
//!
//! ```sh
//! cargo run --release -p carom-shapes --example physics_loop
//! ```

use carom::{Body, Hands, Options, PortId, World};
use carom_shapes::{Edges, Plate, Resonator, STEEL};

const RATE: u64 = 48_000;
const TICKS: u64 = 240;
const BLOCK: u64 = RATE / TICKS;
const DT: f64 = 1.0 / TICKS as f64;
const GRAVITY: f64 = 9.81;
/// The length of the floor (m).
const FLOOR: f64 = 1.0;
/// A hit is spread over half a millisecond, as wood is soft. A corner slower than this (m/s) rests.
const HIT: u64 = 24;
const SLOW: f64 = 0.12;

/// The game's rigid body: half of the sides (m), mass, moment of inertia, and how it moves.
struct Crate {
    half: [f64; 2],
    mass: f64,
    inertia: f64,
    at: [f64; 2],
    angle: f64,
    velocity: [f64; 2],
    spin: f64,
}

/// What one corner did to the floor during a tick: where (0 to 1), when (share of the tick), how fast (m/s),
/// and with how much impulse (N·s).
struct Touch {
    along: f64,
    when: f64,
    speed: f64,
    impulse: f64,
}

impl Crate {
    /// A tick: the box falls; then impulses with friction stop the corners at the floor, one after the
    /// other and over again until all agree.
    fn tick(&mut self) -> [Option<Touch>; 4] {
        self.velocity[1] -= GRAVITY * DT;
        self.at = [self.at[0] + self.velocity[0] * DT, self.at[1] + self.velocity[1] * DT];
        self.angle += self.spin * DT;
        let (sin, cos) = self.angle.sin_cos();
        let arms = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[a, b]| {
            let [p, q] = [a * self.half[0], b * self.half[1]];
            [p * cos - q * sin, p * sin + q * cos]
        });
        let mut touches = [const { None }; 4];
        for (corner, arm) in (0..4).cycle().zip(arms.iter().cycle()).take(80) {
            let height = self.at[1] + arm[1];
            let speed = -(self.velocity[1] + self.spin * arm[0]);
            if height >= 0.0 || speed <= 0.0 {
                continue;
            }
            // The corner went `-height` too far at this speed: so much earlier it arrived. If it was
            // fast it bounces, once.
            let when = (1.0 + height / (speed * DT)).clamp(0.0, 1.0);
            let along = ((self.at[0] + arm[0]) / FLOOR).clamp(0.0, 1.0);
            let first = touches[corner].is_none();
            let bounce = if first && speed > SLOW { 0.45 } else { 0.0 };
            let touch = touches[corner].get_or_insert(Touch { along, when, speed, impulse: 0.0 });
            let yields = |arm: f64| 1.0 / self.mass + arm * arm / self.inertia;
            let impulse = (1.0 + bounce) * speed / yields(arm[0]);
            let grip = (self.velocity[0] - self.spin * arm[1]) / yields(arm[1]);
            let friction = -grip.clamp(-0.4 * impulse, 0.4 * impulse);
            self.velocity[0] += friction / self.mass;
            self.velocity[1] += impulse / self.mass;
            self.spin += (arm[0] * impulse - arm[1] * friction) / self.inertia;
            touch.impulse += impulse;
        }
        // Back to the floor, all but a trace, so that what rests goes on touching.
        let deepest = arms.iter().map(|arm| self.at[1] + arm[1]).fold(0.0, f64::min);
        self.at[1] -= (deepest + 1e-5).min(0.0);
        touches
    }
}

/// Tells the floor what a corner does in the tick that begins at this sample. Positive is down here.
fn tell(
    hands: &mut Hands,
    floor: &Body,
    foot: PortId,
    from: u64,
    touch: Option<&Touch>,
) -> Result<(), carom::Error> {
    let place = |touch: &Touch| floor.at([touch.along, 0.4]);
    let (hit, rest) = (touch.filter(|t| t.speed > SLOW), touch.filter(|t| t.speed <= SLOW));
    // A push lasts until the next one. The point where it acts moves to where the corner rests.
    if let Some(rest) = rest {
        hands.at(from).move_port(foot, place(rest)?)?;
    }
    hands.at(from).push(foot, rest.map_or(0.0, |rest| rest.impulse / DT))?;
    if let Some(hit) = hit {
        // Half a wave of a sine, as a row of impulses where the corner is.
        let first = from + (hit.when * BLOCK as f64) as u64;
        let risen = |n: u64| 0.5 - 0.5 * (std::f64::consts::PI * n as f64 / HIT as f64).cos();
        for n in 0..HIT {
            let impulse = (risen(n + 1) - risen(n)) * hit.impulse;
            hands.at(first + n).impulse_at(place(hit)?, impulse)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (length, width, thickness) = (FLOOR, 0.5, 0.01);
    let plate = Plate { length, width, thickness, edges: Edges::Supported, ..Plate::default() };
    let mut world = World::new();
    let floor = world.body(&plate.of(&STEEL)?)?;
    let mut feet = Vec::new(); // a point to push at for each corner; it moves to where the corner rests
    for _ in 0..4 {
        feet.push(world.port(floor.at([0.5, 0.4])?)?);
    }
    world.pickup(floor.at([0.27, 0.7])?)?;
    let (mut voice, mut hands) = world.start(RATE as f64, Options::default())?;

    let (half, mass) = ([0.04, 0.025], 0.06);
    let inertia = mass * (half[0] * half[0] + half[1] * half[1]) / 3.0;
    let (at, velocity) = ([0.2, 0.35], [0.35, 0.0]);
    let mut thrown = Crate { half, mass, inertia, at, angle: 0.5, velocity, spin: 3.0 };
    let mut given = 0.0;
    println!(" tick  place  impulse (mN·s)  level (dB)");
    for tick in 0..3 * TICKS {
        // First what happens between this tick and the next, then its sound: nothing is ever late.
        let touches = thrown.tick();
        for (foot, touch) in feet.iter().zip(&touches) {
            tell(&mut hands, &floor, *foot, tick * BLOCK, touch.as_ref())?;
        }
        let mut sound = [0.0f32; BLOCK as usize];
        voice.process(&mut [&mut sound]);

        let square = sound.iter().map(|x| f64::from(x * x)).sum::<f64>() / BLOCK as f64;
        for touch in touches.iter().flatten() {
            given += touch.impulse;
            if touch.speed > SLOW {
                let (impulse, level) = (1e3 * touch.impulse, 10.0 * square.log10());
                println!("{tick:5}  {:.3} {impulse:15.2} {level:11.1}", touch.along);
            }
        }
    }

    let (ledger, counts) = (voice.ledger(), voice.counts());
    println!("\nimpulse {given:.4} N·s; weight times time {:.4} N·s", mass * GRAVITY * 3.0);
    println!("commands too late {}, stopped: {:?}", counts.late, voice.stopped());
    let energies = [ledger.supplied(), ledger.stored(), ledger.dissipated(), ledger.residual()];
    let [supplied, stored, dissipated, missing] = energies.map(|joules| 1e3 * joules);
    println!("energy of the floor (mJ): supplied {supplied:.5}, stored {stored:.5},");
    println!("dissipated {dissipated:.5}, missing {missing:.1e}");
    Ok(())
}
