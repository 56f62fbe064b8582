//! What the user typed, and the experiment that it means.

use std::io;
use std::path::{Path, PathBuf};

use carom::Method;
use carom::law::Damping;
use carom_files::WholeFile;
use carom_lab::impact::{
    Correct, DEFAULT_RATE, ForceDuring, Impact, InvalidImpact, ReboundKind, Rebounds,
};
use clap::{Args, ValueEnum};

use crate::failure::Failure;

/// A mass meets a rigid wall: the exact answer, and what each scheme makes of it.
///
/// The force is k·x^α·(1 + μ·v), Hunt and Crossley's, with x the compression and v its rate.
/// Velocities are positive into the wall, so the outgoing one is negative.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The mass, above 0
    #[arg(long, value_name = "KG")]
    mass: f64,

    /// The stiffness k, above 0
    #[arg(long, value_name = "N/M^A")]
    stiffness: f64,

    /// The exponent α, 1 or above (1.5 for Hertz)
    #[arg(long, value_name = "ALPHA")]
    exponent: f64,

    /// The damping μ = λ/k, 0 or above; without any damping the impact is lossless
    #[arg(long, value_name = "S/M", group = "damping")]
    mu: Option<f64>,

    /// The damping λ = μ·k (N·s/m^(α+1)), 0 or above
    #[arg(long, value_name = "LAMBDA", group = "damping")]
    lambda: Option<f64>,

    /// The restitution wanted at --velocity, above 0 and at most 1
    #[arg(long, value_name = "E", group = "damping")]
    restitution: Option<f64>,

    /// The velocity towards the wall, above 0
    #[arg(long, value_name = "M/S")]
    velocity: f64,

    /// The sample rate, above 0
    #[arg(long, value_name = "HZ", default_value_t = DEFAULT_RATE)]
    rate: f64,

    /// Steps per sample: a whole number, or `auto` for at least twenty steps during the contact
    #[arg(long, value_name = "N|auto", default_value = "1", value_parser = substeps)]
    substeps: Substeps,

    /// Start at x = −phase·velocity/rate, 0 to 1: where between two samples the impact falls
    #[arg(long, value_name = "0..1", default_value_t = 0.0)]
    phase: f64,

    /// The schemes, separated by commas, or `all`
    #[arg(long, value_name = "NAME,...", default_value = "all")]
    scheme: String,

    /// What to correct: hybrid (x from v in contact), v-out (v at release), both of these, duration
    /// (stiffness in closed form) or duration-phase (stiffness for where between samples it falls)
    #[arg(long, value_enum, default_value_t = CorrectName::None)]
    correct: CorrectName,

    /// A constant force on the mass, positive towards the wall
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    force: f64,

    /// When the force acts: always, or only while the mass does not touch the wall
    #[arg(long, value_enum, default_value_t = During::Always)]
    force_during: During,

    /// A sequence of this many impacts instead of one
    #[arg(long, value_name = "N")]
    rebounds: Option<u32>,

    /// How one impact follows another: restarted at the wall, or in flight until the force brings
    /// the mass back
    #[arg(long, value_enum, default_value_t = Kind::Restart, requires = "rebounds")]
    rebound_kind: Kind,

    /// Print one JSON object, SI units, full precision
    #[arg(long)]
    pub(super) json: bool,

    /// Write every step of every run to a table
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,

    /// Draw phase portrait, force and energy, with the exact curves
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  A hard impact of six samples, by every scheme:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --mu 0.5 --velocity 1
  The same, drawn:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --mu 0.5 --velocity 1 --plot hard.svg
  A contact that lasts as long as it should, wherever it falls between two samples:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --velocity 1 --phase 0.3 \\
                 --scheme two-point --correct duration-phase
  A ball that bounces a hundred times:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --restitution 0.99 --velocity 1 \\
                 --force 0.0981 --rebounds 100 --rebound-kind flight

Schemes: am1, verlet, heun, rk4, two-point, three-point, quadratic, quadratised.
A run that fails (complex root, energy gained, correction refused) says so in its row and leaves
the exit status 0. Exit status: 0 done, 2 bad input, 3 could not write.";

#[derive(Clone, Copy)]
enum Substeps {
    Count(u32),
    Auto,
}

