//! The library as a host finds it: loaded from its file.
#![allow(unsafe_code)] // A library cannot be loaded without it.

use crate::support::{Rig, in_process, on};
use clack_extensions::preset_discovery::prelude::PresetDiscoveryFactory;
use clack_host::prelude::*;

/// The library that was built with this test.
fn library() -> std::path::PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let name =
        format!("{}carom_clap{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folder.join(name)
}

#[test]
fn the_library_plays_what_the_crate_plays() {
    let path = library();
    assert!(path.is_file(), "{} was not built", path.display());
    // SAFETY: it is our own library, whose entry keeps to the rules of CLAP.
    let entry = unsafe { PluginEntry::load(&path) }.unwrap();
    let factory = entry.get_plugin_factory().unwrap();
    assert_eq!(factory.plugin_count(), 1);
    let descriptor = factory.plugin_descriptor(0).unwrap();
    assert_eq!(descriptor.id(), Some(carom_clap::ID));
    assert_eq!(descriptor.name(), Some(c"Carom"));
    let discovery: PresetDiscoveryFactory = entry.get_factory().unwrap();
    assert_eq!(discovery.provider_count(), 1);

    let [mut loaded, mut linked] = [&entry, &in_process()].map(Rig::of);
    loaded.start(48_000.0);
    linked.start(48_000.0);
    let sound = loaded.play(4096, 512, &[(77, on(60))]);
    assert!(sound[0].iter().any(|sample| *sample != 0.0));
    assert!(sound == linked.play(4096, 512, &[(77, on(60))]));
    assert_eq!(loaded.save(), linked.save());
}
