// The types of scenes, written by `npm run schema` from `carom schema`.

/** A scene: the bodies, the contacts between them, the gestures and the pickups. All units are SI. */
export interface Scene {
  /** The version of this format: 1. */
  version: number;
  /** The title of the scene. */
  title?: string;
  /** A description of the scene. */
  description?: string;
  /** The sample rate (Hz): a whole number, as sound files have. */
  sample_rate?: number;
  /** The numerical scheme. */
  scheme?: Method;
  /** How the scheme "am1" finds the contact force; "newton" if left out. */
  solver?: Solver;
  /**
   * What is corrected in contacts that last a few samples; with it, `substeps = "auto"` is one step per sample. For the
   * scheme "two-point", and contacts by a power law or Hunt-Crossley; others are left as they are.
   */
  correct?: Correct;
  /**
   * The length of the sound (s). If left out, the sound ends when it is 70 dB below its peak and
   * no gesture or strike is to come.
   */
  duration?: number;
  /** Steps per sample while bodies touch. */
  substeps?: Substeps;
  /** The level of the sound file. */
  level?: Level;
  /** The format of the sound file. */
  format?: Format;
  /**
   * The highest frequency (Hz) up to which modes of shapes are kept. If left out, they are heard
   * up to 20000 Hz, and those above that a contact needs are kept, too: up to 1.5 divided by its
   * duration, whatever the sample rate.
   */
  highest_mode?: number;
  /** Further strikes by free masses, while the bodies still ring. */
  strikes?: Strike[];
  /** The bodies: free masses, bodies that ring, walls. */
  body?: Body[];
  /** The contacts: which bodies may touch, where, and by which law. */
  contact?: Contact[];
  /** The gestures: a body bounces, rolls, scrapes, strikes again and again, or is pressed on another. */
  gesture?: Gesture[];
  /** The pickups, whose sum is the sound. Without any, a listener hears all bodies from 1 m. */
  pickup?: Pickup[];
  /** How the scene is played from keys; left out, everything has its usual value. */
  instrument?: InstrumentSpec;
}

/** How time advances. The energy of am1, verlet, heun and rk4 drifts; the others keep it. */
export type Method = "am1" | "verlet" | "heun" | "rk4" | "two-point" | "three-point" | "quadratic" | "quadratised";

/** How the scheme "am1" finds the contact force. */
export type Solver = "newton" | "table";

/** What is corrected in contacts that last a few samples. */
export type Correct = "spectrum";

/** Steps per sample while bodies touch. */
export type Substeps = "auto" | number;

/** The level of the sound file. */
export type Level = "auto" | { full_scale: number } | { loudness: number };

/** The format of the sound file. All but "flac" are WAV files. */
export type Format = "float32" | "int24" | "int16" | "flac";

/**
 * A further strike by a free mass: at the given time it is placed in front of the other body of
 * its first contact, with the given velocity.
 */
export interface Strike {
  /** The name of a body with `mass`. */
  body: string;
  /** The time of the strike (s). */
  time: number;
  /** The velocity of the mass at that time (m/s). It must lead towards the other body. */
  velocity: number;
  /** The place on the other body where this strike lands; if left out, the place of the contact. */
  at?: At;
}

/** A place on a body. */
export type At = number | [number, number] | string;

/** A body: a free mass (`mass`), a body that rings (`shape` or `modes`) or a wall (`wall = true`). */
export interface Body {
  /** The name by which contacts, gestures, strikes and pickups refer to it. */
  name: string;
  /** The mass of a free mass (kg). */
  mass?: number;
  /** The modes of a body that rings. */
  modes?: Modes;
  /** The shape of a body that rings; its modes follow from shape and material. */
  shape?: Shape;
  /**
   * The material. A free mass with a material is a ball of that mass. A contact without a law
   * takes it from the materials of its bodies.
   */
  material?: MaterialSpec;
  /** What touches a shape and takes energy from its modes, each by how far it moves there. */
  support?: SupportSpec[];
  /**
   * The share of energy that the edges or ends of a shape absorb whenever a wave meets them; 0 if
   * left out.
   */
  edge_loss?: number;
  /**
   * The quality factor of all modes of a shape that ring, or a list for the first of them, with
   * all that takes energy from them. Modes beyond the list have what follows from material,
   * supports, edges and sound.
   */
  q?: number | number[];
  /** The time (s) in which the modes of a shape fall by 60 dB, instead of `q`. */
  decay?: number | number[];
  /**
   * The highest frequency (Hz) up to which modes of this shape are kept, instead of that of the
   * scene.
   */
  highest_mode?: number;
  /**
   * The radius of curvature of its surface at the contact (m), instead of that of its shape or
   * ball.
   */
  radius?: number;
  /**
   * The hardness of a hammer, from 0 (the softest felt, a contact time of 8 ms at 1 m/s against a
   * wall) to 1 (metal, 0.15 ms). A contact without a law takes it from the hardness.
   */
  hardness?: number;
  /**
   * The speed (m/s) of the hardest blow that a free mass is meant for. What it strikes has the modes
   * that such a blow needs, however fast it is then, and until it strikes it waits out of the way. If
   * left out, this is the highest speed that the scene gives it.
   */
  hardest_blow?: number;
  /**
   * Whether the weight of a free mass or a free shape acts (g = 9.81 m/s²), towards the other body
   * of its first contact; false if left out.
   */
  gravity?: boolean;
  /** Whether the body is a wall, which never moves; false if left out. */
  wall?: boolean;
  /**
   * The velocity of a free mass or a free shape at the start (m/s). The first body of a contact
   * moves towards the second if its velocity is above 0.
   */
  velocity?: number;
  /** The displacement of a free mass or a free shape at the start (m). */
  displacement?: number;
  /** A constant force on a free mass (N). */
  force?: number;
  /** Named points of a body with given modes: for each mode its weight at the point, with its sign. */
  points?: Record<string, number[]>;
  /** The displacement of each mode at the start (m). */
  mode_displacement?: number | number[];
  /** The velocity of each mode at the start (m/s). */
  mode_velocity?: number | number[];
}

