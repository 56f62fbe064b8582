//! The command `carom`: parse, call, print.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod calibrate;
mod collide;
mod columns;
mod error;
#[cfg(feature = "papers")]
mod felt;
mod gallery;
mod impact;
mod learn;
mod listen;
mod live;
mod measure;
mod modes;
mod play;
mod rerun;
mod run;
mod sampler;
mod say;
mod scene;
mod sfz;
#[cfg(feature = "papers")]
mod stimuli;
mod studio;
#[cfg(feature = "papers")]
mod study;
mod sweep;
mod vary;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What happens when two things collide, at audio rate, with every joule accounted for.
#[derive(Parser)]
#[command(name = "carom", version, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Compute with what every processor has: the same bits on all machines with the same mathematical
    /// library, in up to twice the time
    #[arg(long, global = true)]
    alike: bool,
}

const EXIT_STATUS: &str = "Exit status: 0 done, 1 ran but a check failed, 2 bad input, \
    3 could not read or write. Units are SI. With --json, standard output holds the JSON alone.";

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Rerun(rerun::Arguments),
    Impact(Box<impact::Arguments>),
    Sweep(sweep::Arguments),
    Collide(collide::Arguments),
    Listen(listen::Arguments),
    Learn(learn::Arguments),
    Vary(vary::Arguments),
    Sampler(sampler::Arguments),
    Gallery(gallery::Arguments),
    Studio(studio::Arguments),
    Play(Box<play::Arguments>),
    Live(live::Arguments),
    Modes(modes::Arguments),
    #[cfg(feature = "papers")]
    Stimuli(stimuli::Arguments),
    #[cfg(feature = "papers")]
    Felt(felt::Arguments),
    #[cfg(feature = "papers")]
    Study(study::Arguments),
    Calibrate(Box<calibrate::Arguments>),
    Measure(Box<measure::Arguments>),
    /// Prints the JSON Schema of scene files, for editors.
    Schema {
        /// Print the reference of scene files instead, in Markdown
        #[arg(long)]
        markdown: bool,
    },
}

fn main() -> ExitCode {
    // An interrupted run leaves no temporary file; without the handler it would still run.
    let _ = ctrlc::set_handler(|| {
        if studio::interrupted() || live::interrupted() {
            return;
        }
        carom_files::remove_unfinished();
        std::process::exit(130);
    });
    let cli = Cli::parse();
    if cli.alike {
        carom::compute_alike();
    }
    let outcome = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Rerun(arguments) => rerun::run(&arguments),
        Command::Impact(arguments) => impact::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Collide(arguments) => collide::run(&arguments),
        Command::Listen(arguments) => listen::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Vary(arguments) => vary::run(&arguments),
        Command::Sampler(arguments) => sampler::run(&arguments),
        Command::Gallery(arguments) => gallery::run(&arguments),
        Command::Studio(arguments) => studio::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Live(arguments) => live::run(&arguments),
        Command::Modes(arguments) => modes::run(&arguments),
        #[cfg(feature = "papers")]
        Command::Stimuli(arguments) => stimuli::run(&arguments),
        #[cfg(feature = "papers")]
        Command::Felt(arguments) => felt::run(&arguments),
        #[cfg(feature = "papers")]
        Command::Study(arguments) => study::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Schema { markdown } => {
            error::print_schema(carom_scene::scene::Scene::schema(), "Scene files", markdown)
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.report();
            error.exit_code()
        }
    }
}
