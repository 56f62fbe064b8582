//! Functions that are compiled once for any processor and once for one with AVX2 and FMA.

/// Compiles functions twice and calls the faster that the processor can run. In their bodies, `FMA` is
/// whether multiply-add is fused.
macro_rules! kernels {
    ($(
        $(#[$doc:meta])*
        fn $name:ident$(<const $count:ident: usize>)?($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    )+) => {$(
        $(#[$doc])*
        pub(crate) fn $name$(<const $count: usize>)?($($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn generic<const FMA: bool, $(const $count: usize)?>($($argument: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn fast$(<const $count: usize>)?($($argument: $type),*) $(-> $result)? {
                generic::<true, $($count)?>($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                // SAFETY: both features were just detected.
                #[allow(unsafe_code)]
                return unsafe { fast$(::<$count>)?($($argument),*) };
            }
            generic::<false, $($count)?>($($argument),*)
        }
    )+};
}
pub(crate) use kernels;

/// Sums that are made side by side: none waits for another.
const LANES: usize = 16;

/// a·b + c, fused where the processor fuses it.
#[inline(always)]
pub(crate) fn fused<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

kernels! {
    /// Σ x·y.
    fn dot(x: &[f64], y: &[f64]) -> f64 {
        dots::<FMA, LANES, 1>(x, [y])[0]
    }
}

/// Σ x·y with several tables, each at least as long as x.
#[inline(always)]
pub(crate) fn dots<const FMA: bool, const LANES: usize, const N: usize>(
    x: &[f64],
    tables: [&[f64]; N],
) -> [f64; N] {
    let (whole, rest) = x.as_chunks::<LANES>();
    let chunks = tables.map(|table| &table.as_chunks::<LANES>().0[..whole.len()]);
    let mut sums = [[0.0; LANES]; N];
    for (n, x) in whole.iter().enumerate() {
        for (sum, chunks) in sums.iter_mut().zip(&chunks) {
            for k in 0..LANES {
                sum[k] = fused::<FMA>(x[k], chunks[n][k], sum[k]);
            }
        }
    }
    std::array::from_fn(|k| {
        let last = rest.iter().zip(&tables[k][x.len() - rest.len()..]);
        last.map(|(x, y)| x * y).sum::<f64>() + sums[k].iter().sum::<f64>()
    })
}
