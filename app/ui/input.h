// SPDX-License-Identifier: Apache-2.0
// Input as a queue. ImGui looks at the state of mouse and keys once per frame and misses what comes and goes in
// between; the queue hands over at most one change per frame of each button and of each key that ImGui watches, so a quick
// click, key or drag arrives however slow the frames are. A click and a turn of the wheel keep the modifiers that were held
// then: what changes them waits for the next frame.
#pragma once
#include <bitset>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "app/ui/keys.h"

struct ImGuiIO;

namespace satscope::app {

enum class MouseButton : std::uint8_t { left, right, middle };

struct InputEvent {
  enum class Kind : std::uint8_t { move, leave, button, wheel, key, character };
  Kind kind = Kind::move;
  double x = 0, y = 0;  ///< move: position; wheel: steps, y away from the user
  MouseButton button = MouseButton::left;
  bool down = false;       ///< button, key
  bool repeated = false;   ///< key: held
  Chord chord = {};        ///< key: with the modifiers held; all kinds: the modifiers
  unsigned character = 0;  ///< Unicode

  static InputEvent move_to(double x, double y) { return {.kind = Kind::move, .x = x, .y = y}; }
  static InputEvent press(MouseButton button, bool down) { return {.kind = Kind::button, .button = button, .down = down}; }
  static InputEvent wheel(double steps) { return {.kind = Kind::wheel, .y = steps}; }
  static InputEvent key(Chord chord, bool down) { return {.kind = Kind::key, .down = down, .chord = chord}; }
  static InputEvent typed(unsigned character) { return {.kind = Kind::character, .character = character}; }
};

/// A chord that was pressed.
struct Press {
  Chord chord;
  bool repeated = false;
};

class InputQueue {
 public:
  void push(const InputEvent& event) { events_.push_back(event); }
  bool empty() const { return events_.empty(); }

  /// Makes ImGui ready for our keys. Once per ImGui context.
  static void map_keys(ImGuiIO& io);

  /// Before each ImGui frame: hands over what one frame can take. Returns the chords that were pressed, in order. has_clicker:
  /// its two keys, PgUp and PgDn, do not reach ImGui, where they would move the caret of a text.
  std::vector<Press> feed(ImGuiIO& io, bool has_clicker);

  /// Whether one of our keys is down, as of the frame that was fed last.
  bool holds(int key) const { return held_[static_cast<std::size_t>(key)]; }

 private:
  bool fits(const InputEvent& event) const;

  std::deque<InputEvent> events_;
  std::bitset<3> buttons_changed_;
  bool wheel_turned_ = false;
  Chord modifiers_;  ///< that ImGui has, without a key
  std::bitset<k_key_count> keys_changed_, held_;
};

}  // namespace satscope::app
