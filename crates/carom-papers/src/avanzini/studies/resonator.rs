//! Figure 5.5: contact time on a resonator, "Type II".

use carom::{Error, Mode, Voice, World};

use super::super::published::{Hammer, Published};
use super::contact_time::{SIMULATED, VELOCITY, Varied, shares};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("avanzini/fig-5.5", "Contact time on resonators, from light to heavy", fig_5_5)];

/// The partials (Hz) and their quality factor; the thesis gives neither.
pub(super) const PARTIALS: [f64; 3] = [500.0, 1200.0, 2300.0];
pub(super) const Q: f64 = 100.0;
/// Modal masses (kg), from light to heavy.
const MASSES: [f64; 4] = [0.05, 0.1, 1.0, 10.0];
/// No first contact takes longer than this (s).
const LONGEST: f64 = 0.2;
/// Random settings tried, and their seed.
const RANDOM: u32 = 2000;
const SEED: u64 = 55;

/// A hammer on a resonator.
pub(super) struct Strike {
    pub(super) hammer: Hammer,
    pub(super) velocity: f64,
    pub(super) partials: Vec<f64>,
    pub(super) q: f64,
    /// Of every mode (kg).
    pub(super) mass: f64,
}

impl Strike {
    pub(super) fn new(hammer: Hammer, mass: f64) -> Self {
        Self { hammer, velocity: VELOCITY, partials: PARTIALS.to_vec(), q: Q, mass }
    }

    /// The hammer just touches the resonator; by the K method, as in the thesis.
    pub(super) fn start(&self, rate: f64) -> Result<Voice, Error> {
        let mut world = World::new();
        let hammer = world.mass(self.hammer.mass)?;
        let modes = self.partials.iter().map(|hertz| Mode::ringing(self.mass, *hertz, self.q));
        let face = world.body(&modes.collect::<Vec<_>>())?;
        let Hammer { stiffness, exponent, mu, .. } = self.hammer;
        let law = Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu))?;
        // Every mode moves by as much where it is struck.
        let struck = face.weighing(&vec![1.0; self.partials.len()])?;
        world.contact(&hammer, struck, law)?;
        world.throw(&hammer, 0.0, self.velocity)?;
        Ok(carom_schemes::start(&world, rate, Method::Am1, Options::plain())?.0)
    }

    /// How long hammer and resonator first touch (s), and the most iterations of a step.
    pub(super) fn first_contact(&self, rate: f64) -> Result<(f64, u32)> {
        let mut voice = self.start(rate)?;
        while voice.logs()[0].first_contact_time.is_none() {
            if voice.frames() as f64 > LONGEST * rate {
                return Err("the hammer stays on the resonator".into());
            }
            voice.advance(1)?;
        }
        let time = voice.logs()[0].first_contact_time.unwrap_or(f64::NAN);
        Ok((time, voice.iterations_max()))
    }

    /// The same on a rigid surface, exactly.
    fn rigid(&self) -> Result<f64> {
        Ok(self.hammer.against_wall(self.velocity)?.contact_time())
    }
}

