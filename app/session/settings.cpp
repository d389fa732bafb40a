// SPDX-License-Identifier: Apache-2.0
#include "app/session/settings.h"

#include <algorithm>
#include <stdexcept>

#include "app/core/files/atomic_file.h"
#include "app/core/files/folder_lock.h"
#include "app/core/files/user_folders.h"
#include "app/core/json.h"
#include "app/core/text/wanted_letters.h"
#include "app/session/session.h"
#include "app/sources/loaders.h"

namespace satscope::app {
namespace {

/// What the file holds; empty if it is no plain file, or larger than settings can be. Never waits.
std::string read_remembered(const std::filesystem::path& file) {
  constexpr std::size_t k_most = std::size_t{1} << 24;
  try {
    const std::vector<std::byte> bytes = whole_file(file.string(), k_most);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  } catch (const std::runtime_error&) {
    return {};
  }
}

/// The inputs at the front of `now` that were opened since `before`: without them `now` is a part of it, in its order.
std::size_t opened_since(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  std::size_t kept = 0;
  for (auto old = before.rbegin(); old != before.rend() && kept < now.size(); ++old)
    if (*old == now[now.size() - 1 - kept]) ++kept;
  return now.size() - kept;
}

/// What the file holds, with what changed from `before` to `now`.
Settings merged(Settings file, const Settings& before, const Settings& now) {
  for (std::size_t i = opened_since(before.recent, now.recent); i > 0; --i) file.add_recent(now.recent[i - 1]);
  if (now.theme != before.theme) file.theme = now.theme;
  if (now.level != before.level) file.level = now.level;
  if (now.slides != before.slides) file.slides = now.slides;
  if (now.background != before.background) file.background = now.background;
  if (now.ui_scale != before.ui_scale) file.ui_scale = now.ui_scale;
  if (now.camera != before.camera || now.camera_mode != before.camera_mode) {
    file.camera = now.camera;
    file.camera_mode = now.camera_mode;
  }
  for (const auto& [id, progress] : now.lessons)
    if (const auto old = before.lessons.find(id); old == before.lessons.end() || old->second != progress)
      file.lessons[id] = progress;
  file.used.insert(now.used.begin(), now.used.end());
  for (const auto& [name, text] : before.presets)
    if (!now.presets.contains(name)) file.presets.erase(name);
  for (const auto& [name, text] : now.presets)
    if (const auto old = before.presets.find(name); old == before.presets.end() || old->second != text)
      file.presets[name] = text;
  return file;
}

/// Older files have the number of cards that were passed.
std::optional<LessonProgress> progress_in(const nlohmann::json& member) {
  constexpr int k_most = 1000;  // cards; because: a file may say anything
  LessonProgress progress;
  if (member.is_number_integer()) {
    progress.at = std::clamp(member.get<int>(), 0, k_most);
    for (int card = 0; card < progress.at; ++card) progress.done.insert(card);
    return progress;
  }
  if (!member.is_object() || !member.contains("at") || !member["at"].is_number_integer()) return std::nullopt;
  progress.at = std::clamp(member["at"].get<int>(), 0, k_most);
  if (const auto done = member.find("done"); done != member.end() && done->is_array())
    for (const auto& card : *done)
      if (card.is_number_integer()) progress.done.insert(std::clamp(card.get<int>(), 0, k_most));
  if (const auto wrong = member.find("wrong"); wrong != member.end() && wrong->is_array())
    for (const auto& one : *wrong) {
      if (progress.wrong.size() == LessonProgress::k_wrong) break;
      if (!one.is_object()) continue;
      const auto card = one.find("card"), answer = one.find("answer"), when = one.find("when");
      if (card == one.end() || answer == one.end() || when == one.end()) continue;
      if (card->is_number_integer() && answer->is_string() && when->is_number_integer())
        progress.wrong.push_back({std::clamp(card->get<int>(), 0, k_most), *answer, *when});
    }
  return progress;
}

}  // namespace

void Settings::add_recent(const std::string& input) {
  if (input.empty()) return;
  std::erase(recent, input);
  recent.insert(recent.begin(), input);
  if (recent.size() > k_recent) recent.resize(k_recent);
}

std::filesystem::path settings_file() {
  const std::filesystem::path folder = own_folder(OwnFolder::settings);
  return folder.empty() ? folder : folder / "settings.json";
}

Settings load_settings(const std::filesystem::path& file) {
  Settings settings;
  const std::string content = read_remembered(file);
  want_letters(content);  // names of files and presets
  const auto json = nlohmann::json::parse(content, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return settings;
  if (const auto recent = json.find("recent"); recent != json.end() && recent->is_array())
    for (const auto& input : *recent)
      if (input.is_string() && settings.recent.size() < Settings::k_recent) settings.recent.push_back(input);
  if (const auto theme = json.find("theme"); theme != json.end() && (*theme == "light" || *theme == "dark"))
    settings.theme = *theme;
  if (const auto level = json.find("level"); level != json.end() && (*level == "essential" || *level == "full"))
    settings.level = *level;
  if (const auto slides = json.find("slides"); slides != json.end() && (*slides == "light" || *slides == "dark"))
    settings.slides = *slides;
  if (const auto ground = json.find("background"); ground != json.end() && ground->is_string()) settings.background = *ground;
  if (const auto camera = json.find("camera"); camera != json.end() && camera->is_object()) {
    try {
      settings.camera = camera->value("source", "");
      settings.camera_mode = {.extent = {camera->value("width", 0), camera->value("height", 0)},
                              .rate = camera->value("rate", 0.0),
                              .format = camera->value("format", "")};
    } catch (const nlohmann::json::exception&) {
      settings.camera.clear();
    }
  }
  if (const auto lessons = json.find("lessons"); lessons != json.end() && lessons->is_object())
    for (const auto& [id, cards] : lessons->items())
      if (const auto progress = progress_in(cards)) settings.lessons[id] = *progress;
  if (const auto presets = json.find("presets"); presets != json.end() && presets->is_object())
    for (const auto& [name, text] : presets->items())
      if (text.is_string() && settings.presets.size() < Settings::k_presets) settings.presets[name] = text;
  if (const auto used = json.find("used"); used != json.end() && used->is_array())
    for (const auto& workspace : *used)
      if (workspace.is_string()) settings.used.insert(workspace.get<std::string>());
  if (const auto scale = json.find("ui_scale"); scale != json.end() && scale->is_number())
    settings.ui_scale = std::clamp(scale->get<double>(), k_smallest_scale, k_largest_scale);
  return settings;
}

void save_settings(const Settings& settings, const std::filesystem::path& file) {
  if (file.empty()) return;
  nlohmann::json json{{"recent", settings.recent}};
  if (!settings.theme.empty()) json["theme"] = settings.theme;
  if (!settings.level.empty()) json["level"] = settings.level;
  if (!settings.slides.empty()) json["slides"] = settings.slides;
  if (!settings.background.empty()) json["background"] = settings.background;
  if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
  for (const auto& [id, progress] : settings.lessons) {
    nlohmann::json& lesson = json["lessons"][id] = {{"at", progress.at}, {"done", progress.done}};
    for (const WrongAnswer& one : progress.wrong)
      lesson["wrong"].push_back({{"card", one.card}, {"answer", one.answer}, {"when", one.when}});
  }
  if (!settings.used.empty()) json["used"] = settings.used;
  if (!settings.presets.empty()) json["presets"] = settings.presets;
  if (!settings.camera.empty()) {
    const Mode& mode = settings.camera_mode;
    json["camera"] = {{"source", settings.camera},
                      {"width", mode.extent.width},
                      {"height", mode.extent.height},
                      {"rate", mode.rate},
                      {"format", mode.format}};
  }
  try {
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) return;  // a FIFO would make us wait
    std::filesystem::create_directories(file.parent_path());
    write_file(file.string(), json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } catch (const std::exception&) {  // because: a read-only home is no reason to bother the user
  }
}

void update_settings(const Settings& before, const Settings& now, const std::filesystem::path& file) {
  if (file.empty()) return;
  std::error_code unknown;
  std::filesystem::create_directories(file.parent_path(), unknown);
  const FolderLock lock(file.parent_path());
  save_settings(merged(load_settings(file), before, now), file);
}

}  // namespace satscope::app
