//! A ball that strikes a plate loses energy to its bending waves: C. Zener, The intrinsic
//! inelasticity of large plates, Phys. Rev. 59, 669 (1941).

use carom::law::Law;
use carom::{Mode, Options, World};
use carom_shapes::material::Material;
use carom_shapes::{Edges, Elastic, Plate, Resonator, STEEL};

/// A steel ball on a supported plate of steel, at 1 m/s, and what Zener's theory gives.
struct Case {
    radius: f64,
    /// Length, width, thickness (m).
    plate: [f64; 3],
    restitution: f64,
    contact: f64,
}

const CASES: [Case; 3] = [
    Case { radius: 2.5e-3, plate: [0.30, 0.25, 3e-3], restitution: 0.831, contact: 17.9e-6 },
    Case { radius: 5e-3, plate: [0.40, 0.35, 4e-3], restitution: 0.664, contact: 36.8e-6 },
    Case { radius: 10e-3, plate: [0.60, 0.50, 6e-3], restitution: 0.487, contact: 77.3e-6 },
];

fn steel() -> Material {
    Material { elastic: Elastic::isotropic(205e9, 0.29, 7850.0), ..STEEL }
}

impl Case {
    fn mass(&self) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * self.radius.powi(3) * steel().elastic.density
    }

    fn law(&self) -> Law {
        Law::hertz(&steel().ball(self.radius), &steel().flat()).unwrap()
    }

    /// Zener's equation by Runge's and Kutta's method: the plate is a resistance 8√(D·ρh).
    fn theory(&self) -> (f64, f64) {
        let Elastic { young, poisson, density, .. } = steel().elastic;
        let thickness = self.plate[2];
        let bending = young * thickness.powi(3) / (12.0 * (1.0 - poisson * poisson));
        let resistance = 8.0 * (bending * density * thickness).sqrt();
        let (stiffness, mass) = (self.law().potential().stiffness_coefficient(), self.mass());
        let rates = |[x, v]: [f64; 2]| {
            let force = stiffness * x.max(0.0).powf(1.5);
            [v - force / resistance, -force / mass]
        };
        let (mut state, mut time, step) = ([0.0, 1.0], 0.0, 1e-10);
        while state[0] > 0.0 || time == 0.0 {
            let to = |rate: [f64; 2], by: f64| [0, 1].map(|i| state[i] + by * step * rate[i]);
            let a = rates(state);
            let b = rates(to(a, 0.5));
            let c = rates(to(b, 0.5));
            let d = rates(to(c, 1.0));
            let mean = [0, 1].map(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0);
            state = to(mean, 1.0);
            time += step;
        }
        (-state[1], time)
    }

    /// Restitution and contact time (s) at a sample rate with modes up to a frequency, and with
    /// what those above give way, if that is wanted.
    fn run(&self, rate: f64, hertz: f64, residual: bool) -> (f64, f64) {
        let [length, width, thickness] = self.plate;
        let plate = Plate { length, width, thickness, edges: Edges::Supported, ..Plate::default() };
        let object = plate.design(&steel().elastic, hertz);
        let mut weights = object.weights([0.5, 0.5]);
        let ringing = |mode: &carom_shapes::DesignedMode| Mode {
            sigma: 0.0,
            ..Mode::ringing(mode.mass, mode.frequency, 1.0)
        };
        let mut modes: Vec<Mode> = object.modes.iter().map(ringing).collect();
        if residual {
            modes.extend(object.residual(&plate, &weights, hertz));
            weights.resize(modes.len(), 1.0);
        }
        let mut world = World::new();
        let ball = world.mass(self.mass()).unwrap();
        let plate = world.body(&modes).unwrap();
        let hit = plate.weighing(&weights).unwrap();
        let hit = world.contact(&ball, hit, self.law()).unwrap();
        world.throw(&ball, -1e-7, 1.0).unwrap();
        let (mut voice, _) = world.start(rate, Options::offline()).unwrap();
        voice.advance(64).unwrap();
        let release = voice.first_release().unwrap();
        let time = voice.logs()[hit.index()].first_contact_time.unwrap();
        (-release.state.velocity[0], time)
    }
}

#[test]
fn the_figures_are_those_of_the_theory() {
    for case in &CASES {
        let (restitution, contact) = case.theory();
        assert!((restitution - case.restitution).abs() < 6e-4, "{restitution}");
        assert!((contact - case.contact).abs() < 6e-8, "{contact}");
    }
}

#[test]
fn a_ball_on_a_plate_rebounds_as_zener_says_at_any_sample_rate() {
    for case in &CASES {
        for rate in [44_100.0, 22_050.0] {
            let (restitution, contact) = case.run(rate, 1.5 / case.contact, true);
            assert!((restitution / case.restitution - 1.0).abs() < 0.01, "{restitution}");
            assert!((contact / case.contact - 1.0).abs() < 0.01, "{contact}");
        }
    }
}

#[test]
fn modes_that_are_heard_are_too_few_for_a_small_ball() {
    let case = &CASES[0];
    let (few, _) = case.run(44_100.0, 20_000.0, false);
    let (many, _) = case.run(44_100.0, 20.0 / case.contact, false);
    assert!((few / case.restitution - 1.0).abs() > 0.05, "{few}");
    assert!((many / case.restitution - 1.0).abs() < 0.01, "{many}");
}
