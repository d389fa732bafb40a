// SPDX-License-Identifier: Apache-2.0
#include "app/bench/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "app/bench/benched.h"
#include "app/core/text/extent_text.h"
#include "app/published/published.h"
#include "kernels/emulated.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

std::string title_of(const std::string& algorithm) {
  const Described* const known = find_benched(algorithm);
  return known ? known->title : algorithm;
}

/// The number that the whole of a text is, or nothing.
std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The case without what is along x: results with the same rest are one curve.
BenchCase rest_of(BenchCase one, const std::string& vary) {
  if (vary == k_by_size) one.extent = {};
  if (vary == k_by_type) one.type = {};
  if (vary == k_by_threads) one.threads = 0;
  one.params.erase(vary);
  return one;
}

class Curves {
 public:
  Curves(std::span<const BenchReport> reports, const CurvesRequest& request) : reports_(reports), request_(request) {
    find_names();
    const bool filters = std::ranges::any_of(reports, [](const BenchReport& report) {
      return std::ranges::any_of(report.results, [](const BenchResult& one) { return one.asked.type == k_filtered.id; });
    });
    made_ = filters ? "picture" : "table";
    plot_.title = fmt::format("{} of one {} by {}", what(), made_, x_word());
  }

  Plot made() {
    plot_.x = x_axis();
    plot_.y = y_axis();
    for (std::size_t i = 0; i < reports_.size(); ++i)
      for (const BenchResult& result : reports_[i].results) add(i, result);
    if (curves_.empty())
      throw std::runtime_error(
          fmt::format("there are no results to draw over '{}'; measure with --vary {}=...", request_.vary, request_.vary));
    name_curves();
    for (Curve& curve : curves_) {
      std::ranges::stable_sort(curve.series.points, {}, &PlotPoint::x);
      plot_.series.push_back(curve.series);
    }
    add_floors();
    plot_.notes = notes();
    if (request_.shown == CurveView::time && request_.vary == k_by_size) add_published();
    return std::move(plot_);
  }

 private:
  struct Curve {
    std::size_t report;
    BenchCase rest;
    PlotSeries series;
    std::vector<BenchCase> cases = {};
  };

  std::string_view what() const {
    switch (request_.shown) {
      case CurveView::time: return "Time";
      case CurveView::bandwidth: return "Bytes per second";
      case CurveView::speed_up: return "Speed-up";
      case CurveView::ratio: return "Relative time";
    }
    return "";
  }
  std::string x_word() const {
    if (request_.vary == k_by_size) return "size of the picture";
    if (request_.vary == k_by_type) return "types of pixels and sums";
    if (request_.vary == k_by_radius) return "radius r, pixels";
    return request_.vary == k_by_threads ? "number of threads" : request_.vary;
  }

  /// Texts on x that are no numbers get places 0, 1, 2 ... in the order in which they come.
  void find_names() {
    std::vector<std::string> texts;
    bool numbers = request_.vary != k_by_type;
    for (const BenchReport& report : reports_)
      for (const BenchResult& result : report.results) {
        const std::string text = varied_text(result.asked, request_.vary);
        if (text.empty()) continue;
        if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
        numbers = numbers && (request_.vary == k_by_size || number_in(text));
      }
    if (!numbers) names_ = texts;
  }

  std::optional<double> x_of(const BenchCase& one) const {
    const std::string text = varied_text(one, request_.vary);
    if (text.empty()) return {};
    if (!names_.empty()) return static_cast<double>(std::ranges::find(names_, text) - names_.begin());
    return request_.vary == k_by_size ? static_cast<double>(one.extent.area()) : number_in(text);
  }

  PlotAxis x_axis() const {
    if (request_.vary == k_by_size) return {"pixels of the picture", true, names_};
    double least = 1e300, most = 0;
    for (const BenchReport& report : reports_)
      for (const BenchResult& result : report.results)
        if (const auto x = x_of(result.asked)) {
          least = std::min(least, *x);
          most = std::max(most, *x);
        }
    return {x_word(), names_.empty() && least > 0 && most >= 8 * least, names_};
  }

