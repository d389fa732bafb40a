// SPDX-License-Identifier: Apache-2.0
#include "app/ui/open_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/core/json.h"
#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"
#include "app/ui/inputs.h"
#include "app/ui/keys.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "kernels/device.h"

namespace satscope::app {
namespace {
using nlohmann::json;

void check_workspace(const Session& session) {
  std::vector<std::string_view> ids;
  for (const WorkspaceKind& kind : workspaces()) ids.push_back(kind.id);
  if (std::ranges::find(ids, session.workspace) == ids.end())
    throw std::runtime_error(
        fmt::format("session: there is no workspace '{}'; there are {}", session.workspace, fmt::join(ids, ", ")));
}

Session strict(const json& members, const Session& base) {
  Session session = session_from_json(members, base);
  check_workspace(session);
  return session;
}

/// Reads as many members as there can be read, and names the others that are known here.
Session lenient(const json& members, const Session& base, std::vector<std::string>& left_out) {
  json kept = json::object();
  Session session = strict(kept, base);
  const json known = to_json(base);
  for (const auto& [name, value] : members.items()) {
    if (!known.contains(name)) continue;
    kept[name] = value;
    try {
      session = strict(kept, base);
    } catch (const std::exception&) {
      left_out.push_back(name);
      kept.erase(name);
    }
  }
  return session;
}

std::string about_version(const SessionFile& file, const std::vector<std::string>& left_out) {
  std::string text = fmt::format("'{}' is a session of version {}, {} than this program's {}", short_name_of(file.name),
                                 file.version, file.version > k_session_version ? "newer" : "older", k_session_version);
  text += left_out.empty() ? "; all that is known here is opened"
                           : fmt::format("; without {}, which {} not known here", fmt::join(left_out, ", "),
                                         left_out.size() == 1 ? "is" : "are");
  return text;
}

}  // namespace

SessionFile session_behind(const std::string& words) {
  const json document = read_document(words);
  if (is_session(document) || words.starts_with(k_figure_prefix)) return session_in(document, words);
  for (const WorkspaceKind& kind : workspaces())
    if (kind.opens)
      if (auto members = kind.opens(document, words)) return {.name = words, .session = std::move(*members)};
  throw InputError(fmt::format("'{}' is neither a session nor a trace of satscope", words));
}

void OpenedSession::add_sentence(const std::string& sentence, bool failed) {
  reported += (reported.empty() ? "" : "; ") + sentence;
  bad = bad || failed;
}

OpenedSession open_session(const SessionFile& file, const Session& base) {
  OpenedSession opened{.session = base, .file = file};
  if (file.version == k_session_version) {
    try {
      opened.session = strict(file.session, base);
    } catch (const std::exception& error) {
      throw std::runtime_error(file.name.empty() ? error.what() : fmt::format("cannot open '{}': {}", file.name, error.what()));
    }
  } else {
    std::vector<std::string> left_out;
    opened.session = lenient(file.session, base, left_out);
    opened.add_sentence(about_version(file, left_out));
  }
  Edit& edit = opened.session.edit;
  if (edit.input.empty()) edit.input = k_example_input;
  if (edit.live && watches(edit.source)) {  // because: only the user switches a camera on
    edit.live = false;
    opened.add_sentence(
        fmt::format("it shows '{}', which stays off: {} switches it on", edit.source, keys_text(WindowAction::live)));
  }
  if (edit.machine == Machine::gpu && !gpu_status().usable) {
    edit.machine.reset();
    opened.add_sentence(fmt::format("it asks for the GPU, but {}; the CPU computes", gpu_status().reason));
  }
  opened.session.display = base.display;  // because: that is a matter of this machine
  opened.places_box = !file.session.contains("box");
  opened.keeps_view = file.session.contains("view");
  return opened;
}

void apply_options(Session& session, const WindowOptions& options) {
  Edit& edit = session.edit;
  if (!options.workspace.empty()) session.workspace = options.workspace;
  if (!options.algorithm.empty() && options.algorithm != edit.algorithm) {
    edit.algorithm = options.algorithm;
    edit.params.clear();
  }
  if (!options.type.empty()) edit.type = options.type;
  if (options.machine) edit.machine = options.machine;
  if (options.display) session.display = options.display;
  if (options.tone_map) session.tone_map = *options.tone_map;
  session.presenting = options.presenting;
  if (!options.theme.empty()) session.theme = options.theme;
  session.ui_scale = std::clamp(options.ui_scale.value_or(session.ui_scale), k_smallest_scale, k_largest_scale);
}

}  // namespace satscope::app
