// SPDX-License-Identifier: Apache-2.0
// The second view of Race: the entrants' times over the size of the picture, as a plot.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/bench/curves.h"
#include "app/bench/presets.h"
#include "app/bench/read.h"
#include "app/ui/drawing/plot_view.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/race/race.h"

namespace satscope::app {
namespace {

Choice choice_of(const Named<CurveView>& view) {
  const auto with = [&](const char* title, const char* help) { return Choice{std::string(view.id), title, help}; };
  switch (view.value) {
    case CurveView::time: return with("Times", "Milliseconds for one table");
    case CurveView::bandwidth: return with("Bytes per second", "How much of the floor's rate each reaches: a roofline");
    case CurveView::speed_up:
      return with("Speed-ups", "Against the entrant that all are compared with, or the first filter, on the same machine");
    case CurveView::ratio: return with("Ratios of times", "How many times as long as that entrant, on the same machine");
  }
  return {};
}

const std::vector<Choice>& curve_choices() {
  static const std::vector<Choice> list = [] {
    std::vector<Choice> all;
    for (const Named<CurveView>& view : k_curve_views) all.push_back(choice_of(view));
    return all;
  }();
  return list;
}

const std::vector<Choice>& size_choices() {
  static const std::vector<Choice> list = [] {
    std::vector<Choice> all{{"", "Squares", "256 x 256 to 4096 x 4096"}};
    for (const BenchPreset& preset : bench_presets())
      all.push_back({std::string(preset.id), std::string(preset.id), std::string(preset.what)});
    return all;
  }();
  return list;
}

CurveView curve_view_of(const std::string& id) {
  const auto* const found = find_in(k_curve_views, id);
  return found ? found->value : CurveView::time;
}

/// What can be read of these files is shown, and the first that cannot says why.
OtherResults read_others(const std::vector<std::string>& names) {
  OtherResults others;
  for (const std::string& name : names) try {
      others.reports.push_back(read_report_file(name));
    } catch (const std::runtime_error& why) {
      if (others.problem.empty()) others.problem = why.what();
    }
  return others;
}

}  // namespace

std::optional<nlohmann::json> session_of_results(const nlohmann::json& document, const std::string& name) {
  if (!document.is_object() || !document.contains("results") || !document.contains("floor")) return {};
  const BenchReport report = report_in(document, name);
  if (report.results.empty()) throw std::runtime_error(fmt::format("'{}' has no results to draw", name));
  return nlohmann::json{{"workspace", "race"}, {RaceView::k_member, {{"plot", true}, {"others", {name}}}}};
}

bool take_others(RaceModel& model) {
  auto read = model.reader.take();
  if (!read) return false;
  model.others = read->result ? std::move(*read->result) : OtherResults{.reports = {}, .problem = read->error};
  model.plot = {};
  return true;
}

void step_race_sweep(RaceModel& model, const Session& session, const std::string& type) {
  const RaceSweep::Known known = model.sweep.known();
  const RaceView& view = session.part<RaceView>();
  const RaceEdit& edit = session.edit.part<RaceEdit>();
  const auto baseline = static_cast<std::size_t>(edit.baseline);
  const RaceEntrant against = baseline < edit.entrants.size() ? edit.entrants[baseline] : RaceEntrant{};
  const TypePair* const types = find_type_pair(type);
  const BenchOrder order = types && !view.sizes.empty() ? sweep_of(edit, *types, view.sizes) : BenchOrder{};
  if (model.others_named != view.others) {
    model.others_named = view.others;
    model.others = {};
    model.reader.submit([names = view.others](JobProgress&) { return read_others(names); });
    model.plot = {};
  }
  const bool running = model.sweep.running();
  std::tuple plotted{known.serial, running, view.curves, name_of(against), order.cases};
  if (model.plotted == plotted && !model.plot.title.empty()) return;
  model.plotted = std::move(plotted);
  model.sweep_says = !model.others.problem.empty() ? model.others.problem : known.doing;
  model.plot = Plot{.title = "Time of one table by size of the picture",
                    .x = {"pixels of the picture", true},
                    .y = {"milliseconds for one table, median", true}};
  const bool waits = !order.cases.empty() && view.curves == "time";
  std::vector<BenchReport> reports;
  if (waits)
    reports.push_back(with_waiting(known.report, order));
  else if (known.report && !known.report->results.empty())
    reports.push_back(*known.report);
  if (!reports.empty() && running) reports.front().complete = true;  // nothing was stopped
  reports.insert(reports.end(), model.others.reports.begin(), model.others.reports.end());
  if (reports.empty()) return;
  CurvesRequest request{.vary = reports.front().varied.empty() ? k_by_size : reports.front().varied,
                        .shown = curve_view_of(view.curves)};
  if (request.shown == CurveView::speed_up || request.shown == CurveView::ratio) {
    request.relative_to = against.algorithm;
    request.relative_params = against.params;
    request.relative_machine = against.machine;
    if (request.vary == k_by_radius) {  // filters race by themselves, against the one that reads a table
      request.relative_to = reports.front().results.front().asked.algorithm;
      request.relative_params.reset();
      request.relative_machine.reset();
    }
  }
  try {
    model.plot = curves_of(reports, request);
  } catch (const std::runtime_error& why) {  // the other one has no time yet
    model.sweep_says = why.what();
  }
}

void draw_race_sweep(RaceUi& ui) {
  RaceView& view = ui.session.part<RaceView>();
  const bool runs = ui.race.sweep.running(), can = race_hint(ui.session).empty();
  ImGui::BeginDisabled(!can && !runs);
  if (ImGui::Button(runs ? "Stop" : "Measure", {6 * ui.em, 0})) ui.ask(RaceAction::run);
  ImGui::EndDisabled();
  ui.control("race:sweep", "Measures each entrant on pictures of these sizes, on all machines; resumes a stopped run",
             RaceAction::run);
  place_next(ui, 8 * ui.em);
  ImGui::SetNextItemWidth(8 * ui.em);
  choose(ui, "##sizes", "race:sizes",
         "Along x: squares, or the sizes of a preset of `satscope bench`, or filters over the radius", view.sizes,
         size_choices());
  place_next(ui, 11 * ui.em);
  ImGui::SetNextItemWidth(11 * ui.em);
  choose(ui, "##curves", "race:curves", "What the curves show", view.curves, curve_choices());
  place_next(ui, button_width("Save"));
  if (ImGui::Button("Save")) ui.ask(RaceAction::save_times);
  ui.control("race:save", "The curves as SVG, PNG and CSV, the results as JSON, in the folder the program was started in",
             RaceAction::save_times);
  if (!view.others.empty()) {
    place_next(ui, button_width("Only ours"));
    if (ImGui::Button("Only ours")) view.others.clear();
    ui.control("race:only-ours", fmt::format("Takes out the curves of {}", fmt::join(view.others, ", ")));
  }
  place_next(ui, button_width("On this picture"));
  if (ImGui::Button("On this picture")) ui.ask(RaceAction::plot);
  ui.control("race:plot", "Back to the times on the picture that is shown", RaceAction::plot);

  const std::string says =
      !ui.race.sweep_says.empty() ? ui.race.sweep_says
      : can ? fmt::format("How do the times grow with the picture? {} measures it.", keys_text(RaceAction::run))
            : race_hint(ui.session);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, says);
  ImGui::PopTextWrapPos();
  ui.control("race:sweep-says");

  const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float height = std::max(room.y, 16 * ui.em);  // else it scrolls
  const Area area{static_cast<double>(corner.x), static_cast<double>(corner.y), static_cast<double>(room.x),
                  static_cast<double>(height)};
  show_plot(ui, area, ui.race.plot, &ui.race.hidden, "race:curves-plot");
}

}  // namespace satscope::app