/** The modes of a body. Each value is one number for all modes or a list with one number per mode. */
export interface Modes {
  /** The undamped frequencies (Hz); 0 for a motion of the whole body. */
  frequency: number | number[];
  /** The quality factors; without them the modes lose no energy. */
  q?: number | number[];
  /** The times (s) in which the modes fall by 60 dB, instead of `q`. */
  decay?: number | number[];
  /** The modal masses (kg). */
  mass: number | number[];
}

/** The shape of a body, by its `kind`. */
export type Shape =
  | StringShape
  | BarShape
  | TunedBarShape
  | TubeShape
  | PlateShape
  | RoundPlateShape
  | DiscShape
  | MembraneShape
  | RoundMembraneShape
  | KettledrumShape
  | DrumShape
  | SlottedBoxShape
  | StringOnBoardShape
  | BowlShape
  | BellShape
  | WineGlassShape
  | GongShape
  | BlockShape
  | PipeShape
  | CavityShape;

/** A string between two hinges. */
export interface StringShape {
  kind: "string";
  /** Length (m). */
  length: number;
  /** Diameter (m). */
  diameter: number;
  /** Tension (N). */
  tension?: number;
  /** The fundamental (Hz) that the string would have without stiffness. */
  frequency?: number;
  /** Whether stiffness raises the upper partials; without it they are harmonic. */
  stiff?: boolean;
}

/** A bar of rectangular section. */
export interface BarShape {
  kind: "bar";
  /** Length (m). */
  length: number;
  /** Width (m). */
  width: number;
  /** Thickness (m) in the direction in which it bends. */
  thickness: number;
  /** How the ends are held. */
  ends?: Ends;
  /**
   * The frequency (Hz) at which a free bar bounces as a whole on its soft supports; without it
   * nothing holds the bar.
   */
  suspension?: number;
}

/** A bar tuned by an arch cut out of its underside, as in a marimba. */
export interface TunedBarShape {
  kind: "tuned-bar";
  /** Length (m). */
  length: number;
  /** Width (m). */
  width: number;
  /** Thickness (m) where nothing is cut away, at the ends. */
  thickness: number;
  /**
   * How the partials of bending lie above the fundamental, from 1 on: `[1, 4]` for a marimba,
   * `[1, 3]` for a xylophone. The depth of the arch that gives the second number is found, and
   * the flatness that gives the third, if there is one.
   */
  tuning?: number[];
  /** The frequency (Hz) of the fundamental: the length of the arch that gives it is found. */
  fundamental?: number;
  /** How much of the length the arch takes, 0.6 if nothing else says it. */
  arch?: number;
  /** How much of the thickness is cut away in the middle, 0.7 if nothing else says it. */
  depth?: number;
  /**
   * How flat the arch is: 1 is a notch, 2 a parabola, and more are steeper where the arch ends. It
   * is 4 if nothing else says it: with that the third partial comes near recorded marimbas.
   */
  flatness?: number;
  /**
   * The frequency (Hz) at which the bar bounces as a whole on its soft supports; without it
   * nothing holds the bar.
   */
  suspension?: number;
}

