// SPDX-License-Identifier: Apache-2.0
#include "app/window/report.h"

#include <tuple>

#include "app/core/files/atomic_file.h"
#include "app/core/json.h"
#include "app/ui/drawing/marks.h"

namespace satscope::app {
namespace {
using nlohmann::json;

json to_json(const Value& value) {
  return std::visit([](auto plain) { return json(plain); }, value);
}

json to_json(const Area& area) { return {{"x", area.x}, {"y", area.y}, {"w", area.width}, {"h", area.height}}; }

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

json box_json(const Box& box, const Frame& frame) {
  json out{{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}, {"sum", nullptr}, {"reads", json::array()}};
  const auto sum = box.area() > 0 ? frame.box_sum(box) : std::nullopt;
  if (!sum) return out;
  out["sum"] = to_json(sum->sum);
  out["mean"] = sum->mean;
  const std::optional<SumTruth> truth = frame.box_truth(box);
  const bool wrong = truth && truth->state == SumTruth::State::wrong;
  const bool exact = truth && truth->state == SumTruth::State::exact;
  out["exact"] = exact || wrong ? json(exact) : json();  // null: not known
  out["true_sum"] = exact ? out["sum"] : wrong ? to_json(truth->sum) : json();
  out["why"] = truth ? truth->why : "";
  for (const Corner& corner : sum->reads)
    out["reads"].push_back({{"corner", std::string(1, corner.name)},
                            {"x", corner.x},
                            {"y", corner.y},
                            {"value", to_json(corner.value)},
                            {"sign", corner.sign}});
  return out;
}

std::string_view word_of(FrameStatus::Agreement agreement) {
  switch (agreement) {
    case FrameStatus::Agreement::agree: return "agree";
    case FrameStatus::Agreement::differ: return "differ";
    case FrameStatus::Agreement::unknown: return "unknown";
  }
  return "";
}

}  // namespace

json report(const Ui& ui, Extent window) {
  const auto& [session, doing, frame] = std::tie(ui.session, ui.doing, ui.frame);
  const FrameStatus& status = frame.status();
  const Shown& shown = frame.shown();
  json state = to_json(session);
  state["asked"] = {
      {"algorithm", state["algorithm"]}, {"type", state["type"]}, {"machine", state["machine"]}, {"display", state["display"]}};
  state["algorithm"] = status.algorithm;
  state["type"] = status.type;
  state["machine"] = id_of(status.machine);
  state["display"] = id_of(status.path);
  state["display_reason"] = status.path_reason;
  state["half_resolution"] = status.quality.coarse;
  state["fewer_frames"] = status.quality.fewer_frames;
  state["device"] = status.device;
  state["picture"] = {
      {"w", shown.picture.width}, {"h", shown.picture.height}, {"reduction", shown.reduction}, {"total", shown.total}};
  state["box"] = box_json(session.edit.box, frame);
  state["median_ms"] = or_null(status.median_ms);
  state["measured"] = status.measured;
  state["fps"] = status.frames_per_second;
  state["agreement"] = word_of(status.agreement);
  state["reduced"] = status.reduced;
  state["agreement_text"] = status.agreement_text;
  state["table_check"] = nullptr;
  if (const auto& check = status.table_check)
    state["table_check"] = {{"entries", check->entries}, {"wrong", check->wrong},         {"beyond", check->beyond},
                            {"exact", check->exact()},   {"max_error", check->max_error}, {"not_finite", check->not_finite}};
  state["message"] = doing.message ? doing.message->text : status.message;
  state["hover"] = nullptr;
  if (doing.hover) {
    const auto [x, y] = *doing.hover;
    const auto entry = frame.padded(x + 1, y + 1);
    const char letter = letter_of_entry(session.edit.box, x, y);
    state["hover"] = {{"x", x},
                      {"y", y},
                      {"i", or_null(frame.pixel(x, y))},
                      {"ii", entry ? to_json(*entry) : json()},
                      {"p", {{"x", x + 1}, {"y", y + 1}}},
                      {"read", letter ? json(std::string(1, letter)) : json()},
                      {"view", doing.hover_in_table ? "table" : "picture"}};
  }
  state["window"] = {{"w", window.width}, {"h", window.height}};
  state["in_panels"] = doing.in_panels;
  json views = json::object(), places = json::object(), listed = json::object();
  for (const auto& [id, area] : ui.controls) {
    if (id.starts_with("view:"))
      views[id.substr(5)] = to_json(area);
    else if (id.starts_with("in:"))
      listed[id.substr(3)] = to_json(area);
    else
      places[id] = to_json(area);
  }
  state["views"] = views;
  state["controls"] = places;
  state["listed"] = listed;
  state["settled"] = true;
  return state;
}

std::string StateFile::update(nlohmann::json state, const nlohmann::json& beside, double now) {
  constexpr auto k_replace = nlohmann::json::error_handler_t::replace;  // because: a file's name need not be UTF-8
  std::string text = state.dump(1, ' ', false, k_replace);
  behind_ = false;
  if (text == last_) return {};
  written_at_ = now;
  last_ = std::move(text);
  state["serial"] = ++serial_;
  state.update(beside);
  try {
    AtomicFile file(file_.string());
    file.stay_unsynced();
    file.write(state.dump(1, ' ', false, k_replace) + "\n");
    file.commit();
  } catch (const std::exception& problem) {
    failed_ = true;
    return problem.what();
  }
  return {};
}

}  // namespace satscope::app
