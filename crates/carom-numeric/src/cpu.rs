//! What the processor can do, and functions that are compiled for it.
//!
//! ```
//! use carom_numeric::cpu::{Cpu, fused, kernels};
//!
//! kernels! {
//!     /// Σ x².
//!     fn square(values: &[f64]) -> f64 {
//!         values.iter().fold(0.0, |sum, x| fused::<FMA>(*x, *x, sum))
//!     }
//! }
//! assert_eq!(square(Cpu::detect(), &[3.0, 4.0]), 25.0);
//! ```
#![allow(unsafe_code)] // Calling a function for a processor feature that was just detected.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether only what every processor has is used.
static PLAIN: AtomicBool = AtomicBool::new(false);

/// From now on, everything that is started computes with what every processor has, in the same order and
/// with the same rounding: machines with the same mathematical library give the same bits. The modes of
/// large objects then take about twice the time.
///
/// Without this, processors with AVX2 and FMA round once where others round twice. Results then agree to
/// 1e-9, except where many contacts follow each other: those amplify any difference.
pub fn compute_alike() {
    PLAIN.store(true, Ordering::Relaxed);
}

/// Whether the fast versions may be called.
#[derive(Clone, Copy, Debug)]
pub struct Cpu {
    /// With AVX2 and FMA: only where they were detected.
    avx2: bool,
}

impl Cpu {
    /// What the processor of this machine can do, if it may be used.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        let avx2 = !PLAIN.load(Ordering::Relaxed)
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Self { avx2 }
    }

    /// What every processor has.
    #[must_use]
    pub fn plain() -> Self {
        Self { avx2: false }
    }

    /// Whether it has AVX2 and FMA, and they may be used.
    #[inline(always)]
    #[must_use]
    pub fn has_avx2(self) -> bool {
        self.avx2
    }
}

/// The vector instructions that the engine uses on this processor: results made with others differ
/// in their last digits.
#[must_use]
pub fn vector_unit() -> &'static str {
    if Cpu::detect().avx2 { "avx2 fma" } else { "plain" }
}

/// Multiply-add that is fused where the processor fuses it.
#[inline(always)]
#[must_use]
pub fn fused<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// Functions that are compiled once for any processor and once for one with AVX2 and FMA. In their
/// bodies, `FMA` is whether multiply-add is fused.
#[macro_export]
macro_rules! kernels {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block
    )+) => {$(
        $(#[$doc])*
        #[allow(private_interfaces, reason = "a kernel is used where its types are known")]
        pub(crate) fn $name(cpu: $crate::cpu::Cpu, $($argument: $type),*) -> $result {
            #[inline(always)]
            fn generic<const FMA: bool>($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn fast($($argument: $type),*) -> $result {
                generic::<true>($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if cpu.has_avx2() {
                // SAFETY: the features were detected when `cpu` was made.
                #[allow(unsafe_code)]
                return unsafe { fast($($argument),*) };
            }
            let _ = cpu;
            generic::<false>($($argument),*)
        }
    )+};
}
#[doc(inline)]
pub use kernels;