/** A hollow tube that is struck from the side, such as a chime. */
export interface TubeShape {
  kind: "tube";
  /** Length (m). */
  length: number;
  /** Outer diameter (m). */
  diameter: number;
  /** Thickness of the wall (m), at most half the diameter, which is a rod. */
  wall: number;
  /** How the ends are held. */
  ends?: Ends;
  /**
   * The frequency (Hz) at which a free tube swings as a whole on what holds it; without it
   * nothing holds the tube.
   */
  suspension?: number;
}

/** A rectangular plate. */
export interface PlateShape {
  kind: "plate";
  /** Length (m): along the first number of a place. */
  length: number;
  /** Width (m): along the second number of a place. */
  width: number;
  /** Thickness (m). */
  thickness: number;
  /** How the edges are held: "free", "clamped" or "supported". */
  edges?: Edges;
  /**
   * The frequency (Hz) at which a free plate bounces and rocks as a whole on its soft supports;
   * without it nothing holds the plate.
   */
  suspension?: number;
}

/** A round plate. */
export interface RoundPlateShape {
  kind: "round-plate";
  /** Diameter (m). */
  diameter: number;
  /** Thickness (m). */
  thickness: number;
  /** How the edge is held. */
  edge?: Edges;
  /**
   * The frequency (Hz) at which a free plate bounces as a whole on its soft supports; without it
   * nothing holds the plate.
   */
  suspension?: number;
  /**
   * By what share of their frequency the two modes of a pair differ. Nothing is perfectly
   * round, so that pairs beat.
   */
  split?: number;
}

/** A round plate that nothing holds, such as a coin. */
export interface DiscShape {
  kind: "disc";
  /** Diameter (m). */
  diameter: number;
  /** Thickness (m). */
  thickness: number;
  /** How the edge is held. */
  edge?: Edges;
  /**
   * The frequency (Hz) at which a free plate bounces as a whole on its soft supports; without it
   * nothing holds the plate.
   */
  suspension?: number;
  /**
   * By what share of their frequency the two modes of a pair differ. Nothing is perfectly
   * round, so that pairs beat.
   */
  split?: number;
}

/** A rectangular membrane. */
export interface MembraneShape {
  kind: "membrane";
  /** Length (m). */
  length: number;
  /** Width (m). */
  width: number;
  /** Tension (N/m). */
  tension: number;
  /** Thickness (m). */
  thickness: number;
  /** What air it moves: "wall" (both sides, kept apart) or "vacuum" (none). */
  air?: SkinAir;
}

/** A round membrane, such as a drum skin. */
export interface RoundMembraneShape {
  kind: "round-membrane";
  /** Diameter (m). */
  diameter: number;
  /** Tension (N/m). */
  tension: number;
  /** Thickness (m). */
  thickness: number;
  /**
   * What air it moves: "wall" (both sides, kept apart), "open" (both sides, around the rim) or
   * "vacuum" (none).
   */
  air?: SkinAir;
}

/** A skin over a kettle, such as a timpano. */
export interface KettledrumShape {
  kind: "kettledrum";
  /** Diameter of the skin (m). */
  diameter: number;
  /** Tension of the skin (N/m). */
  tension: number;
  /** Thickness of the skin (m). */
  thickness: number;
  /** Volume of the kettle (m³). */
  volume: number;
}

/** A drum with a shell and two heads. */
export interface DrumShape {
  kind: "drum";
  /** Diameter of the heads (m). */
  diameter: number;
  /** Depth of the shell (m). */
  depth: number;
  /** Tension of the batter head (N/m). */
  tension: number;
  /** Thickness of the batter head (m). */
  thickness: number;
  /** Tension of the other head (N/m). */
  other_tension: number;
  /** Thickness of the other head (m). */
  other_thickness: number;
}

/** A box with a slot, such as a cajón or a woodblock. */
export interface SlottedBoxShape {
  kind: "slotted-box";
  /** Length of plate and space (m). */
  length: number;
  /** Width of plate and space (m). */
  width: number;
  /** Depth of the space (m). */
  depth: number;
  /** Thickness of the plate (m). */
  thickness: number;
  /** Length of the slot (m), in the wall along the length of the box. */
  slot_length: number;
  /** Width of the slot (m). */
  slot_width: number;
  /** Thickness of the wall at the slot (m). */
  wall: number;
  /** How the edges of the plate are held: "clamped" or "supported". */
  edges?: Edges;
}

/** A string over a bridge on a soundboard. */
export interface StringOnBoardShape {
  kind: "string-on-board";
  /** Length of the string (m). */
  length: number;
  /** Diameter of the string (m). */
  diameter: number;
  /** Tension of the string (N). */
  tension?: number;
  /** The fundamental (Hz) that the string would have without stiffness and on a rigid bridge. */
  frequency?: number;
  /** Length of the board (m), along the grain of wood. */
  board_length: number;
  /** Width of the board (m). */
  board_width: number;
  /** Thickness of the board (m). */
  board_thickness: number;
  /** What the board is made of: "spruce", "wood", "rosewood", "plastic", "aluminium" or "steel". */
  board?: Board;
  /** Where the bridge stands along the length of the board. */
  bridge_along?: number;
  /** Where the bridge stands across the width of the board. */
  bridge_across?: number;
}

