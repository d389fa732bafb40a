// SPDX-License-Identifier: Apache-2.0
#include "app/session_settings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "app/json.h"
#include "app/session.h"

namespace satscope::app {

void Settings::add_recent(const std::string& input) {
  if (input.empty()) return;
  std::erase(recent, input);
  recent.insert(recent.begin(), input);
  if (recent.size() > k_recent) recent.resize(k_recent);
}

std::filesystem::path settings_file() {
  const auto place = [](const char* variable, const char* below) -> std::filesystem::path {
    const char* value = std::getenv(variable);
    if (!value || *value != '/') return {};
    return std::filesystem::path(value) / below;
  };
  const auto from_xdg = place("XDG_CONFIG_HOME", "satscope/settings.json");
  return from_xdg.empty() ? place("HOME", ".config/satscope/settings.json") : from_xdg;
}

Settings load_settings(const std::filesystem::path& file) {
  Settings settings;
  std::ifstream in(file);
  const auto json = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return settings;
  if (const auto recent = json.find("recent"); recent != json.end() && recent->is_array())
    for (const auto& input : *recent)
      if (input.is_string() && settings.recent.size() < Settings::k_recent) settings.recent.push_back(input);
  if (const auto theme = json.find("theme"); theme != json.end() && (*theme == "light" || *theme == "dark"))
    settings.theme = *theme;
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
  if (const auto scale = json.find("ui_scale"); scale != json.end() && scale->is_number())
    settings.ui_scale = std::clamp(scale->get<double>(), k_smallest_scale, k_largest_scale);
  return settings;
}

void save_settings(const Settings& settings, const std::filesystem::path& file) {
  if (file.empty()) return;
  nlohmann::json json{{"recent", settings.recent}};
  if (!settings.theme.empty()) json["theme"] = settings.theme;
  if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
  if (!settings.camera.empty()) {
    const Mode& mode = settings.camera_mode;
    json["camera"] = {{"source", settings.camera},
                      {"width", mode.extent.width},
                      {"height", mode.extent.height},
                      {"rate", mode.rate},
                      {"format", mode.format}};
  }
  try {
    std::filesystem::create_directories(file.parent_path());
    write_atomically(file, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } catch (const std::exception&) {  // because: a read-only home is no reason to bother anybody
  }
}

void write_atomically(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path draft = fmt::format("{}.{}.part", file.string(), ::getpid());
  std::ofstream out(draft, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  std::error_code failure;
  if (out) std::filesystem::rename(draft, file, failure);
  if (!out || failure) {
    std::error_code ignored;
    std::filesystem::remove(draft, ignored);
    throw std::runtime_error(fmt::format("cannot write '{}': the folder must exist and be writable", file.string()));
  }
}

}  // namespace satscope::app
