//! What somebody may have meant.

/// The candidate that a mistyped name resembles most, if any does.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean …?`, or what to say where nothing resembles the name.
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

/// Letters to insert, delete, replace or swap with their neighbour, without regard to case;
/// anything above the limit stands for «far».
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let letters = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
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
