//! A game's physics makes a floor sound: a wooden box tumbles on a steel plate.
//!
//! The box is the game's own: a rigid rectangle in two dimensions, moved 240 times per second by a few lines
//! of code. Carom knows nothing of it and is told only what the box does to the floor. A hit is an impulse,
//! at the sample between two ticks at which the corner arrived; a corner that rests is a force for the length
//! of a tick. The floor sounds at 48 kHz, 200 samples per tick.
//!
//! ```sh
//! cargo run --release -p carom-shapes --example physics_loop
//! ```

use carom::{Hands, Options, PortId, World};
use carom_shapes::{Edges, Plate, Resonator, STEEL};

const RATE: u64 = 48_000;
const TICKS: u64 = 240;
const BLOCK: u64 = RATE / TICKS;
const DT: f64 = 1.0 / TICKS as f64;
const GRAVITY: f64 = 9.81;
/// The floor (m), and at how many points along it the box can be felt.
const FLOOR: f64 = 1.0;
const POINTS: usize = 33;
/// A hit is spread over half a millisecond, as wood is soft; one that is slower (m/s) than this is rest.
const HIT: u64 = 24;
const SLOW: f64 = 0.12;

/// The game's rigid body: position, angle, velocities, half of the sides (m), mass, moment of inertia.
struct Crate {
    at: [f64; 2],
    angle: f64,
    velocity: [f64; 2],
    spin: f64,
    half: [f64; 2],
    mass: f64,
    inertia: f64,
}

/// What one corner did to the floor during a tick.
struct Touch {
    along: f64,
    /// When, as a share of the tick.
    when: f64,
    speed: f64,
    impulse: f64,
}

impl Crate {
    fn energy(&self) -> f64 {
        let [vx, vy] = self.velocity;
        0.5 * (self.mass * (vx * vx + vy * vy) + self.inertia * self.spin * self.spin)
            + self.mass * GRAVITY * self.at[1]
    }

    /// A tick: fall, then stop every corner at the floor by impulses with friction, corner by corner and
    /// over again until all agree.
    fn tick(&mut self) -> Vec<Touch> {
        self.velocity[1] -= GRAVITY * DT;
        self.at = [self.at[0] + self.velocity[0] * DT, self.at[1] + self.velocity[1] * DT];
        self.angle += self.spin * DT;
        let (sin, cos) = self.angle.sin_cos();
        let arms = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[a, b]| {
            let [p, q] = [a * self.half[0], b * self.half[1]];
            [p * cos - q * sin, p * sin + q * cos]
        });
        let mut touches: [Option<Touch>; 4] = [const { None }; 4];
        for (corner, arm) in (0..4).cycle().zip(arms.iter().cycle()).take(80) {
            let touch = &mut touches[corner];
            let height = self.at[1] + arm[1];
            let speed = -(self.velocity[1] + self.spin * arm[0]);
            if height >= 0.0 || speed <= 0.0 {
                continue;
            }
            // It went `-height` too far at this speed: so much earlier it arrived. A fast one bounces, once.
            let when = (1.0 + height / (speed * DT)).clamp(0.0, 1.0);
            let bounce = if touch.is_none() && speed > SLOW { 0.45 } else { 0.0 };
            let along = (self.at[0] + arm[0]) / FLOOR;
            let touch = touch.get_or_insert(Touch { along, when, speed, impulse: 0.0 });
            let impulse =
                (1.0 + bounce) * speed / (1.0 / self.mass + arm[0] * arm[0] / self.inertia);
            let slip = self.velocity[0] - self.spin * arm[1];
            let grip = slip / (1.0 / self.mass + arm[1] * arm[1] / self.inertia);
            let friction = -grip.clamp(-0.4 * impulse, 0.4 * impulse);
            self.velocity =
                [self.velocity[0] + friction / self.mass, self.velocity[1] + impulse / self.mass];
            self.spin += (arm[0] * impulse - arm[1] * friction) / self.inertia;
            touch.impulse += impulse;
        }
        // Back to the floor, all but a trace, so that what rests goes on touching.
        let deepest = arms.iter().map(|arm| self.at[1] + arm[1]).fold(0.0, f64::min);
        self.at[1] -= (deepest + 1e-5).min(0.0);
        touches.into_iter().flatten().collect()
    }
}

/// The two points beside a place, and what each bears of a load between them.
fn shares(along: f64) -> [(usize, f64); 2] {
    let x = along.clamp(0.0, 1.0) * (POINTS - 1) as f64;
    let left = (x as usize).min(POINTS - 2);
    [(left, 1.0 - (x - left as f64)), (left + 1, x - left as f64)]
}