/** A hemispherical bowl. */
export interface BowlShape {
  kind: "bowl";
  /** Diameter at the rim (m), measured to the middle of the wall. */
  diameter: number;
  /** Thickness of the wall (m). */
  thickness: number;
  /**
   * How far the two frequencies of a pair are apart, relative to their mean: a bowl that is not
   * quite round beats.
   */
  split?: number;
  /**
   * The frequency (Hz) at which the bowl moves as a whole on its cushion; without it nothing
   * holds the bowl.
   */
  suspension?: number;
}

/** A church bell. */
export interface BellShape {
  kind: "bell";
  /** Diameter of the mouth (m). */
  diameter: number;
  /**
   * Thickness of the sound bow (m): the thickest part, where the clapper strikes, about
   * a thirteenth of the diameter.
   */
  thickness: number;
  /**
   * How far the two frequencies of a pair are apart, relative to their mean: the bell warbles.
   * Without it 0.001.
   */
  split?: number;
}

/** A wine glass, empty or with water. */
export interface WineGlassShape {
  kind: "wine-glass";
  /** Diameter (m), measured to the middle of the wall. */
  diameter: number;
  /** Height of the bowl (m), without the stem. */
  height: number;
  /** Thickness of the wall (m). */
  thickness: number;
  /** How high water stands in the bowl (m), at most to the rim. */
  water?: number;
  /**
   * How far the two frequencies of a pair are apart, relative to their mean: a glass that is not
   * quite round beats.
   */
  split?: number;
}

/** A gong with a turned rim. */
export interface GongShape {
  kind: "gong";
  /** Diameter (m), measured to the middle of the rim. */
  diameter: number;
  /** Thickness (m). */
  thickness: number;
  /** How far the rim is turned back (m); 0 for a plate without one. */
  rim: number;
  /** How far the middle stands out (m); 0 for a flat gong. */
  dome?: number;
  /**
   * How far the two frequencies of a pair are apart, relative to their mean: no gong is quite
   * round. Without it 0.002.
   */
  split?: number;
  /**
   * The frequency (Hz) at which the gong swings as a whole on its cords; without it nothing holds
   * the gong.
   */
  suspension?: number;
}

/** A solid block. */
export interface BlockShape {
  kind: "block";
  /** Length (m): along the first number of a place. */
  length: number;
  /** Width (m): along the second number of a place. */
  width: number;
  /** Height (m): from the bottom to the face that is struck. */
  height: number;
  /**
   * The frequency (Hz) at which the block bounces and rocks as a whole on its soft supports;
   * without it nothing holds the block.
   */
  suspension?: number;
}

/** A column of air. */
export interface PipeShape {
  kind: "pipe";
  /** Length (m). */
  length: number;
  /** Inner diameter (m). */
  diameter: number;
  /** Which ends are open. */
  ends?: PipeEnds;
}

/** A room of air, from cube to sphere. */
export interface CavityShape {
  kind: "cavity";
  /** Side of the cube (m). The sphere has the same volume. */
  side: number;
  /** From 0, a cube, to 1, a sphere. */
  roundness?: number;
}

/** How the ends are held. */
export type Ends = "free" | "clamped" | "supported" | "cantilever";

/** How all edges of a plate are held. */
export type Edges = "free" | "clamped" | "supported";

/** What air a skin moves. */
export type SkinAir = "vacuum" | "open" | "wall";

/** What a soundboard is made of. */
export type Board = "spruce" | "wood" | "rosewood" | "plastic" | "aluminium" | "steel";

/** Which ends of a pipe are open. */
export type PipeEnds = "open" | "closed" | "half-open";

/** A material, by its name or by its constants. */
export type MaterialSpec = string | OwnMaterial;

/**
 * A material of one's own: `like` a known one but for what is given. Without `like` it needs
 * `young`, `density`, `poisson` and `loss`. Wood has three numbers for `young`, `shear` and `poisson`: L is
 * along the grain, R across the rings, T along them.
 */
