// SPDX-License-Identifier: Apache-2.0
// What is remembered from one start to the next. Remembering is a courtesy: it never fails, and never disturbs.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/sources/live/live_input.h"

namespace satscope::app {

/// What was answered that is not right.
struct WrongAnswer {
  int card = 0;
  std::string answer;
  std::int64_t when = 0;  ///< seconds since 1970
  bool operator==(const WrongAnswer&) const = default;
};

/// How far a lesson is.
struct LessonProgress {
  static constexpr std::size_t k_wrong = 20;

  int at = 0;                           ///< the card where it goes on; as many as it has: it was left by its last one
  std::set<int> done;                   ///< cards whose act was done, or that ask for none
  std::vector<WrongAnswer> wrong = {};  ///< the last k_wrong of them, the newest at the end
  bool operator==(const LessonProgress&) const = default;
};

struct Settings {
  static constexpr std::size_t k_recent = 10, k_presets = 100;

  std::vector<std::string> recent;                ///< inputs, the newest first
  std::string theme;                              ///< empty: never chosen
  std::string level;                              ///< of Steps; empty: never chosen
  std::string slides;                             ///< theme of slides; empty: never chosen
  std::string background;                         ///< of saved steps, id of a PageGround; empty: never chosen
  std::optional<double> ui_scale;                 ///< empty: never chosen, so the monitor decides
  std::string camera;                             ///< the last one that worked, as open_live takes it; empty: none did
  Mode camera_mode;                               ///< that was asked of it
  std::map<std::string, LessonProgress> lessons;  ///< by the id of the lesson
  std::set<std::string> used;                     ///< ids of the workspaces in which something was done
  std::map<std::string, std::string> presets;     ///< of Playground, made by the user: as text, by their names
  bool operator==(const Settings&) const = default;

  void add_recent(const std::string& input);
};

/// settings.json in our folder of settings (user_folders.h); empty if there is none.
std::filesystem::path settings_file();

Settings load_settings(const std::filesystem::path& file);
void save_settings(const Settings& settings, const std::filesystem::path& file);
/// Writes what differs between `before` and `now` into the file; what other windows have written there meanwhile stays.
void update_settings(const Settings& before, const Settings& now, const std::filesystem::path& file);

}  // namespace satscope::app