/// Sends what happened in a tick: hits as impulses, rest as forces. `forces` is what the points bear.
fn feed(
    hands: &mut Hands,
    points: &[PortId],
    forces: &mut [f64],
    from: u64,
    touches: &[Touch],
) -> Result<(), carom::Error> {
    let mut wanted = [0.0; POINTS];
    for touch in touches {
        for (point, share) in shares(touch.along) {
            if touch.speed <= SLOW {
                wanted[point] += share * touch.impulse / DT;
                continue;
            }
            // Half a wave of a sine, as a row of impulses: unlike pushes, they add to whatever acts.
            let first = from + (touch.when * BLOCK as f64) as u64;
            for n in 0..HIT {
                let [rise, fall] =
                    [n, n + 1].map(|n| 0.5 * (std::f64::consts::PI * n as f64 / HIT as f64).cos());
                hands
                    .at(first + n)
                    .impulse(points[point], share * touch.impulse * (rise - fall))?;
            }
        }
    }
    for ((force, wanted), point) in forces.iter_mut().zip(wanted).zip(points) {
        if *force != wanted {
            hands.at(from).push(*point, wanted)?; // a push lasts until the next one at the same point
            *force = wanted;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let plate = Plate {
        length: FLOOR,
        width: 0.5,
        thickness: 0.01,
        edges: Edges::Supported,
        ..Plate::default()
    };
    let floor = world.body(&plate.of(&STEEL)?)?;
    // Hands push at points that were made before the start. Positive is down here: whoever pushes decides.
    let mut points = Vec::new();
    for point in 0..POINTS {
        points.push(world.port(floor.at([point as f64 / (POINTS - 1) as f64, 0.4])?)?);
    }
    world.pickup(floor.at([0.27, 0.7])?)?;
    let (mut voice, mut hands) = world.start(RATE as f64, Options::default())?;

    let (half, mass) = ([0.04, 0.025], 0.06);
    let inertia = mass * (half[0] * half[0] + half[1] * half[1]) / 3.0;
    let mut thrown = Crate {
        at: [0.2, 0.35],
        angle: 0.5,
        velocity: [0.35, 0.0],
        spin: 3.0,
        half,
        mass,
        inertia,
    };
    let mut forces = [0.0; POINTS];
    let (mut lost_before, start) = (0.0, thrown.energy());
    let (mut given, mut rested) = (0.0, 0.0);
    println!(" tick sample  place  impulse  level   box lost supplied   stored dissipated");
    println!("                       mN·s   dB*         mJ       mJ       mJ         mJ");
    for tick in 0..3 * TICKS {
        // First what happens between this tick and the next, then its sound: nothing is ever late.
        let touches = thrown.tick();
        feed(&mut hands, &points, &mut forces, tick * BLOCK, &touches)?;
        let mut sound = [0.0f32; BLOCK as usize];
        voice.process(&mut [&mut sound]);

        let level =
            10.0 * (sound.iter().map(|x| f64::from(x * x)).sum::<f64>() / BLOCK as f64).log10();
        let (ledger, lost) = (voice.ledger(), start - thrown.energy());
        for touch in touches {
            given += touch.impulse;
            if touch.speed <= SLOW {
                rested += touch.impulse;
                continue;
            }
            let sample = tick * BLOCK + (touch.when * BLOCK as f64) as u64;
            println!(
                "{tick:5} {sample:6}  {:.3} {:8.2} {level:6.1} {:10.3} {:8.4} {:8.4} {:10.4}",
                touch.along,
                1e3 * touch.impulse,
                1e3 * (lost - lost_before),
                1e3 * ledger.supplied(),
                1e3 * ledger.stored(),
                1e3 * ledger.dissipated()
            );
            lost_before = lost;
        }
        if tick % TICKS == TICKS - 1 {
            println!(
                "{:2} s: level {level:.1} dB, force on the floor {:.3} N",
                tick / TICKS + 1,
                forces.iter().sum::<f64>()
            );
        }
    }
    println!("* of the mean square velocity in the tick, 0 dB is 1 m/s\n");

    let ledger = voice.ledger();
    println!(
        "impulse given {given:.4} N·s, of which at rest {rested:.4}; weight by time {:.4}",
        mass * GRAVITY * 3.0
    );
    println!("commands too late {}, stopped: {:?}", voice.counts().late, voice.stopped());
    println!(
        "energy (mJ): box lost {:.3}; floor supplied {:.5}, stored {:.5}, dissipated {:.5}, missing {:.1e}",
        1e3 * (start - thrown.energy()),
        1e3 * ledger.supplied(),
        1e3 * ledger.stored(),
        1e3 * ledger.dissipated(),
        1e3 * ledger.residual()
    );
    Ok(())
}
