//! The parameters of an instrument: one table for hosts, commands and pages.

use carom_shapes::material;

/// How the values of a parameter are spread over its range.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// In proportion: the range begins above 0.
    Log,
    /// Whole numbers from 0, each with a word.
    Words(fn() -> &'static [&'static str]),
}

/// What is to be known of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What it is called.
    pub name: &'static str,
    /// Its unit; `×` for a factor.
    pub unit: &'static str,
    /// Its lowest and highest value.
    pub range: [f64; 2],
    /// Its value unless an instrument has another.
    pub usual: f64,
    /// How its values are spread.
    pub scale: Scale,
    /// Whether notes can differ in it.
    pub per_note: bool,
    /// What it does.
    pub says: &'static str,
}

/// A parameter of an instrument. The number of each is the same for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Parameter {
    /// How loud everything is.
    Volume = 0,
    /// How heavy the hammer is.
    HammerMass = 1,
    /// How stiff the hammer is.
    Hardness = 2,
    /// How much stiffer it gets under pressure.
    Exponent = 3,
    /// What the contact loses.
    Loss = 4,
    /// Where the hammer strikes.
    Place = 5,
    /// How large the objects are.
    Size = 6,
    /// What the objects are made of.
    Material = 7,
    /// What the objects lose.
    Damping = 8,
    /// How fast the damper quiets them.
    Damper = 9,
    /// What a key does.
    Gesture = 10,
    /// How hard a key scrapes or rolls.
    Force = 11,
    /// How fast a key scrapes or rolls.
    Speed = 12,
    /// How fast a key drums.
    Rate = 13,
    /// The pitch of everything.
    Tune = 14,
    /// The speed of the softest blow.
    Softest = 15,
    /// The speed of the hardest blow.
    Hardest = 16,
}

/// What a key can do, as the words of [`Parameter::Gesture`].
pub const GESTURES: [&str; 4] = ["strike", "drum roll", "scrape", "roll"];

/// The materials by name; the first is that of the scene.
fn materials() -> &'static [&'static str] {
    use std::sync::OnceLock;
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let solid = material::all().iter().filter(|material| material.solid);
        std::iter::once("as written").chain(solid.map(|material| material.name)).collect()
    })
}

impl Parameter {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 17] = [
        Self::Volume,
        Self::HammerMass,
        Self::Hardness,
        Self::Exponent,
        Self::Loss,
        Self::Place,
        Self::Size,
        Self::Material,
        Self::Damping,
        Self::Damper,
        Self::Gesture,
        Self::Force,
        Self::Speed,
        Self::Rate,
        Self::Tune,
        Self::Softest,
        Self::Hardest,
    ];

    /// Its number, for hosts.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The parameter of a number.
    #[must_use]
    pub fn of_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }

    /// The parameter of a name, whatever its capitals.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parameter| parameter.about().name.eq_ignore_ascii_case(name))
    }

    /// What is to be known of it.
    #[must_use]
    pub const fn about(self) -> &'static About {
        &TABLE[self as usize]
    }

    /// A value brought into its range; whole where values are words. Nothing for what is no number.
    #[must_use]
    pub fn fit(self, value: f64) -> Option<f64> {
        let About { range: [low, high], scale, .. } = *self.about();
        let whole = matches!(scale, Scale::Words(_));
        let value = if whole { value.round() } else { value };
        (!value.is_nan()).then(|| value.clamp(low, high))
    }

    /// Where a value is on its scale, from 0 to 1.
    #[must_use]
    pub fn position(self, value: f64) -> f64 {
        let About { range: [low, high], scale, .. } = *self.about();
        match scale {
            Scale::Log => (value / low).ln() / (high / low).ln(),
            Scale::Linear | Scale::Words(_) => (value - low) / (high - low),
        }
    }

    /// The value at a place of its scale, from 0 to 1.
    #[must_use]
    pub fn at(self, position: f64) -> f64 {
        let About { range: [low, high], scale, .. } = *self.about();
        let position = position.clamp(0.0, 1.0);
        let value = match scale {
            Scale::Log => low * (position * (high / low).ln()).exp(),
            Scale::Linear | Scale::Words(_) => low + position * (high - low),
        };
        self.fit(value).unwrap_or(low)
    }

    /// A value moved by a share of its scale.
    #[must_use]
    pub fn moved(self, value: f64, share: f64) -> f64 {
        self.at(self.position(value) + share)
    }

    /// A value as people read it, with its unit.
    #[must_use]
    pub fn text(self, value: f64) -> String {
        let About { unit, scale, .. } = *self.about();
        match (scale, unit) {
            (Scale::Words(words), _) => {
                let word = words().get(value.max(0.0) as usize).copied();
                word.unwrap_or("?").to_owned()
            }
            (_, "×") => format!("×{}", digits(value)),
            (_, "") => digits(value),
            _ => format!("{} {unit}", digits(value)),
        }
    }

    /// A value as people write it: a number with its unit or without, or a word. Nothing for anything
    /// else, and for what is out of range.
    #[must_use]
    pub fn read(self, text: &str) -> Option<f64> {
        let About { unit, scale, range: [low, high], .. } = *self.about();
        let text = text.trim();
        if let Scale::Words(words) = scale
            && let Some(word) = words().iter().position(|word| word.eq_ignore_ascii_case(text))
        {
            return Some(word as f64);
        }
        let number = text.trim_start_matches(['×', 'x']);
        let number = number.strip_suffix(unit).unwrap_or(number).trim();
        let value: f64 = number.parse().ok()?;
        (low..=high).contains(&value).then(|| self.fit(value)).flatten()
    }
}

