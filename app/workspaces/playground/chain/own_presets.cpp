// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/own_presets.h"
#include "app/session/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/core/parsed_json.h"
#include "app/sources/quote.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_longest_name = 40, k_longest_text = 1 << 16;  // bytes
constexpr std::string_view k_blank = " \t\r\n", k_command = "satscope filter ";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(k_blank);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(k_blank) + 1 - first);
}

PlaygroundEdit edit_of(std::string_view chain) {
  PlaygroundEdit edit;
  try {
    edit.chain = entries_of(parse_chain(chain));
  } catch (const std::invalid_argument& problem) {
    throw std::runtime_error(problem.what());
  }
  return edit;
}

/// The words of a line, as a shell takes them.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool within = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && k_blank.find(c) != k_blank.npos) {
      within = false;
      continue;
    }
    if (!std::exchange(within, true)) words.emplace_back();
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else
      words.back() += c;
  }
  return words;
}

OwnPreset from_command(std::string_view line) {
  constexpr std::string_view k_chain = "--chain";
  const std::vector<std::string> words = words_of(line);
  const auto option = std::ranges::find_if(
      words, [&](const std::string& word) { return word == k_chain || word.starts_with(std::string(k_chain) + "="); });
  if (option == words.end()) throw std::runtime_error("this command names no --chain");
  const bool joined = option->size() > k_chain.size();
  if (!joined && std::next(option) == words.end()) throw std::runtime_error("--chain needs filters after it");
  OwnPreset preset{{}, edit_of(joined ? option->substr(k_chain.size() + 1) : *std::next(option))};
  preset.edit.colour = std::ranges::find(words, "--luma") == words.end();
  return preset;
}

}  // namespace

std::string refusal_of_name(std::string_view name) {
  if (name.empty()) return "a preset needs a name";
  if (name.size() > k_longest_name) return fmt::format("the name of a preset has at most {} bytes", k_longest_name);
  if (name != trimmed(name) || std::ranges::any_of(name, [](unsigned char c) { return c < ' ' || c == 127; }))
    return "a preset's name is one line without blanks at its ends";
  return {};
}

std::string free_preset_name(const std::map<std::string, std::string>& texts, const std::string& name) {
  std::string free = name;
  for (int number = 2; texts.contains(free); ++number) free = fmt::format("{} {}", name, number);
  return free;
}

std::string text_of(const OwnPreset& preset) {
  return nlohmann::json{{"preset", preset.name}, {PlaygroundEdit::k_member, written(preset.edit)}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

OwnPreset preset_from(std::string_view text) {
  if (text.size() > k_longest_text)
    throw std::runtime_error(fmt::format("a preset has at most {} bytes, and this text has {}", k_longest_text, text.size()));
  nlohmann::json json;
  try {
    json = parsed(text);
  } catch (const JsonError& problem) {
    throw std::runtime_error(fmt::format("a preset is JSON, but this text is not: {}", problem.what()));
  }
  if (!json.is_object() || !json.contains("preset") || !json["preset"].is_string())
    throw std::runtime_error("a preset is a JSON object with its name as \"preset\" and its \"filters\"");
  OwnPreset preset{json["preset"], {}};
  if (const std::string why = refusal_of_name(preset.name); !why.empty()) throw std::runtime_error(why);
  if (!json.contains(PlaygroundEdit::k_member))
    throw std::runtime_error(fmt::format("the preset {} has no \"filters\"", quote(preset.name)));
  preset.edit = read_part<PlaygroundEdit>(json[PlaygroundEdit::k_member]);
  return preset;
}

std::vector<OwnPreset> presets_in(const std::map<std::string, std::string>& texts) {
  std::vector<OwnPreset> all;
  for (const auto& [name, text] : texts) {
    try {
      all.push_back(preset_from(text));
      all.back().name = name;
    } catch (const std::runtime_error&) {
      // of another version of the program: it stays in the settings
    }
  }
  return all;
}

std::optional<OwnPreset> chain_in_text(std::string_view given) {
  const std::string_view text = trimmed(given);
  if (text.starts_with('{') && text.find("\"preset\"") != text.npos) return preset_from(text);
  if (text.size() > k_longest_text || text.find('\n') != text.npos) return std::nullopt;
  if (text.starts_with(k_command)) return from_command(text);
  const std::string_view first = text.substr(0, text.find_first_of(" ;"));
  if (!find_filter(first)) return std::nullopt;
  return OwnPreset{{}, edit_of(text)};
}

}  // namespace satscope::app
