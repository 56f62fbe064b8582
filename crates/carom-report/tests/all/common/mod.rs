//! Checks that figures and pages share.

#![allow(dead_code)] // each test program uses some

/// Checks that tags nest, attributes are quoted, and text holds no stray markup.
pub(crate) fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "stray > in {:?}", &rest[..start]);
        assert_entities(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            assert_entities(tag);
            let name = tag.split([' ', '/']).next().unwrap();
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    assert!(svg.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()));
}

fn assert_entities(text: &str) {
    for tail in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|entity| tail.starts_with(entity)), "{tail}");
    }
}

/// Checks every number of every path: finite, at most two decimals.
pub(crate) fn assert_numbers(svg: &str) {
    let body = without_data(&svg[svg.find("</style>").unwrap()..]);
    for word in ["NaN", "inf"] {
        assert!(!body.contains(word), "{word}");
    }
    for data in body.split(" d=\"").skip(1) {
        let data = data.split('"').next().unwrap();
        for number in data.split(|c: char| c.is_ascii_alphabetic() || c == ' ') {
            if let Some((_, decimals)) = number.split_once('.') {
                assert!(decimals.len() <= 2, "{number}");
            }
            assert!(number.is_empty() || number.parse::<f64>().unwrap().abs() < 1e5);
        }
    }
}

/// The text with the content of data addresses taken out: anything may occur there by chance.
pub(crate) fn without_data(text: &str) -> String {
    let mut parts = text.split(";base64,");
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |out, part| out + part.trim_start_matches(|c: char| c != '"'))
}
