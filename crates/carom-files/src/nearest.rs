//! The name that a user may have meant.

use strsim::osa_distance;

/// The candidate that a mistyped name resembles most, if any does. Case does not matter.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(name.chars().count()) <= limit)
        .map(|candidate| (osa_distance(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean …?`, or `otherwise` where nothing resembles the name.
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    nearest(name, candidates)
        .map_or_else(|| otherwise.to_owned(), |candidate| format!("did you mean `{candidate}`?"))
}

/// How many candidates a message lists before it stops.
const LISTED: usize = 24;

/// `a, b, c`, cut short where there are very many.
pub fn listed<'a>(candidates: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = candidates.into_iter().collect();
    let shown = all.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
    if all.len() > LISTED { format!("{shown} and {} more", all.len() - LISTED) } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognised() {
        let keys = ["name", "mass", "velocity", "displacement", "frequency"];
        for (typed, meant) in [
            ("velocty", Some("velocity")),
            ("Mass", Some("mass")),
            ("anme", Some("name")),
            ("frequencies", Some("frequency")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, keys), meant, "{typed}");
        }
        assert_eq!(nearest("schlagel", ["schlägel"]), Some("schlägel"));
    }
}