export interface OwnMaterial {
  /** What it is called; for the reader only. */
  name?: string;
  /** The name of a known material, whose constants it has where none are given. */
  like?: string;
  /** Young's modulus (Pa); of wood E_L, or E_L, E_R and E_T. */
  young?: number | [number, number, number];
  /** The density (kg/m³). */
  density?: number;
  /**
   * Poisson's ratio, above −1 and below 0.5; of wood ν_LR, ν_LT and ν_RT, for which no strain may
   * set energy free.
   */
  poisson?: number | [number, number, number];
  /**
   * The shear modulus (Pa); of wood G_LR, G_LT and G_RT. If left out, it follows from `young` and
   * `poisson`.
   */
  shear?: number | [number, number, number];
  /** The loss factor η at 1 kHz; of wood, along the grain. */
  loss?: number;
  /** The loss factor of shear at 1 kHz; if left out, in proportion to `loss`. */
  shear_loss?: number;
  /** The loss factor of strings and skins under tension; if left out, in proportion to `loss`. */
  taut_loss?: number;
  /** The power of the frequency with which `loss` and `shear_loss` grow; 0 if left out. */
  loss_growth?: number;
  /**
   * The power of the frequency with which the moduli grow, from what they are at 1 Hz; 0 if left
   * out.
   */
  stiffening?: number;
  /**
   * The thermal expansion (1/K). With `conductivity` and `heat_capacity` it gives the
   * thermoelastic loss of what bends.
   */
  expansion?: number;
  /** The thermal conductivity (W/(m·K)). */
  conductivity?: number;
  /** The heat capacity (J/(kg·K)). */
  heat_capacity?: number;
  /**
   * Speed after over speed before when a ball of it meets a hard plate at about 1 m/s; 0.6 if
   * left out.
   */
  restitution?: number;
}

/**
 * Something that touches a shape at a place and takes energy there: a `resistance`, or a spring
 * (`stiffness`) with a `loss`.
 */
export interface SupportSpec {
  /** The place on the body. */
  at: At;
  /** The resistance (N·s/m). */
  resistance?: number;
  /** The stiffness of a spring (N/m). */
  stiffness?: number;
  /** The loss factor of that spring. */
  loss?: number;
}

/** A contact: two bodies that may touch. */
export interface Contact {
  /** The name of the contact; if left out, the names of its bodies with a hyphen between them. */
  name?: string;
  /**
   * The names of two bodies. The compression is the displacement of the first minus that of the
   * second minus the gap.
   */
  between: [string, string];
  /**
   * For each body by its name, the place where it is touched. If a body with given modes is left
   * out, each of its modes has the weight 1.
   */
  at?: Record<string, At>;
  /**
   * Many points instead of one: the other body is an edge or a surface along the length of a body with a
   * shape, such as a bridge or a rail. It stands for `at` on that body.
   */
  along?: Along;
  /** The distance between the bodies at rest (m). */
  gap?: number;
  /**
   * The most steps per sample that are taken for the sake of this contact; without it, as many as
   * it needs. A soft pad that damps needs one.
   */
  most_substeps?: number;
  /**
   * The law of the contact force. If left out, it follows from the hardness of the hammer, or from
   * materials and radii (Hertz) with the restitution of the materials; the force of such a
   * contact is never below 0.
   */
  law?: LawSpec;
}

/** A line of contact points. What the law of the contact says is the stiffness of all of them together. */
export interface Along {
  /** Where it begins on the body, from 0 to 1 along the length. */
  from: number;
  /** Where it ends. */
  to: number;
  /** How many points there are. */
  points: number;
  /** How much farther from the body it is at its end than at its beginning (m). */
  drop?: number;
  /** How it falls off in between: 1 for a straight line, 2 for a parabola that begins level. */
  bend?: number;
}

/** The law of the force between two bodies, by its `kind`. */
export type LawSpec =
  | HuntCrossleyLawSpec
  | PowerLawSpec
  | ConstantRestitutionLawSpec
  | SpringLawSpec
  | RattleLawSpec
  | HertzLawSpec
  | FeltLawSpec
  | ContactTimeLawSpec;

/**
 * Hunt and Crossley's wall, f = k·x^α·(1 + μẋ). Its loss is given by at most one of `mu`,
 * `lambda`, and `restitution` with `speed`.
 */
export interface HuntCrossleyLawSpec {
  kind: "hunt-crossley";
  /** The stiffness k (N/m^α), above 0. */
  stiffness: number;
  /** The exponent α, 1 or above. */
  exponent: number;
  /** The loss μ = λ/k (s/m), 0 or above. */
  mu?: number;
  /** The loss λ (N·s/m^(α+1)), 0 or above. */
  lambda?: number;
  /** The speed after an impact over the speed before it, at `speed`: above 0, at most 1. */
  restitution?: number;
  /** The approach speed (m/s) at which `restitution` holds. */
  speed?: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
   * it never pulls: the force is 0 there, and the energy of the surfaces is lost.
   */
  adhesive?: boolean;
}

