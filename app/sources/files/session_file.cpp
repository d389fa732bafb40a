// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/session_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "app/core/files/atomic_file.h"
#include "app/core/json.h"
#include "app/core/parsed_json.h"
#include "app/core/text/wanted_letters.h"
#include "app/sources/files/figure_files.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/live/live_open.h"
#include "app/sources/loaders.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {
using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* k_kind = "satscope";  ///< the member by which a session is known
constexpr const char* k_kind_value = "session";

bool is_figure(std::string_view words) { return words.starts_with(k_figure_prefix); }

/// Whether the words name a file or a folder, and not a thing of ours.
bool is_path(const std::string& words) {
  if (words.starts_with(k_pattern_prefix) || is_figure(words) || names_a_protocol(words)) return false;
  return !words_behind(words, k_synthetic) && !words_behind(words, k_camera) && !words_behind(words, k_screen);
}

fs::path folder_of(const std::string& file) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(file, error), error).parent_path();
}

std::string file_of_figure(std::string_view words) {
  const std::string file = fmt::format("{}{}", words.substr(k_figure_prefix.size()), k_session_ending);
  const auto names = figure_names();
  if (std::ranges::find(names, file) != names.end()) return file;
  std::vector<std::string> known;
  for (const std::string_view name : names) known.emplace_back(name.substr(0, name.size() - k_session_ending.size()));
  throw InputError(unknown_word("figure", words.substr(k_figure_prefix.size()), known));
}

json document_in(std::string_view text, const std::string& name) {
  try {
    return parsed(text);
  } catch (const JsonError& error) {
    throw InputError(fmt::format("'{}' is broken: {}", name, error.what()));
  }
}

}  // namespace

void change_paths(json& session, const std::function<std::string(const std::string&)>& change) {
  const auto change_one = [&](json& member, bool always) {
    if (!member.is_string()) return;
    if (const auto words = member.get<std::string>(); !words.empty() && (always || is_path(words))) member = change(words);
  };
  const auto at = [&](const char* way) {
    const json::json_pointer pointer(way);
    return session.contains(pointer) ? &session[pointer] : nullptr;
  };
  for (const char* way : {"/input", "/source"})
    if (json* const member = at(way)) change_one(*member, false);
  if (json* const cascade = at("/playground/cascade")) change_one(*cascade, true);
  if (json* const others = at("/race/others"); others && others->is_array())
    for (json& one : *others) change_one(one, true);
}

json kept_below(json session, const std::string& folder) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder, error);
  if (error) throw InputError(fmt::format("cannot read '{}': {}", folder, error.message()));
  change_paths(session, [&](const std::string& path) {
    const fs::path file = fs::weakly_canonical(whole / path, error);
    if (error || std::ranges::mismatch(whole, file).in1 != whole.end())
      throw InputError(fmt::format("'{}' leads out of the lesson's folder; put the file below it", path));
    return file.string();
  });
  return session;
}

bool names_a_document(const std::string& words) {
  if (is_figure(words)) return true;
  if (words == k_standard_input) {  // which has no ending
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_of(words).c_str(), "rb"), &std::fclose);
    return file && std::getc(file.get()) == '{';
  }
  const std::string ending = ending_of(words);
  return ending == k_session_ending || ending == ".json";
}

json read_document(const std::string& words) {
  if (is_figure(words)) return document_in(figure_text(file_of_figure(words)), words);
  constexpr double k_bytes_of_a_byte = 20;  // a digit and a comma become a value of 16 bytes, and lists grow by doubling
  constexpr std::uintmax_t k_most = std::uintmax_t{256} << 20;  // a trace is a few megabytes
  const std::vector<std::byte> bytes = whole_file(words, k_most);
  require_memory(fmt::format("'{}'", words), k_bytes_of_a_byte * static_cast<double>(bytes.size()));
  if (bytes.empty()) throw InputError(fmt::format("'{}' is empty; a session is a JSON object", words));
  return document_in(FileBytes{words, bytes}.text(), words);
}

bool is_session(const json& document) {
  if (!document.is_object()) return false;
  const auto kind = document.find(k_kind);
  return kind != document.end() && kind->is_string() && kind->get_ref<const std::string&>() == k_kind_value;
}

SessionFile session_in(const json& document, const std::string& words) {
  const auto broken = [&](std::string_view why) { return InputError(fmt::format("'{}' is no session: {}", words, why)); };
  if (!document.is_object()) throw broken("it is not a JSON object");
  if (!is_session(document)) throw broken(fmt::format("it lacks \"{}\": \"{}\"", k_kind, k_kind_value));
  SessionFile file{.name = words};
  const auto version = document.find("version");
  if (version == document.end() || !version->is_number_integer() || *version < 0 || *version > 1'000'000)
    throw broken(fmt::format("its \"version\" must be a whole number, such as {}", k_session_version));
  file.version = *version;
  const auto session = document.find("session");
  if (session == document.end() || !session->is_object()) throw broken("its \"session\" must be a JSON object");
  file.session = *session;
  want_letters(document.dump());
  if (const auto title = document.find("title"); title != document.end() && title->is_string()) file.title = *title;
  const auto input = file.session.find("input");
  if (input != file.session.end() && input->is_string() && names_a_document(*input))
    throw InputError(fmt::format("the session '{}' names no picture but another document, '{}'", words,
                                 input->get_ref<const std::string&>()));
  if (!is_figure(words))
    change_paths(file.session, [folder = folder_of(words)](const std::string& path) {
      return (folder / path).lexically_normal().string();  // an absolute path stays
    });
  return file;
}

SessionPicture picture_of_session(const std::string& words) {
  const SessionFile file = session_in(read_document(words), words);
  const auto input = file.session.find("input");
  if (input == file.session.end() || !input->is_string() || input->get<std::string>().empty())
    throw InputError(fmt::format("the session '{}' names no picture", words));
  try {
    return {*input, transform_from_json(file.session.value("transform", json::object()))};
  } catch (const std::runtime_error& problem) {
    throw InputError(fmt::format("the session '{}' is broken: {}", words, problem.what()));
  }
}

std::string text_of(const SessionFile& session, const std::string& place) {
  json written = session.session;
  change_paths(written, [folder = folder_of(place)](const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
    const fs::path relative = whole.lexically_relative(folder);
    return relative.empty() ? whole.string() : relative.string();
  });
  nlohmann::ordered_json document{{k_kind, k_kind_value}, {"version", k_session_version}};
  if (!session.title.empty()) document["title"] = session.title;
  document["session"] = written;
  try {
    return document.dump(2) + "\n";
  } catch (const json::exception&) {
    throw std::runtime_error(fmt::format("cannot write '{}': a name in the session is not UTF-8; rename that file", place));
  }
}

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> list;
    for (const std::string_view name : figure_names()) {
      const std::string input = fmt::format("{}{}", k_figure_prefix, name.substr(0, name.size() - k_session_ending.size()));
      list.push_back({input, session_in(read_document(input), input).title});
    }
    return list;
  }();
  return all;
}

}  // namespace satscope::app
