//! Checks, printed numbers and names of studies.

use carom_papers::study::{Check, Printed, Verdict, all, select};

#[test]
fn verdicts_follow_the_printed_digits() {
    let of = |printed: &str, computed: f64| Check::printed("x", printed, computed).verdict();
    assert_eq!(of("0.255", 0.2551), Verdict::Reproduced);
    assert_eq!(of("0.255", 0.2570), Verdict::Differs);
    assert_eq!(of("0.255", f64::NAN), Verdict::Differs);
    assert_eq!(Check::unpublished("x", 1.0).verdict(), Verdict::NotPublished);
    assert_eq!(Check::at_most("x", "1e-7", 2e-8).verdict(), Verdict::Reproduced);
    assert_eq!(Check::at_most("x", "1e-7", 2e-7).verdict(), Verdict::Differs);
    assert_eq!(Check::claim("x", "c").holds(false, "f").verdict(), Verdict::Differs);
    assert_eq!(Check::printed("x", "2", 2.3).relative(0.2).verdict(), Verdict::Reproduced);
    assert_eq!(Check::within_range("x", (15.0, 40.0), 41.0).verdict(), Verdict::Differs);
}

#[test]
fn what_breaks_is_distinguished_from_what_is_known() {
    let check = Check::printed("x", "0.255", 0.1974);
    assert!(check.is_broken());
    assert!(!check.clone().differs(0.197, "why").is_broken());
    // Another number than the reason was given for, and a reason for nothing.
    assert!(check.differs(0.21, "why").is_broken());
    assert!(Check::printed("x", "0.255", 0.255).differs(0.255, "why").is_broken());
    assert!(!Check::claim("x", "c").holds(false, "f").fails("why").is_broken());
    assert!(Check::unpublished("x", f64::NAN).is_broken());
}

#[test]
fn numbers_show_two_digits_more_than_printed() {
    assert_eq!(Check::printed("x", "0.255", 0.197_412).shown(), "0.19741");
    assert_eq!(Check::printed("x", "2e-6", 7.9e-8).shown(), "7.9e-8");
    assert_eq!(Check::printed("x", "19", 18.8613).difference().unwrap(), "-0.14");
    assert_eq!(Check::unpublished("x", 1234.5678).shown(), "1234.6");
    assert_eq!(Check::printed("x", "62", 60.0).shown(), "60");
    assert_eq!(Check::printed("x", "62", 60.0).difference().unwrap(), "-2");
    assert_eq!(Check::within_range("x", (15.0, 40.0), 34.0).shown(), "34");
}

#[test]
fn the_last_digit_decides() {
    for (text, met, missed) in [
        ("0.255", 0.2546, 0.2544),
        ("-0.105", -0.1045, -0.1044),
        ("2e-6", 1.5e-6, 1.4e-6),
        ("19", 19.4, 18.4),
        ("1.20e3", 1199.0, 1190.0),
        ("-3e-5", -3.9e-5, -4e-5),
        ("0.0", 0.04, -0.06),
    ] {
        let printed = Printed::new(text);
        assert!(printed.is_met_by(met), "{text} {met}");
        assert!(!printed.is_met_by(missed), "{text} {missed}");
    }
    assert!(!Printed::new("x").is_met_by(0.0) && !Printed::new("1").is_met_by(f64::NAN));
}

#[test]
fn names_groups_and_nothing_select() {
    assert_eq!(select(&[] as &[&str]).unwrap().len(), all().len());
    assert!(select(&["papetti"]).unwrap().len() > 1);
    assert_eq!(select(&["papetti/table-1", "papetti/table-1"]).unwrap().len(), 1);
}

#[test]
fn what_was_meant_is_suggested() {
    let nearest = |name: &str| select(&[name]).unwrap_err().nearest;
    assert_eq!(nearest("papetti/tabel-1"), Some("papetti/table-1"));
    assert_eq!(nearest("papeti"), Some("papetti"));
    assert_eq!(nearest("table-2b"), Some("papetti/table-2b"));
    assert_eq!(nearest("xyzzy"), None);
}