/// Three significant digits, without zeros that say nothing.
fn digits(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let places = (2 - value.abs().log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

const LINEAR: About = About {
    name: "",
    unit: "",
    range: [0.0, 1.0],
    usual: 0.0,
    scale: Scale::Linear,
    per_note: false,
    says: "",
};

const FACTOR: About =
    About { unit: "×", range: [0.1, 10.0], usual: 1.0, scale: Scale::Log, ..LINEAR };

/// In the order of their numbers.
static TABLE: [About; 17] = [
    About {
        name: "Volume",
        unit: "dB",
        range: [-60.0, 12.0],
        per_note: true,
        says: "How loud everything is.",
        ..LINEAR
    },
    About {
        name: "Hammer mass",
        says: "How heavy the hammer is, beside that of the scene: heavier is louder and duller.",
        ..FACTOR
    },
    About {
        name: "Hardness",
        range: [0.001, 1000.0],
        per_note: true,
        says: "The stiffness of the hammer, beside that of the scene: harder is brighter.",
        ..FACTOR
    },
    About {
        name: "Exponent",
        range: [1.0, 4.0],
        usual: 1.5,
        says: "How much stiffer the hammer gets under pressure: 1.5 for round solids, 2 to 3 for felt.",
        ..LINEAR
    },
    About {
        name: "Loss",
        range: [0.0, 10.0],
        usual: 1.0,
        unit: "×",
        says: "What the hammer loses inside, beside that of the scene.",
        ..LINEAR
    },
    About {
        name: "Place",
        usual: 0.3,
        per_note: true,
        says: "Where the hammer strikes: 0 is one end, 1 the other; of round things 0 is the centre.",
        ..LINEAR
    },
    About {
        name: "Size",
        range: [0.25, 4.0],
        says: "How large the objects are, also while they ring: larger is lower and louder.",
        ..FACTOR
    },
    About {
        name: "Material",
        range: [0.0, 21.0],
        scale: Scale::Words(materials),
        says: "What the objects are made of, also while they ring.",
        ..LINEAR
    },
    About {
        name: "Damping",
        range: [0.1, 100.0],
        says: "What the objects lose by themselves, beside that of the scene.",
        ..FACTOR
    },
    About {
        name: "Damper",
        unit: "s",
        range: [0.02, 10.0],
        usual: 0.2,
        scale: Scale::Log,
        says: "How long an object rings (T60) once its key is up and the felt on it.",
        ..LINEAR
    },
    About {
        name: "Gesture",
        range: [0.0, 3.0],
        scale: Scale::Words(|| &GESTURES),
        says: "What a key does: one blow, a drum roll, a probe that scrapes, a ball that rolls.",
        ..LINEAR
    },
    About {
        name: "Force",
        unit: "N",
        range: [0.05, 20.0],
        usual: 3.0,
        scale: Scale::Log,
        per_note: true,
        says: "What presses the probe or the ball, with full pressure on the key.",
    },
    About {
        name: "Speed",
        unit: "m/s",
        range: [0.01, 3.0],
        usual: 0.6,
        scale: Scale::Log,
        per_note: true,
        says: "How fast the probe or the ball moves, with the modulation wheel up.",
    },
    About {
        name: "Rate",
        unit: "1/s",
        range: [1.0, 40.0],
        usual: 12.0,
        scale: Scale::Log,
        says: "Strokes per second of a drum roll, with the modulation wheel up.",
        ..LINEAR
    },
    About {
        name: "Tune",
        unit: "st",
        range: [-12.0, 12.0],
        per_note: true,
        says: "The pitch of everything, in semitones.",
        ..LINEAR
    },
    About {
        name: "Softest",
        unit: "m/s",
        range: [0.01, 5.0],
        usual: 0.1,
        scale: Scale::Log,
        says: "The speed of the hammer for the softest key.",
        ..LINEAR
    },
    About {
        name: "Hardest",
        unit: "m/s",
        range: [0.1, 20.0],
        usual: 3.0,
        scale: Scale::Log,
        says: "The speed of the hammer for the hardest key.",
        ..LINEAR
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_names_and_places_in_the_table_agree() {
        for (i, parameter) in Parameter::ALL.into_iter().enumerate() {
            let about = parameter.about();
            assert_eq!(parameter.number() as usize, i);
            assert_eq!(Parameter::of_number(i as u32), Some(parameter));
            assert_eq!(Parameter::of_name(about.name), Some(parameter));
            assert!(about.range[0] <= about.usual && about.usual <= about.range[1], "{about:?}");
            if let Scale::Words(words) = about.scale {
                assert_eq!(words().len() as f64, about.range[1] + 1.0, "{}", about.name);
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for parameter in Parameter::ALL {
            let About { range: [low, high], usual, .. } = *parameter.about();
            for value in [low, usual, high, 0.5 * (low + high)] {
                let value = parameter.fit(value).unwrap();
                let read = parameter.read(&parameter.text(value)).unwrap();
                assert!(
                    (read - value).abs() <= 0.005 * value.abs(),
                    "{parameter:?} {value} {read}"
                );
            }
            assert_eq!(parameter.fit(f64::NAN), None);
            assert_eq!(parameter.read("a word that nobody knows"), None);
            assert_eq!(parameter.read("1e300"), None);
            assert_eq!(parameter.fit(f64::INFINITY), Some(high));
        }
        assert_eq!(Parameter::Gesture.read("Drum Roll"), Some(1.0));
        assert_eq!(Parameter::Volume.read("-6 dB"), Some(-6.0));
        assert_eq!(Parameter::Size.text(2.0), "×2");
    }
}
