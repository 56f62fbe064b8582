//! What rings is carried over into the same scene with other numbers.

use carom::State;

use super::Stage;

impl Stage {
    /// Writes where everything is as numbers: for each body a number for its name, how many modes it
    /// has, and the displacement and the velocity of each.
    pub fn carry(&mut self, into: &mut Vec<f64>) {
        into.clear();
        into.push(self.frame as f64);
        into.push(f64::from(u8::from(self.is_fresh)));
        for player in &mut self.players {
            let state: State = player.state().clone();
            for (here, body) in player.bodies.iter().enumerate() {
                let modes = player.built.world.model().modes_of(here);
                into.push(name_number(&self.live.scene.body[*body].name));
                into.push(modes.len() as f64);
                for i in modes {
                    into.extend([state.displacement[i], state.velocity[i]]);
                }
            }
        }
    }

    /// Goes on from where another stage was, mode by mode; bodies that the other did not have are at rest.
    pub fn go_on(&mut self, carried: &[f64]) {
        let [frame, fresh, rest @ ..] = carried else { return };
        if *fresh != 0.0 {
            return;
        }
        self.begin_at(*frame as u64);
        self.is_fresh = false;
        for player in &mut self.players {
            let mut state = player.state().clone();
            for (here, body) in player.bodies.iter().enumerate() {
                let modes = player.built.world.model().modes_of(here);
                let found = find(rest, name_number(&self.live.scene.body[*body].name));
                for (i, pair) in modes.zip(found.chunks_exact(2)) {
                    (state.displacement[i], state.velocity[i]) = (pair[0], pair[1]);
                }
            }
            let _ = player.voice.load(&state);
        }
    }
}

/// The numbers of a body in what was carried.
fn find(mut carried: &[f64], name: f64) -> &[f64] {
    while let [number, count, rest @ ..] = carried {
        let end = (2 * *count as usize).min(rest.len());
        if *number == name {
            return &rest[..end];
        }
        carried = &rest[end..];
    }
    &[]
}

/// A number for a name (FNV-1a, the bits that a double keeps).
fn name_number(name: &str) -> f64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 12) as f64
}