  PlotAxis y_axis() const {
    const std::string other = title_of(request_.relative_to) +
                              (request_.relative_machine ? fmt::format(" on the {}", upper(*request_.relative_machine)) : "");
    switch (request_.shown) {
      case CurveView::time: return {fmt::format("milliseconds for one {}, median", made_), true};
      case CurveView::bandwidth:
        return {fmt::format("GB/s: picture in once and {} out once, over the median time", made_), true};
      case CurveView::speed_up: return {fmt::format("times faster than {}", other), true};
      case CurveView::ratio: return {fmt::format("times as long as {}", other), true};
    }
    return {};
  }

  static std::string_view upper(Machine machine) { return machine == Machine::gpu ? "GPU" : "CPU"; }

  Curve& curve_of(std::size_t report, const BenchResult& result) {
    const BenchCase rest = rest_of(result.asked, request_.vary);
    for (Curve& curve : curves_)
      if (curve.report == report && curve.rest == rest) return curve;
    return curves_.emplace_back(Curve{report,
                                      rest,
                                      {.name = {},
                                       .kind = result.emulated ? PlotKind::emulated : PlotKind::measured,
                                       .look = static_cast<int>(curves_.size())}});
  }

  void add(std::size_t report, const BenchResult& result) {
    const auto x = x_of(result.asked);
    if (!x) return;
    Curve& curve = curve_of(report, result);
    PlotPoint point{.x = *x, .at = varied_text(result.asked, request_.vary)};
    if (result.times) fill(point, report, result);
    curve.series.points.push_back(point);
    curve.cases.push_back(result.asked);
  }

  void fill(PlotPoint& point, std::size_t report, const BenchResult& result) const {
    const BenchTimes& t = *result.times;
    const double other = request_.relative_to.empty() ? k_not_known : time_of_other(report, result.asked);
    switch (request_.shown) {
      case CurveView::time: std::tie(point.y, point.low, point.high) = std::tuple(t.median_ms, t.p10_ms, t.p90_ms); break;
      case CurveView::bandwidth: {
        const double bytes = t.gigabytes_per_second * t.median_ms;
        std::tie(point.y, point.low, point.high) = std::tuple(bytes / t.median_ms, bytes / t.p90_ms, bytes / t.p10_ms);
        break;
      }
      case CurveView::speed_up:
        std::tie(point.y, point.low, point.high) = std::tuple(other / t.median_ms, other / t.p90_ms, other / t.p10_ms);
        break;
      case CurveView::ratio:
        std::tie(point.y, point.low, point.high) = std::tuple(t.median_ms / other, t.p10_ms / other, t.p90_ms / other);
        break;
    }
  }

  /// Median of the algorithm that others are compared with, on the same picture; NaN: it was not measured there. Where several
  /// fit (threads, a parameter that the request leaves open), the fastest, which a user would take.
  double time_of_other(std::size_t report, const BenchCase& asked) const {
    double best = k_not_known;
    for (const BenchResult& result : reports_[report].results) {
      const BenchCase& one = result.asked;
      if (one.algorithm != request_.relative_to || !result.times ||
          one.machine != request_.relative_machine.value_or(asked.machine))
        continue;
      if (request_.relative_params && one.params != *request_.relative_params) continue;
      if (request_.vary == k_by_radius && varied_text(one, k_by_radius) != varied_text(asked, k_by_radius)) continue;
      if (one.busy_threads != asked.busy_threads || one.type != asked.type || one.extent != asked.extent ||
          one.channels != asked.channels || one.hot != asked.hot)
        continue;
      if (!(best <= result.times->median_ms)) best = result.times->median_ms;
    }
    return best;
  }