/** A wall that loses nothing, f = k·x^α. */
export interface PowerLawSpec {
  kind: "power";
  /** The stiffness k (N/m^α), above 0. */
  stiffness: number;
  /** The exponent α, 1 or above. */
  exponent: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
   * it never pulls: the force is 0 there, and the energy of the surfaces is lost.
   */
  adhesive?: boolean;
}

/** A wall that returns the same share of the speed at any speed. */
export interface ConstantRestitutionLawSpec {
  kind: "constant-restitution";
  /** The stiffness k (N/m^α), above 0. */
  stiffness: number;
  /** The exponent α, 1 or above. */
  exponent: number;
  /** The speed after an impact over the speed before it: above 0, at most 1. */
  restitution: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
   * it never pulls: the force is 0 there, and the energy of the surfaces is lost.
   */
  adhesive?: boolean;
}

/** A spring that pulls and pushes and loses nothing, of energy k/(α+1)·|u|^(α+1). */
export interface SpringLawSpec {
  kind: "spring";
  /** The stiffness k (N/m^α), above 0. */
  stiffness: number;
  /** The exponent α, 1 or above. */
  exponent: number;
  /** Only true is allowed: a law that holds from two sides pulls. */
  adhesive?: true;
}

/** Two walls with play between them: no force until |u| exceeds `half_gap`, then that of a wall. */
export interface RattleLawSpec {
  kind: "rattle";
  /** The stiffness k (N/m^α), above 0. */
  stiffness: number;
  /** The exponent α, 1 or above. */
  exponent: number;
  /** The free distance in each direction (m), 0 or above. */
  half_gap: number;
  /** The loss μ (s/m), 0 or above; without it nothing is lost. */
  mu?: number;
  /** Only true is allowed: a law that holds from two sides pulls. */
  adhesive?: true;
}

/**
 * Hertz's contact of two spheres, or of a sphere and a plane, f = k·x^(3/2)·(1 + μẋ). Its loss
 * is given by at most one of `mu`, and `restitution` with `speed`.
 */
export interface HertzLawSpec {
  kind: "hertz";
  /** The first body where it is touched. */
  first: Surface;
  /** The second body where it is touched. */
  second: Surface;
  /** The loss μ (s/m), 0 or above. */
  mu?: number;
  /** The speed after an impact over the speed before it, at `speed`: above 0, at most 1. */
  restitution?: number;
  /** The approach speed (m/s) at which `restitution` holds. */
  speed?: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
   * never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
   */
  adhesive?: boolean;
}

/**
 * Stulov's felt, f = k·(x^α − ε·z) with ż = (x^α − z)/τ, which recovers more slowly than it
 * yields. Give the `key` of a piano hammer, or all other parameters.
 */
export interface FeltLawSpec {
  kind: "felt";
  /** The hammer of this key of a piano, from 1 (lowest) to 88, instead of everything below. */
  key?: number;
  /** The stiffness k (N/m^α), above 0, of a strike too fast for the felt to yield. */
  stiffness?: number;
  /** The exponent α, 1 or above. */
  exponent?: number;
  /** The hysteresis ε, above 0 and below 1: the share of the force that relaxes. */
  hysteresis?: number;
  /** The relaxation time τ (s), above 0. */
  relaxation?: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
   * it never pulls: the force is 0 there, and the energy of the surfaces is lost.
   */
  adhesive?: boolean;
}

/**
 * A wall whose contact lasts as long as it was measured: the stiffness follows from the time, the
 * mass and the speed of one impact. It returns the same share of the speed at any speed.
 */
export interface ContactTimeLawSpec {
  kind: "contact-time";
  /** How long the contact of one impact lasts (s). */
  duration: number;
  /** The mass that hit a wall in that impact (kg). Of two free bodies, their reduced mass. */
  mass: number;
  /** The speed of approach of that impact (m/s). */
  speed: number;
  /** α, 1 or above: 1.5 for round bodies. */
  exponent: number;
  /** Speed after over speed before an impact: above 0, at most 1. */
  restitution: number;
  /**
   * Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
   * it never pulls: the force is 0 there, and the energy of the surfaces is lost.
   */
  adhesive?: boolean;
}

/** An elastic body near the point where it is touched. */
export interface Surface {
  /** Young's modulus (Pa), above 0. */
  young: number;
  /** Poisson's ratio, above −1 and at most 0.5. */
  poisson: number;
  /** Radius of curvature (m), above 0; without it the surface is a plane. */
  radius?: number;
}

/** A gesture, by its `kind`. */
export type Gesture =
  | BounceGesture
  | RollGesture
  | ScrapeGesture
  | DrumRollGesture
  | PressGesture
  | DampGesture
  | DragGesture;

/** A free mass falls from a height and bounces until it rests. */
export interface BounceGesture {
  kind: "bounce";
  /** The name of a body with `mass`. */
  body: string;
  /** The height above the other body of its first contact (m). */
  height: number;
}

