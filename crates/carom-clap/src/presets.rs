//! Presets: the scenes of the gallery that can be played.

use std::ffi::{CStr, CString};

use carom_instrument::Patch;
use carom_scene::gallery::{PIECES, Piece};
use clack_extensions::preset_discovery::prelude::*;
use clack_extensions::preset_discovery::preset_data::{Flags, Location, LocationInfo};
use clack_extensions::state::HostState;
use clack_plugin::prelude::*;
use clack_plugin::utils::UniversalPluginId;

use crate::ID;
use crate::desk::Desk;

/// The preset of a new plug-in.
const FIRST: &str = "marimba-bar";

/// The patch of a new plug-in.
pub(crate) fn first() -> Patch {
    Patch::of_piece(PIECES.iter().find(|piece| piece.name == FIRST).unwrap_or(&PIECES[0]))
}

/// Scenes in which no hammer strikes anything that rings, or whose scheme cannot be played.
const NOT_PLAYED: [&str; 7] = [
    "coin-settling",
    "marble-on-glass",
    "ball-around-a-gong",
    "guiro",
    "tanpura",
    "prepared-string",
    "newtons-cradle",
];

/// The pieces that are presets. To try each would take too long for a host that looks for them.
pub fn pieces() -> impl Iterator<Item = &'static Piece> {
    PIECES.iter().filter(|piece| !NOT_PLAYED.contains(&piece.name))
}

/// What a preset is called: `marimba-bar` is «Marimba bar».
fn title(piece: &Piece) -> String {
    let mut title = piece.name.replace('-', " ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}

/// Tells hosts which presets there are.
pub(crate) struct Presets(ProviderDescriptor);

impl Default for Presets {
    fn default() -> Self {
        let descriptor = ProviderDescriptor::new("org.carom.gallery", "Carom gallery");
        Self(descriptor.with_vendor("The Carom developers"))
    }
}

impl PresetDiscoveryFactoryImpl for Presets {
    fn provider_count(&self) -> u32 {
        1
    }

    fn provider_descriptor(&self, index: u32) -> Option<&ProviderDescriptor> {
        (index == 0).then_some(&self.0)
    }

    fn create_provider<'a>(
        &'a self,
        indexer: IndexerInfo<'a>,
        id: &CStr,
    ) -> Option<ProviderInstance<'a>> {
        let new = || {
            ProviderInstance::new(indexer, &self.0, |mut indexer| {
                indexer.declare_location(LocationInfo {
                    name: c"Gallery",
                    flags: Flags::IS_FACTORY_CONTENT,
                    location: Location::Plugin,
                })?;
                Ok(Provider)
            })
        };
        (Some(id) == self.0.id()).then(new)
    }
}

struct Provider;

impl ProviderImpl<'_> for Provider {
    fn get_metadata(
        &mut self,
        location: Location,
        receiver: &mut MetadataReceiver,
    ) -> Result<(), PluginError> {
        if location != Location::Plugin {
            return Err(PluginError::Message("all presets are in the plug-in"));
        }
        for piece in pieces() {
            let (name, key) = (CString::new(title(piece))?, CString::new(piece.name)?);
            receiver
                .begin_preset(Some(&name), Some(&key))?
                .add_plugin_id(UniversalPluginId::clap(ID))
                .set_flags(Flags::IS_FACTORY_CONTENT)
                .add_creator(c"The Carom developers");
        }
        Ok(())
    }
}

impl PluginPresetLoadImpl for Desk<'_> {
    fn load_from_location(
        &self,
        location: Location,
        key: Option<&CStr>,
    ) -> Result<(), PluginError> {
        if location != Location::Plugin {
            return Err(PluginError::Message("all presets are in the plug-in"));
        }
        let name = key.and_then(|key| key.to_str().ok());
        let piece = pieces().find(|piece| Some(piece.name) == name);
        let piece = piece.ok_or(PluginError::Message("there is no preset of this name"))?;
        self.load(Patch::of_piece(piece))?;
        let host = self.host();
        if let Some(presets) = host.get_extension::<HostPresetLoad>() {
            presets.loaded(host, location, key);
        }
        if let Some(state) = host.get_extension::<HostState>() {
            state.mark_dirty(host);
        }
        Ok(())
    }
}