/// Figure 5.5.
fn fig_5_5() -> Result<Findings> {
    let published = Published::read()?;
    let (hammer, strikes) = (published.hammer, &published.strikes);
    let rate = strikes.rate;
    let mut figure = Figure::new("Collisions with a resonator of three partials")
        .caption("Solid: a rigid surface, (5.17). Markers: first contacts, simulated.");
    let printed = strikes.mass_over_stiffness;
    let likely = printed.map(|ratio| 1e-2 * ratio);
    let varied = [
        ("(a)", Varied::Mu(strikes.mu)),
        ("(b) As printed, to 300·10⁻¹²", Varied::Ratio(printed)),
        ("(b) To 300·10⁻¹⁴", Varied::Ratio(likely)),
    ];
    let (mut longer, mut excess) = (true, Vec::new());
    for (title, varied) in varied {
        let normalised = format!("{}, normalised", varied.name());
        let mut panel = Panel::new(title, normalised.as_str(), "contact time (ms)")
            .x_range(-0.03, 1.03)
            .y_include(0.0);
        let mut theory = Vec::new();
        for share in shares(61) {
            let exact = varied.hammer(&hammer, share).against_wall(VELOCITY)?;
            theory.push((share, 1e3 * exact.contact_time()));
        }
        panel = panel.with(Series::reference("rigid", theory));
        let mut most = 0.0_f64;
        for mass in MASSES {
            let mut points = Vec::new();
            for share in shares(SIMULATED) {
                let strike = Strike::new(varied.hammer(&hammer, share), mass);
                let (time, _) = strike.first_contact(rate)?;
                let ratio = time / strike.rigid()?;
                longer &= ratio > 1.0 - 1e-3;
                most = most.max(ratio - 1.0);
                points.push((share, 1e3 * time));
            }
            panel = panel.with(Series::markers(format!("m_o = {mass} kg"), points));
        }
        figure = figure.panel(panel);
        excess.push(100.0 * most);
    }
    let survey = Survey::run(&hammer, rate)?;
    let mut table = Table::new(["modal mass (kg)", "first contact (ms)", "rigid (ms)"]);
    let mut times = Vec::new();
    for mass in MASSES.into_iter().chain([1000.0]) {
        let strike = Strike::new(hammer, mass);
        // Thirty-two steps a sample: the time itself and not that of the sample rate.
        let (time, _) = strike.first_contact(32.0 * rate)?;
        table = table.row([
            mass.to_string(),
            format!("{:.5}", 1e3 * time),
            format!("{:.5}", 1e3 * strike.rigid()?),
        ]);
        times.push((mass, time));
    }
    let rigid = Strike::new(hammer, 1.0).rigid()?;
    let falling = times.windows(2).all(|pair| pair[1].1 < pair[0].1);
    let last = times.last().map_or(f64::NAN, |(_, time)| time / rigid - 1.0);
    let mut findings = Findings::new()
        .parameter("hammer", hammer.in_words())
        .parameter("velocity", format!("{VELOCITY} m/s (not given)"))
        .parameter(
            "resonator",
            format!("{PARTIALS:?} Hz, Q {Q}, modal masses {MASSES:?} kg (not given)"),
        )
        .parameter("simulations", format!("trapezoidal rule by the K method, {rate} Hz"))
        .text(
            "On the resonator of the figure the contact lasts longer the lighter it is, and \
             tends to that on a rigid surface as it gets heavy. That it is longer for any \
             setting is not so: partials that are slow against the contact let the surface go \
             like a free mass, and the reduced mass of two bodies makes the contact shorter, \
             by a quarter for the lightest.\n\nOver m/k as printed, (b), contacts last so long \
             that even the lightest resonator stands still against them, and nothing of what \
             the thesis sees in its figure would be seen. With 10⁻¹⁴ for 10⁻¹², which fits the \
             hammer of Fig. 5.1, it is all there.",
        )
        .figure(figure)
        .table(table)
        .checks([
            Check::claim("Fig. 5.5, text", "t₀ tends to the rigid surface as m_o grows")
                .holds(falling && last.abs() < 1e-4, format!("{last:+.1e} at 1000 kg")),
            survey.check(longer),
        ]);
    for (what, most) in
        ["over μ", "over m/k as printed", "over m/k to 300·10⁻¹⁴"].iter().zip(excess)
    {
        let locator = format!("Fig. 5.5, the most that a contact is longer, {what}");
        findings = findings.check(Check::unpublished(locator, most).unit("%"));
    }
    for (mass, time) in times {
        let locator = format!("Fig. 5.1's hammer on {mass} kg, first contact");
        let check = Check::unpublished(locator, 1e3 * time).named(format!("first-contact/{mass}"));
        findings = findings.check(check.unit("ms"));
    }
    Ok(findings)
}

/// First contacts at random settings beside those on a rigid surface.
struct Survey {
    /// How many were shorter, and the one that was shortest in comparison, in words.
    shorter: usize,
    example: String,
}

impl Survey {
    fn run(hammer: &Hammer, rate: f64) -> Result<Self> {
        let mut random = Random::new(SEED);
        let draw = |_| Strike {
            hammer: Hammer { mu: random.uniform(0.01, 1.0), ..*hammer },
            velocity: random.log_uniform(0.5, 4.0),
            partials: (0..3).map(|_| random.log_uniform(100.0, 4000.0)).collect(),
            q: random.log_uniform(5.0, 5000.0),
            mass: random.log_uniform(0.01, 10.0),
        };
        let drawn: Vec<Strike> = (0..RANDOM).map(draw).collect();
        // Finely enough that a permille is not the sample rate's.
        let work = |strike: &Strike| -> Result<f64> {
            Ok(strike.first_contact(4.0 * rate)?.0 / strike.rigid()? - 1.0)
        };
        let excess = parallel::map(&drawn, work, &mut |_| {})?;
        let shortest = drawn.iter().zip(&excess).min_by(|a, b| a.1.total_cmp(b.1));
        let example = shortest.map_or_else(String::new, |(strike, excess)| {
            let hertz = strike.partials.iter().map(|f| format!("{f:.0}")).collect::<Vec<_>>();
            format!(
                "{:+.1} % on {:.3} kg with partials at {} Hz",
                100.0 * excess,
                strike.mass,
                hertz.join(", ")
            )
        });
        Ok(Self { shorter: excess.iter().filter(|excess| **excess < -1e-3).count(), example })
    }

    fn check(&self, in_figure: bool) -> Check {
        let found = format!("shorter in {} of {RANDOM} settings: {}", self.shorter, self.example);
        let holds = self.shorter == 0 && in_figure;
        let inside = if in_figure { "holds" } else { "does not hold" };
        Check::claim("Section 5.2.2", "t₀ is longer than on a rigid surface for any setting")
            .named("always-longer")
            .holds(holds, found)
            .fails(format!(
                "On the resonator drawn here it {inside} throughout the figure. Where all \
                     partials are slow against the contact the surface gives way like a free mass \
                     m_o/N, and the contact lasts (1 + N·m_h/m_o)^(−1/(α+1)) times as long."
            ))
    }
}
