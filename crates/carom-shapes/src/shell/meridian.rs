//! The meridian of a shell of revolution, from its pole or its first edge to its rim.

/// A piece of a meridian: an arc of a circle, or a straight line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Length (m).
    pub(crate) length: f64,
    /// By how much the tangent turns per length (1/m); 0 for a straight line.
    pub(crate) curvature: f64,
    /// Thickness of the wall (m) where the piece begins and where it ends; it changes evenly.
    pub(crate) thickness: [f64; 2],
}

/// The shell at a point of its meridian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// Distance from the axis (m).
    pub(crate) radius: f64,
    /// Along the axis (m), from where the meridian begins.
    pub(crate) height: f64,
    /// Of the tangent against the plane across the axis. The outer normal is (sin, −cos).
    pub(crate) cos: f64,
    pub(crate) sin: f64,
    /// 1/m.
    pub(crate) curvature: f64,
    /// m.
    pub(crate) thickness: f64,
}

/// Pieces that follow each other without a kink.
#[derive(Clone, Debug)]
pub(crate) struct Meridian {
    pieces: Vec<(Start, Piece)>,
}

/// Where a piece begins: radius, height and the angle of its tangent.
#[derive(Clone, Copy, Debug)]
struct Start {
    radius: f64,
    height: f64,
    angle: f64,
}

impl Meridian {
    /// From the pole on, where the shell is flat.
    pub(crate) fn from_pole(pieces: &[Piece]) -> Self {
        Self::new(0.0, 0.0, pieces)
    }

    /// From a radius (m) on, with the angle of the first tangent against the plane across the axis.
    pub(crate) fn new(radius: f64, angle: f64, pieces: &[Piece]) -> Self {
        let mut start = Start { radius, height: 0.0, angle };
        let follow = |piece: &Piece| {
            let this = (start, *piece);
            let Point { radius, height, .. } = point(this, 1.0);
            start = Start { radius, height, angle: start.angle + piece.curvature * piece.length };
            this
        };
        Self { pieces: pieces.iter().map(follow).collect() }
    }

    pub(crate) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    pub(crate) fn piece(&self, index: usize) -> Piece {
        self.pieces[index].1
    }

    /// The point at a share of a piece.
    pub(crate) fn at(&self, piece: usize, share: f64) -> Point {
        point(self.pieces[piece], share)
    }

    /// The length of the whole (m).
    pub(crate) fn length(&self) -> f64 {
        self.pieces.iter().map(|(_, piece)| piece.length).sum()
    }

    /// Where it ends.
    pub(crate) fn rim(&self) -> Point {
        self.at(self.pieces.len() - 1, 1.0)
    }

    /// Piece and share of it at a share of the whole length.
    pub(crate) fn locate(&self, share: f64) -> (usize, f64) {
        let mut rest = share * self.length();
        for (i, (_, piece)) in self.pieces.iter().enumerate() {
            if rest <= piece.length || i + 1 == self.pieces.len() {
                return (i, (rest / piece.length).min(1.0));
            }
            rest -= piece.length;
        }
        (0, 0.0)
    }
}

fn point((start, piece): (Start, Piece), share: f64) -> Point {
    let way = share * piece.length;
    let half = 0.5 * piece.curvature * way;
    // The chord, and its direction.
    let chord = if half == 0.0 { way } else { way * half.sin() / half };
    let (sin, cos) = (start.angle + 2.0 * half).sin_cos();
    Point {
        radius: start.radius + chord * (start.angle + half).cos(),
        height: start.height + chord * (start.angle + half).sin(),
        cos,
        sin,
        curvature: piece.curvature,
        thickness: piece.thickness[0] + share * (piece.thickness[1] - piece.thickness[0]),
    }
}
