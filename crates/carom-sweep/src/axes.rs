//! What the axes give to every row: a function of the number of the row alone.

use carom_files::{Findings, Part};
use carom_numeric::Random;

use crate::sobol::{DIMENSIONS, Dimension};
use crate::spec::{self, Axis, Given, Scale, Spec};

/// The most rows of a sweep.
pub const MOST_ROWS: u64 = 1_000_000_000;

/// All axes and how many rows they make.
#[derive(Clone, Debug)]
pub(crate) struct Axes {
    axes: Vec<Values>,
    samples: u64,
    pub(crate) rows: u64,
}

/// The values of one axis.
#[derive(Clone, Debug)]
struct Values {
    path: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Of the grid: its values change after so many points.
    Grid { every: u64, count: u64, values: Grid },
    /// Of the samples.
    Sampled { from: f64, to: f64, scale: Scale, source: Source },
}

#[derive(Clone, Debug)]
enum Grid {
    List(Vec<Given>),
    Between { from: f64, to: f64, scale: Scale },
}

#[derive(Clone, Debug)]
enum Source {
    Random { start: u64 },
    Sobol(Dimension),
}

impl Axes {
    /// The axes of a sweep, if nothing was found wrong so far; what is wrong with them is added to the findings.
    pub(crate) fn new(spec: &Spec, findings: &mut Findings) -> Option<Self> {
        if spec.axis.is_empty() {
            let help = "add an [[axis]] with path and kind";
            findings.error(&Part::root(), "", "there is no axis", "nothing is varied", help);
        }
        for (i, axis) in spec.axis.iter().enumerate() {
            let part = Part::new("axis", i, format!("axis `{}`", axis.path()));
            check_axis(axis, &part, findings);
            if spec.axis[..i].iter().any(|other| other.path() == axis.path()) {
                let help = "each value has one axis";
                findings.error(&part, "path", "it has an axis already", "again", help);
            }
        }
        check_samples(spec, findings);
        let rows = check_rows(spec, findings);
        findings.errors.is_empty().then(|| Self::of(spec, rows))
    }

    fn of(spec: &Spec, rows: u64) -> Self {
        let samples = spec.samples.unwrap_or(1);
        let mut every = rows / samples;
        let (mut randoms, mut sobols) = (0, 0);
        let axis = |axis: &Axis| {
            let mut grid = |count: u64, values: Grid| {
                every /= count;
                Kind::Grid { every, count, values }
            };
            let kind = match axis {
                Axis::List(list) => grid(list.values.len() as u64, Grid::List(list.values.clone())),
                Axis::Linear(steps) => grid(steps.count, between(steps, Scale::Linear)),
                Axis::Log(steps) => grid(steps.count, between(steps, Scale::Log)),
                Axis::Random(spec::Random { from, to, scale, seed, .. }) => {
                    // Axes with the same seed are independent all the same.
                    randoms += 1;
                    let mut seeds = Random::new(*seed);
                    let start = (0..randoms).map(|_| seeds.bits()).last().unwrap_or(*seed);
                    let source = Source::Random { start };
                    Kind::Sampled { from: *from, to: *to, scale: *scale, source }
                }
                Axis::Sobol(spec::Sobol { from, to, scale, .. }) => {
                    sobols += 1;
                    let source = Source::Sobol(Dimension::new(sobols - 1));
                    Kind::Sampled { from: *from, to: *to, scale: *scale, source }
                }
            };
            Values { path: axis.path().to_owned(), kind }
        };
        Self { axes: spec.axis.iter().map(axis).collect(), samples, rows }
    }

    /// How many axes there are.
    pub(crate) fn count(&self) -> usize {
        self.axes.len()
    }

    /// The path of an axis.
    pub(crate) fn path(&self, axis: usize) -> &str {
        &self.axes[axis].path
    }

    /// Whether every value of an axis is a number.
    pub(crate) fn is_numeric(&self, axis: usize) -> bool {
        match &self.axes[axis].kind {
            Kind::Grid { values: Grid::List(list), .. } => {
                list.iter().all(|value| matches!(value, Given::Number(_)))
            }
            _ => true,
        }
    }

    /// The value of an axis in a row.
    pub(crate) fn value(&self, axis: usize, row: u64) -> Given {
        let (point, sample) = (row / self.samples, row % self.samples);
        match &self.axes[axis].kind {
            Kind::Grid { every, count, values } => {
                let i = point / every % count;
                match values {
                    Grid::List(list) => list[i as usize].clone(),
                    Grid::Between { from, to, scale } => {
                        let share = i as f64 / (*count - 1).max(1) as f64;
                        Given::Number(scaled(*from, *to, *scale, share))
                    }
                }
            }
            Kind::Sampled { from, to, scale, source } => {
                let share = match source {
                    Source::Random { start } => nth(*start, sample),
                    Source::Sobol(dimension) => dimension.at(sample),
                };
                Given::Number(scaled(*from, *to, *scale, share))
            }
        }
    }

