// SPDX-License-Identifier: Apache-2.0
// Presets that the user made: chains with a name, kept with the settings, and carried from one machine to another as text.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspaces/playground/settings.h"

namespace satscope::app {

struct OwnPreset {
  std::string name;
  PlaygroundEdit edit;
};

/// Why this cannot be a preset's name, a sentence; empty: it can.
std::string refusal_of_name(std::string_view name);

/// This name, or with the first number behind it that is free. texts: as Settings::presets.
std::string free_preset_name(const std::map<std::string, std::string>& texts, const std::string& name);

/// One line of JSON that preset_from reads.
std::string text_of(const OwnPreset& preset);
/// Throws std::runtime_error with a sentence.
OwnPreset preset_from(std::string_view text);
/// Those that can be read here, by their names. texts: as Settings::presets.
std::vector<OwnPreset> presets_in(const std::map<std::string, std::string>& texts);

/// What a text says that was copied here, or written by hand: a preset, a line of `satscope filter`, or a chain alone. The name
/// is empty where it has none. Nothing: it is another kind of text. Throws std::runtime_error with a sentence.
std::optional<OwnPreset> chain_in_text(std::string_view text);

}  // namespace satscope::app