  /// A name says what the curves do not all have in common.
  void name_curves() {
    std::set<std::string> devices, types, sizes;
    std::set<Machine> machines;
    std::map<std::string, std::set<Form>> forms;
    std::map<Machine, std::set<int>> threads;
    std::set<int> channels;
    for (const Curve& curve : curves_) {
      devices.insert(device(curve.report));
      types.emplace(curve.rest.type);
      sizes.insert(extent_text(curve.rest.extent));
      machines.insert(curve.rest.machine);
      forms[curve.rest.algorithm].insert(curve.rest.form);
      threads[curve.rest.machine].insert(curve.rest.threads);
      channels.insert(curve.rest.channels);
    }
    for (Curve& curve : curves_) {
      const BenchCase& rest = curve.rest;
      std::string name = title_of(rest.algorithm);
      for (const auto& [id, value] : rest.params) name += fmt::format(", {}={}", id, to_text(value));
      if (rest.hot) name += ", hot";
      if (forms[rest.algorithm].size() > 1) name += fmt::format(", {}", id_of(rest.form));
      name += common(curve, machines.size() > 1, types.size() > 1, sizes.size() > 1, threads[rest.machine].size() > 1);
      if (channels.size() > 1) name += ", " + counted(rest.channels, "channel");
      if (rest.busy_threads > 0) name += ", beside " + counted(rest.busy_threads, "busy thread");
      if (devices.size() > 1) name += ", " + device(curve.report);
      if (curve.series.kind == PlotKind::emulated) name += " (emulated)";
      curve.series.name = name;
    }
    several_machines_ = machines.size() > 1;
    several_types_ = types.size() > 1;
    several_sizes_ = sizes.size() > 1;
    several_devices_ = devices.size() > 1;
  }

  static std::string common(const Curve& curve, bool machine, bool type, bool size, bool threads) {
    std::string text;
    if (machine) text += fmt::format(", {}", upper(curve.rest.machine));
    if (const int count = curve.rest.threads; threads)
      text += count > 0 ? ", " + counted(count, "thread") : ", threads as it chooses";
    if (type) text += fmt::format(", {}", curve.rest.type);
    if (size) text += fmt::format(", {}", extent_text(curve.rest.extent));
    return text;
  }

  /// With as much of the date as tells it from other runs of the machine.
  std::string device(std::size_t report) const {
    for (const std::size_t letters : {10, 16, 20}) {
      const auto name = [&](const BenchReport& of) {
        return fmt::format("{} ({})", of.device, of.facts.date.substr(0, letters));
      };
      if (std::ranges::count(reports_, name(reports_[report]), name) == 1) return name(reports_[report]);
    }
    return fmt::format("{} (run {})", reports_[report].device, report + 1);
  }

  void add_floors() {
    if (request_.shown != CurveView::time && request_.shown != CurveView::bandwidth) return;
    std::map<std::string, PlotSeries> floors;
    for (const Curve& curve : curves_)
      for (std::size_t i = 0; i < curve.cases.size(); ++i)
        for (const BenchFloor& floor : reports_[curve.report].floors) {
          if (!floor.is_of(curve.cases[i])) continue;
          std::string name = "Floor" + common(curve, several_machines_, several_types_, several_sizes_, false);
          if (several_devices_) name += ", " + device(curve.report);
          PlotSeries& series = floors[name];
          const double x = *x_of(curve.cases[i]), y = request_.shown == CurveView::time
                                                          ? floor.milliseconds
                                                          : static_cast<double>(floor.bytes) / floor.milliseconds / 1e6;
          if (std::ranges::find(series.points, x, &PlotPoint::x) == series.points.end())
            series.points.push_back({.x = x, .y = y, .at = varied_text(curve.cases[i], request_.vary)});
        }
    for (auto& [name, series] : floors) {
      std::ranges::stable_sort(series.points, {}, &PlotPoint::x);
      plot_.series.push_back({name, PlotKind::bound, 0, series.points});
    }
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> list;
    for (const BenchReport& report : reports_)
      list.push_back(fmt::format("{}; satscope {}, {}{}.", report.device, report.facts.satscope,
                                 report.facts.date.substr(0, 10), report.complete ? "" : "; stopped before the end"));
    list.emplace_back(request_.shown == CurveView::bandwidth
                          ? "Lines: medians. Bands: 10th to 90th percentile. Floor: how fast this machine moves the same bytes."
                          : "Lines: medians. Bands: 10th to 90th percentile.");
    if (std::ranges::any_of(curves_, [](const Curve& curve) { return curve.series.kind == PlotKind::emulated; }))
      list.emplace_back(k_emulated);
    for (const BenchReport& report : reports_)
      for (const BenchResult& result : report.results)
        if (!result.correct)
          list.push_back(fmt::format("Not drawn: the {} of {} {} {} on the {} is wrong.", made_, name_of(result.asked),
                                     result.asked.type, extent_text(result.asked.extent), upper(result.asked.machine)));
    return list;
  }