fn substeps(text: &str) -> Result<Substeps, String> {
    let allowed = "a whole number from 1 to 1000000, or auto";
    match text.parse() {
        Ok(count) if (1..=1_000_000).contains(&count) => Ok(Substeps::Count(count)),
        _ if text == "auto" => Ok(Substeps::Auto),
        _ => Err(format!("it must be {allowed}")),
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum CorrectName {
    None,
    Hybrid,
    VOut,
    Both,
    Duration,
    DurationPhase,
}

#[derive(Clone, Copy, ValueEnum)]
enum During {
    Always,
    Free,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Restart,
    Flight,
}

impl Arguments {
    /// The experiment that was meant.
    pub(super) fn experiment(&self) -> Result<Impact, Failure> {
        let mut impact = Impact {
            damping: self.damping(),
            velocity: self.velocity,
            rate: self.rate,
            phase: self.phase,
            force: self.force,
            force_during: match self.force_during {
                During::Always => ForceDuring::Always,
                During::Free => ForceDuring::Free,
            },
            rebounds: self.rebounds.map(|count| Rebounds {
                count,
                kind: match self.rebound_kind {
                    Kind::Restart => ReboundKind::Restart,
                    Kind::Flight => ReboundKind::Flight,
                },
            }),
            methods: self.methods()?,
            correct: self.correct(),
            ..Impact::new(self.mass, self.stiffness, self.exponent)
        };
        impact.check().map_err(|error| Failure::Input(as_flag(&error)))?;
        self.check_files()?;
        impact.substeps = match self.substeps {
            Substeps::Count(count) => count,
            Substeps::Auto => enough_substeps(&impact)?,
        };
        Ok(impact)
    }

    /// Two files, neither of which is where the report goes.
    fn check_files(&self) -> Result<(), Failure> {
        for (flag, path) in [("--csv", &self.csv), ("--plot", &self.plot)] {
            let Some(path) = path else { continue };
            let standard = ["-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"];
            if standard.iter().any(|name| path.as_os_str() == *name) {
                return Err(Failure::Input(format!(
                    "{flag} {}: standard output holds the report; name a file",
                    path.display()
                )));
            }
        }
        if self.csv.is_some() && self.csv == self.plot {
            return Err(Failure::Input("--csv and --plot name the same file".into()));
        }
        Ok(())
    }

    /// The picture, opened before anything is computed.
    pub(super) fn open_plot(&self) -> Result<Option<(&Path, WholeFile)>, Failure> {
        let Some(path) = &self.plot else { return Ok(None) };
        let file = WholeFile::create(path).map_err(|error| self.cannot_write_plot(&error))?;
        Ok(Some((path, file)))
    }

    pub(super) fn cannot_write_plot(&self, error: &io::Error) -> Failure {
        Failure::writing(self.plot.as_deref().unwrap_or(Path::new("the plot")), error)
    }

    fn damping(&self) -> Damping {
        match (self.mu, self.lambda, self.restitution) {
            (_, Some(lambda), _) => Damping::Lambda(lambda),
            (_, _, Some(restitution)) => Damping::Restitution { restitution, speed: self.velocity },
            (mu, ..) => Damping::Mu(mu.unwrap_or(0.0)),
        }
    }

    fn methods(&self) -> Result<Vec<Method>, Failure> {
        if self.scheme == "all" {
            return Ok(Method::CONTACT.to_vec());
        }
        let mut methods: Vec<Method> = Vec::new();
        for name in self.scheme.split(',') {
            let wrong = |why: String| Failure::Input(format!("--scheme {}: {why}", self.scheme));
            let name = name.trim().to_lowercase();
            let method = name.parse().map_err(|error| wrong(format!("{error}, or all alone")))?;
            if methods.contains(&method) {
                return Err(wrong(format!("{method} is there twice")));
            }
            methods.push(method);
        }
        Ok(methods)
    }

    fn correct(&self) -> Correct {
        match self.correct {
            CorrectName::None => Correct::None,
            CorrectName::Hybrid => Correct::Hybrid,
            CorrectName::VOut => Correct::VOut,
            CorrectName::Both => Correct::Both,
            CorrectName::Duration => Correct::Duration,
            CorrectName::DurationPhase => Correct::DurationPhase,
        }
    }
}

/// How many steps per sample make the contact last twenty of them.
fn enough_substeps(impact: &Impact) -> Result<u32, Failure> {
    let steps = impact.enough_substeps().map_err(|error| Failure::Input(as_flag(&error)))?;
    if steps > 1e6 {
        return Err(Failure::Input(format!(
            "--substeps auto: {steps:.3e} steps per sample would be needed and at most 1000000 are \
             allowed; raise --rate or lower --stiffness"
        )));
    }
    Ok(steps as u32)
}

/// An error of the experiment in the words of the command line.
pub(super) fn as_flag(error: &InvalidImpact) -> String {
    match error {
        InvalidImpact::Value(error) => {
            format!("--{} is {}, it must be {}", error.field, error.value, error.allowed)
        }
        InvalidImpact::NoReturn(_) | InvalidImpact::NeverTouches(_) => format!("--{error}"),
    }
}