/** A ball rolls over a body, pressed by its weight. */
export interface RollGesture {
  kind: "roll";
  /** The name of the ball: a body with `mass` and a radius (given, or from its material). */
  body: string;
  /** The name of the body that it rolls over: one with a `shape` that is in contact with the ball. */
  on: string;
  /** The place where it starts. */
  from: At;
  /**
   * The place where it stops. On a round shape, radius and angle change evenly: `from = [0.6, 0.0]`
   * and `to = [0.6, 5.0]` are five rounds. A radius below 0 lies beyond the centre.
   */
  to: At;
  /** The speed (m/s): one number, or two for a speed that changes evenly from the start to the end. */
  speed: number | number[];
  /** The surface along the path. */
  surface?: SurfaceHeight;
  /**
   * The distance of the centre of mass from the centre of the ball (m). The force then changes once
   * in every turn.
   */
  asymmetry?: number;
}

/** A light probe is pressed on a body and moved along it. */
export interface ScrapeGesture {
  kind: "scrape";
  /** The name of the probe: a body with `mass` and the `radius` of its tip. */
  body: string;
  /** The name of the body that is scraped: one with a `shape` that is in contact with the probe. */
  on: string;
  /** The place where it starts. */
  from: At;
  /** The place where it stops, as for a roll. */
  to: At;
  /** The speed (m/s), as for a roll. */
  speed: number | number[];
  /** The force that presses the probe on the body (N). */
  force: number;
  /** The surface along the path. */
  surface?: SurfaceHeight;
}

/** One or more sticks strike in turn. */
export interface DrumRollGesture {
  kind: "drum-roll";
  /** The names of the sticks in the order of their strikes, each a body with `mass`. */
  bodies: string[];
  /** Strikes per second (1/s). */
  rate: number;
  /**
   * The speed of a strike (m/s): one number, or two for a speed that changes evenly from the first
   * strike to the last.
   */
  velocity: number | number[];
  /** The time of the first strike (s). */
  start?: number;
  /** The length of the drum roll (s). */
  duration: number;
  /** How early or late a strike may be, at random, as a share of the time between two strikes. */
  jitter?: number;
  /** How much slower or faster a strike may be, at random, as a share of its speed. */
  spread?: number;
  /** The seed of the random numbers. */
  seed?: number;
}

/** A body is pressed on another or lifted from it, as a damper is. */
export interface PressGesture {
  kind: "press";
  /** The name of the body that is pressed or lifted. */
  body: string;
  /** The name of the other body of the contact. */
  on: string;
  /** The time at which the gap begins to change (s). */
  time: number;
  /** The distance between the bodies at rest to which it changes (m): below 0 presses, above 0 lifts. */
  gap: number;
  /** How long the change takes (s); 0 for at once. */
  over?: number;
}

/** A hand damps a body that rings, or lets go of it. */
export interface DampGesture {
  kind: "damp";
  /** The name of a body with `shape` or `modes`. */
  body: string;
  /** The time from which on it is damped (s). */
  time: number;
  /** In what time (s) the hand alone would let it fall by 60 dB; if left out, the hand lets go. */
  decay?: number;
}

/** A hand puts a light probe on a body, draws it along a path and lifts it. */
export interface DragGesture {
  kind: "drag";
  /** The name of the probe: a body with `mass` and the `radius` of its tip. */
  body: string;
  /** The name of the body that it is drawn over: one with a `shape` that is in contact with the probe. */
  on: string;
  /** The time at which it is put on (s). */
  time: number;
  /** The time from each place of the path to the next (s). */
  every?: number;
  /**
   * Two places or more: it moves from each to the next in a straight line and is lifted at the last. On a round
   * shape, radius and angle change evenly.
   */
  path: At[];
  /** The force that presses the probe on the body (N). */
  force: number;
  /** The surface along the path: 0.25 m of it, forth and back. */
  surface?: SurfaceHeight;
}

/** The height of a surface along a path, by its `kind`. */
export type SurfaceHeight =
  | SmoothSurfaceHeight
  | RoughSurfaceHeight
  | RidgesSurfaceHeight
  | GroovesSurfaceHeight
  | FileSurfaceHeight;

/** A plane. */
export interface SmoothSurfaceHeight {
  kind: "smooth";
}

/** Random roughness, such as that of stone, wood or ground metal. */
export interface RoughSurfaceHeight {
  kind: "rough";
  /** The root mean square of the height (m). */
  rms: number;
  /** The distance (m) over which the autocorrelation of the height falls to 1/e. */
  correlation: number;
  /**
   * The width of the finest bumps at half their height (m), at most `correlation`; a quarter of
   * `correlation` if left out.
   */
  finest?: number;
  /**
   * Hurst's exponent: the height of bumps is proportional to this power of their width. Fine bumps
   * are higher if it is smaller.
   */
  hurst?: number;
  /** The seed of the random numbers. */
  seed?: number;
}

