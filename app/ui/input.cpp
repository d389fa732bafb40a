// SPDX-License-Identifier: Apache-2.0
#include "app/ui/input.h"

#include <imgui.h>

#include <cctype>
#include <cfloat>
#include <string_view>

#include "app/core/text/wanted_letters.h"
#include "app/ui/imgui_versions.h"

namespace satscope::app {
namespace {
constexpr bool is_sign(int key) {
  return key > ' ' && key < 127 && !(key >= '0' && key <= '9') && !(key >= 'A' && key <= 'Z') && !(key >= 'a' && key <= 'z');
}

/// Keys whose state ImGui looks at itself: all that are no text, and the letters of its editing shortcuts.
constexpr bool is_watched(const Chord& chord) {
  constexpr std::string_view k_shortcuts = "ACVXYZ";
  return chord.key >= k_key_escape || chord.key == k_key_space ||
         (chord.ctrl && k_shortcuts.find(static_cast<char>(chord.key)) != std::string_view::npos);
}

Chord modifiers_of(const Chord& chord) { return {.ctrl = chord.ctrl, .shift = chord.shift, .alt = chord.alt}; }
}  // namespace

void InputQueue::map_keys(ImGuiIO& io) { prepare_keys(io); }

bool InputQueue::fits(const InputEvent& event) const {
  const bool brings_modifiers = event.kind == InputEvent::Kind::key || event.kind == InputEvent::Kind::button;
  // because: without the Ctrl that was held then, ImGui would take the A for a letter
  const bool pressed = (keys_changed_ & held_).any(), keeps_modifiers = buttons_changed_.any() || wheel_turned_ || pressed;
  if (brings_modifiers && keeps_modifiers && modifiers_of(event.chord) != modifiers_) return false;
  switch (event.kind) {
    // because: a press belongs to the place where it happened
    case InputEvent::Kind::move:
    case InputEvent::Kind::leave:
    case InputEvent::Kind::wheel: return buttons_changed_.none();
    case InputEvent::Kind::button: return !buttons_changed_[static_cast<std::size_t>(event.button)];
    case InputEvent::Kind::key: return !is_watched(event.chord) || !keys_changed_[static_cast<std::size_t>(event.chord.key)];
    case InputEvent::Kind::character: return true;
  }
  return true;
}

std::vector<Press> InputQueue::feed(ImGuiIO& io, bool has_clicker) {
  std::vector<Press> presses;
  buttons_changed_.reset();
  keys_changed_.reset();
  wheel_turned_ = false;
  while (!events_.empty() && fits(events_.front())) {
    const InputEvent event = events_.front();
    events_.pop_front();
    switch (event.kind) {
      case InputEvent::Kind::move: io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)}; break;
      case InputEvent::Kind::leave: io.MousePos = {-FLT_MAX, -FLT_MAX}; break;
      case InputEvent::Kind::wheel:
        io.MouseWheel += static_cast<float>(event.y);
        wheel_turned_ = true;
        break;
      case InputEvent::Kind::button:
        io.MouseDown[static_cast<std::size_t>(event.button)] = event.down;
        buttons_changed_.set(static_cast<std::size_t>(event.button));
        pass_modifiers(io, modifiers_ = modifiers_of(event.chord));
        break;
      case InputEvent::Kind::key: {
        const Chord& chord = event.chord;
        if (!event.down || !has_clicker || (chord.key != k_key_page_up && chord.key != k_key_page_down))
          pass_key(io, chord.key, event.down);
        held_.set(static_cast<std::size_t>(chord.key), event.down);
        pass_modifiers(io, modifiers_ = modifiers_of(chord));
        if (!event.repeated) keys_changed_.set(static_cast<std::size_t>(chord.key));  // a repeat changes nothing
        // because: a sign without Ctrl depends on the layout, and comes as a character
        if (chord.key != 0 && event.down && (chord.ctrl || !is_sign(chord.key))) presses.push_back({chord, event.repeated});
        break;
      }
      case InputEvent::Kind::character:
        io.AddInputCharacter(event.character);
        want_letter(event.character);
        if (event.character < 127 && is_sign(static_cast<int>(event.character)))
          presses.push_back({{.key = static_cast<int>(event.character)}, false});
        break;
    }
  }
  return presses;
}

}  // namespace satscope::app