  /// The curve that a printed time of one channel belongs to: same algorithm, and the same type where the paper names one.
  /// An emulation only where there is no other.
  const Curve* curve_of(const PublishedTime& time) const {
    const Algorithm* const algorithm = find_algorithm(time.algorithm);
    if (!algorithm) return nullptr;
    const auto fits = [&](const Curve& curve) {
      if (curve.rest.algorithm != time.algorithm || (!time.types.empty() && curve.rest.type != time.types)) return false;
      if (curve.rest.channels != 1 || curve.rest.busy_threads != 0 || curve.rest.hot) return false;
      return std::ranges::all_of(time.params, [&](const auto& param) {
        const Param* const known = algorithm->find_param(param.first);
        return known && known->value_in(curve.rest.params) == param.second;
      });
    };
    const Curve* best = nullptr;
    for (const Curve& curve : curves_)
      if (fits(curve) && (!best || (best->series.kind == PlotKind::emulated && curve.series.kind != PlotKind::emulated)))
        best = &curve;
    return best;
  }

  void add_published() {
    std::map<std::tuple<int, std::string, std::string, std::string>, PlotSeries> marks;  // by look, source, device, title
    for (const PublishedTime& time : published_times()) {
      const Curve* const curve = curve_of(time);
      if (!curve || std::ranges::none_of(curve->cases, [&](const BenchCase& one) { return one.extent == time.extent; }))
        continue;
      PlotSeries& series = marks[{curve->series.look, time.source, time.device, time.title}];
      series.kind = PlotKind::published;
      series.look = curve->series.look;
      series.name = fmt::format("printed: {}{}", time.device, time.year > 0 ? fmt::format(" ({})", time.year) : "");
      series.points.push_back(
          {.x = static_cast<double>(time.extent.area()), .y = time.milliseconds, .at = extent_text(time.extent)});
    }
    for (auto& [key, series] : marks) {
      std::ranges::stable_sort(series.points, {}, &PlotPoint::x);
      plot_.series.push_back(series);
      const std::string note =
          fmt::format("Hollow: {}, printed in {}, on {}.", std::get<3>(key), std::get<1>(key), std::get<2>(key));
      if (std::ranges::find(plot_.notes, note) == plot_.notes.end()) plot_.notes.push_back(note);
    }
  }

  std::span<const BenchReport> reports_;
  const CurvesRequest& request_;
  std::vector<std::string> names_;  ///< of places on x; none: x is a number
  std::vector<Curve> curves_;
  Plot plot_;
  std::string_view made_;  ///< what one time is of
  bool several_machines_ = false, several_types_ = false, several_sizes_ = false, several_devices_ = false;
};

}  // namespace

std::string varied_text(const BenchCase& one, const std::string& vary) {
  if (vary == k_by_size) return extent_text(one.extent);
  if (vary == k_by_type) return std::string(one.type);
  if (const auto param = one.params.find(vary); param != one.params.end()) return to_text(param->second);
  return vary == k_by_threads && one.threads > 0 ? fmt::format("{}", one.threads) : std::string();
}

Plot curves_of(std::span<const BenchReport> reports, const CurvesRequest& request) {
  const bool relative = request.shown == CurveView::speed_up || request.shown == CurveView::ratio;
  if (relative && std::ranges::none_of(reports, [&](const BenchReport& report) {
        return std::ranges::find(report.results, request.relative_to, [](const BenchResult& r) { return r.asked.algorithm; }) !=
               report.results.end();
      }))
    throw std::runtime_error(fmt::format("there are no results of '{}' to compare with", request.relative_to));
  return Curves(reports, request).made();
}

}  // namespace satscope::app
