//! The analysis of a listening test: listeners that are made by a known model are found again.

use carom::numeric::Random;
use carom_files::csv::Table;
use carom_papers::avanzini::listening::{Answer, Model, analyse, answers};

const TRUTH: Model = Model {
    a: [-9.0, -6.0, -3.5],
    b: 2.5,
    c: 1.2,
    sd: [0.0; 5],
    log_likelihood: 0.0,
    log_likelihood_without: 0.0,
    slope: -1.2 / 2.5,
    slope_sd: 0.0,
};

/// Listeners who choose as the model says, each of a hundred sounds once.
fn listeners(count: u64, random: &mut Random) -> Vec<Answer> {
    let mut answers = Vec::new();
    for participant in 0..count {
        for (pitch, q) in (0..5).flat_map(|p| (0..20).map(move |q| (p, q))) {
            let pitch_hz = 1000.0 * 2f64.powf(f64::from(pitch) / 4.0);
            let decay_s =
                5.0 * 1000f64.powf(f64::from(q) / 19.0) / (std::f64::consts::PI * pitch_hz);
            let mut left = random.uniform(0.0, 1.0);
            let chances = TRUTH.chances(decay_s, pitch_hz);
            let chosen = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            let material = chosen.unwrap_or(3);
            answers.push(Answer { participant, pitch_hz, decay_s, material, confidence: 3.0 });
        }
    }
    answers
}

#[test]
fn the_model_that_made_the_answers_is_found_within_its_error_bars() {
    let mut random = Random::new(8);
    let (mut within, mut all) = (0, 0);
    for _ in 0..60 {
        let found = analyse(&listeners(10, &mut random)).unwrap();
        assert_eq!((found.listeners, found.answers), (10, 1000));
        let pairs = found.model.a.into_iter().chain([found.model.b, found.model.c]);
        let truth = TRUTH.a.into_iter().chain([TRUTH.b, TRUTH.c]);
        for ((found, truth), sd) in pairs.zip(truth).zip(found.model.sd) {
            within += u32::from((found - truth).abs() < sd);
            all += 1;
        }
        let slope = (found.model.slope - TRUTH.slope).abs();
        assert!(slope < 4.5 * found.model.slope_sd, "{:?}", found.model);
    }
    // A standard deviation holds 68 of 100.
    let share = f64::from(within) / f64::from(all);
    assert!((0.61..0.76).contains(&share), "{share}");
}

#[test]
fn boundaries_narrow_with_listeners_and_lie_where_two_materials_are_equally_likely() {
    let mut random = Random::new(3);
    let few = analyse(&listeners(4, &mut random)).unwrap();
    let many = analyse(&listeners(100, &mut random)).unwrap();
    for (k, (few, many)) in few.boundaries.iter().zip(&many.boundaries).enumerate() {
        let (wide, narrow) = (few.at[1].factor.ln(), many.at[1].factor.ln());
        assert!((3.0..8.0).contains(&(wide / narrow)), "{wide} {narrow}");
        let chances = TRUTH.chances(many.at[1].decay_s, many.at[1].pitch_hz);
        let below: f64 = chances[..=k].iter().sum();
        assert!((below - 0.5).abs() < 0.04, "{k}: {chances:?}");
    }
    assert_eq!(many.shares.len(), 100);
    for row in &many.shares {
        assert!((row.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && row.answers == 100);
    }
}

#[test]
fn what_says_nothing_is_refused_with_its_reason() {
    let mut random = Random::new(5);
    let all = listeners(5, &mut random);
    let refused = |answers: &[Answer], word: &str| {
        let error = analyse(answers).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    };
    refused(&all[..5], "too few");
    let never: Vec<Answer> = all.iter().filter(|one| one.material != 2).copied().collect();
    refused(&never, "glass");
    let backwards: Vec<Answer> =
        all.iter().map(|one| Answer { material: 3 - one.material, ..*one }).collect();
    refused(&backwards, "do not follow");
    let alike: Vec<Answer> = all.iter().map(|one| Answer { decay_s: 0.1, ..*one }).collect();
    refused(&alike, "same decay");
    let sharp: Vec<Answer> = all
        .iter()
        .map(|one| Answer {
            material: usize::from(one.decay_s > 0.01)
                + usize::from(one.decay_s > 0.05)
                + usize::from(one.decay_s > 0.3),
            ..*one
        })
        .collect();
    refused(&sharp, "sharply");
}

#[test]
fn a_table_is_read_or_refused_at_its_cell() {
    let head =
        "participant,trial,pitch_hz,q,decay_s,rubber,wood,glass,steel,confidence,plays,seconds\n";
    let read =
        |row: &str| answers(&Table::parse(&format!("{head}{row}\n"), "answers.csv").unwrap());
    let one = read("7,1,1000,50,0.0159,0,1,0,0,4,2,3.5").unwrap();
    assert_eq!((one[0].participant, one[0].material, one[0].confidence), (7, 1, 4.0));
    for (row, word) in [
        ("7,1,1000,50,0.0159,0,1,1,0,4,2,3.5", "2 materials"),
        ("7,1,1000,50,0.0159,0,0,0,0,4,2,3.5", "0 materials"),
        ("7,1,1000,50,0.0159,0,2,0,0,4,2,3.5", "`wood` is 2"),
        ("7,1,1000,50,-1,0,1,0,0,4,2,3.5", "`decay_s` is -1"),
        ("7,1,1000,50,0.0159,0,1,0,0,9,2,3.5", "`confidence` is 9"),
        ("1.5,1,1000,50,0.0159,0,1,0,0,4,2,3.5", "`participant` is 1.5"),
    ] {
        let error = read(row).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}