    /// The number that an axis gives to a row, if it is one.
    pub(crate) fn number(&self, axis: usize, row: u64) -> Option<f64> {
        match self.value(axis, row) {
            Given::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The assignments of a row.
    pub(crate) fn assignments(&self, row: u64) -> Vec<String> {
        let assignment = |axis| format!("{}={}", self.path(axis), written(&self.value(axis, row)));
        (0..self.count()).map(assignment).collect()
    }
}

/// A value as TOML.
pub(crate) fn written(value: &Given) -> String {
    match value {
        Given::Number(number) if is_whole(*number) => format!("{number:.0}"),
        Given::Number(number) => format!("{number:?}"),
        // A text of JSON is one of TOML.
        Given::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Given::Flag(flag) => flag.to_string(),
        Given::Numbers(list) => {
            let parts: Vec<_> =
                list.iter().map(|number| written(&Given::Number(*number))).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

/// A number that a file may have as a whole number; −0 keeps its sign.
pub(crate) fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() < 9e15 && (number != 0.0 || number.is_sign_positive())
}

fn between(steps: &spec::Steps, scale: Scale) -> Grid {
    Grid::Between { from: steps.from, to: steps.to, scale }
}

/// The number at this share of the way.
fn scaled(from: f64, to: f64, scale: Scale, share: f64) -> f64 {
    match scale {
        _ if share == 1.0 => to,
        Scale::Linear => from + (to - from) * share,
        Scale::Log => from * (to / from).powf(share),
    }
}

/// A number of the random sequence with this start, from 0 to below 1: the generator counts, so that any of
/// its numbers can be had without those before.
fn nth(start: u64, index: u64) -> f64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    Random::new(start.wrapping_add(index.wrapping_mul(STEP))).uniform(0.0, 1.0)
}

fn check_axis(axis: &Axis, part: &Part, findings: &mut Findings) {
    let (from, to, scale) = match axis {
        Axis::List(list) => {
            if list.values.is_empty() {
                let help = "`values` must have one value or more";
                findings.error(part, "values", "`values` is empty", "nothing to compute", help);
            }
            return;
        }
        Axis::Linear(steps) => (steps.from, steps.to, Scale::Linear),
        Axis::Log(steps) => (steps.from, steps.to, Scale::Log),
        Axis::Random(random) => (random.from, random.to, random.scale),
        Axis::Sobol(sobol) => (sobol.from, sobol.to, sobol.scale),
    };
    for (field, value) in [("from", from), ("to", to)] {
        if scale == Scale::Log && value <= 0.0 {
            let message = format!("`{field}` is {value:?}");
            let help = format!("`{field}` must be above 0, as ratios are equal");
            findings.error(part, field, &message, "out of range", &help);
        }
    }
}

fn is_sampled(axis: &Axis) -> bool {
    matches!(axis, Axis::Random(_) | Axis::Sobol(_))
}

fn check_samples(spec: &Spec, findings: &mut Findings) {
    let root = Part::root();
    let sampled = spec.axis.iter().any(is_sampled);
    if sampled && spec.samples.is_none() {
        let help =
            "add samples = …: how many rows the axes of the kinds random and sobol take together";
        findings.error(&root, "", "missing key `samples`", "`samples` is missing here", help);
    }
    if !sampled && spec.samples.is_some() {
        let help = "leave it out, or add an axis of the kind random or sobol";
        findings.error(&root, "samples", "`samples` has no effect", "nothing is sampled", help);
    }
    let sobols = spec.axis.iter().filter(|axis| matches!(axis, Axis::Sobol(_))).count();
    if sobols > DIMENSIONS {
        let message = format!("{sobols} axes are of the kind sobol");
        let help = format!("at most {DIMENSIONS} are possible; take the kind random for others");
        findings.error(&root, "axis", &message, "too many", &help);
    }
}

fn check_rows(spec: &Spec, findings: &mut Findings) -> u64 {
    let count = |axis: &Axis| match axis {
        Axis::List(list) => list.values.len() as u64,
        Axis::Linear(steps) | Axis::Log(steps) => steps.count,
        Axis::Random(_) | Axis::Sobol(_) => 1,
    };
    let counts = spec.axis.iter().map(count).chain(spec.samples);
    let rows = counts.clone().fold(1.0, |rows, count| rows * count as f64);
    if rows > MOST_ROWS as f64 {
        let message = format!("the axes make {rows:.4e} rows");
        let help = format!("at most {MOST_ROWS} rows are possible: make the axes shorter");
        findings.error(&Part::root(), "axis", &message, "too many", &help);
        return 0;
    }
    counts.product()
}