/** Round ridges across the path, such as those of a corrugated sheet or a washboard. */
export interface RidgesSurfaceHeight {
  kind: "ridges";
  /** The height of a ridge (m). */
  height: number;
  /** The distance from one ridge to the next (m). */
  spacing: number;
  /** The width of a ridge as a share of the spacing; with 1 the surface is a sine. */
  roundness?: number;
  /**
   * How far each ridge may be from its place, at random in either direction, as a share of the
   * spacing.
   */
  jitter?: number;
  /** The seed of the random numbers. */
  seed?: number;
}

/** Grooves across the path, such as the joints between tiles or boards. */
export interface GroovesSurfaceHeight {
  kind: "grooves";
  /** The depth of a groove (m). */
  depth: number;
  /** The distance from one groove to the next (m). */
  spacing: number;
  /**
   * The width of a groove at the top (m), at most the spacing. The rounded wall on each side takes
   * an eighth of it.
   */
  width: number;
}

/** Measured heights from a CSV file. */
export interface FileSurfaceHeight {
  kind: "file";
  /**
   * The path of a CSV file, relative to the directory of the scene. Its header names `position`
   * and `height`, both in m; positions rise. The table is repeated if the path is longer.
   */
  path: string;
}

/** A pickup: one signal of the sound. It is a listener in the room, or a point of a body. */
export interface Pickup {
  /**
   * The name of a body that is not a wall. A listener without one hears every body whose shape or
   * radius is known.
   */
  body?: string;
  /**
   * The quantity that is recorded: the pressure at the listener, or what a point of the body does.
   * If left out, it is the pressure; the velocity where `at` is given or where nothing is known
   * about how the body sounds (a body with given modes, a thin string).
   */
  quantity?: Quantity;
  /**
   * The place on the body, for all quantities but the pressure. If left out, it is near the edge of
   * a shape; given modes each have the weight 1.
   */
  at?: At;
  /**
   * The distance of the listener from the middle of the bodies (m), 1 if left out. The sound
   * arrives after its travel time.
   */
  distance?: number;
  /**
   * Where the listener is, by two angles (degrees): from straight in front to the right (−180 to
   * 180), and up from the plane of the surface that is struck (−90 to 90). [0, 45] if left out;
   * [0, 90] is straight above a table, [−30, 45] and [30, 45] are a stereo pair.
   */
  direction?: [number, number];
  /**
   * Whether a listener hears everything at once, without the travel time of sound; false if left
   * out.
   */
  at_once?: boolean;
  /** The gain. */
  gain?: number;
  /** The place in the stereo image: −1 left, 0 centre, 1 right. */
  pan?: number;
}

/** The motion of a body that a pickup records. */
export type Quantity = "velocity" | "displacement" | "acceleration" | "force" | "pressure";

/**
 * How the scene is played from keys: a hammer, what it strikes, and how that comes to the pitch of a
 * key. `carom run` takes no notice of it.
 */
export interface InstrumentSpec {
  /**
   * The name of the body with `mass` that strikes. If left out, the body of the first of `strikes`,
   * or the first that is in contact with a body that rings.
   */
  hammer?: string;
  /**
   * The name of the body with a `shape` or `modes` that is struck and tuned. If left out, the first
   * that is in contact with the hammer.
   */
  object?: string;
  /**
   * The pitch (Hz) at which the object is heard as it is written. If left out, that of its lowest mode
   * that rings.
   */
  pitch?: number;
  /**
   * What brings the object to the pitch of a key: "size" (all lengths of a shape in proportion, or all
   * given modes), the name of a number of its shape, such as "length", "tension" or "frequency", or
   * "none", which leaves it as it is on every key. "size" if left out.
   */
  tune?: string;
  /**
   * The lowest and the highest key, as MIDI key numbers (60 is middle C). If left out, from 18
   * semitones below the pitch of the object to 30 above it.
   */
  keys?: [number, number];
  /**
   * For a set of objects: by MIDI key number, the name of the body that this key strikes as it is. Then
   * `object`, `pitch`, `tune` and `keys` have no meaning and are not allowed.
   */
  objects?: Record<string, string>;
  /**
   * The speed of the hammer (m/s) for the softest and for the hardest key. If left out, 0.1 and 2 times
   * its speed in the scene, or 0.1 and 3 m/s if it has none.
   */
  speed?: [number, number];
  /** The time (s) in which the object falls by 60 dB with the damper on it; 0 for no damper. */
  damper?: number;
}
