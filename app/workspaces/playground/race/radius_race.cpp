// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/race/radius_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "app/core/text/number_text.h"
#include "kernels/last_times.h"
#include "kernels/registry.h"
#include "kernels/sampler.h"

namespace satscope::app {
namespace {

constexpr std::array k_radii{1, 2, 3, 5, 8, 12, 18, 28, 42, 64, 96, 140, 200, 300};
constexpr double k_visit_ms = 60;  // for the runs of one racer at one radius, if more than one fits in
constexpr int k_most_runs = 7;
constexpr double k_warm_ms = 100;  // a first run that took this long does not change by being warm
// because: a kernel of the GPU cannot be stopped, and the window draws on the same one
constexpr double k_most_ms_on_cpu = 1000, k_most_ms_on_gpu = 250;

/// "naive" of "Box mean, naive" as a rival of "Box mean".
std::string name_of(const Filter& racer, const Filter& first) {
  if (racer.id == first.id) return first.tables.empty() ? first.title : "table";
  const std::string prefix = first.title + ", ";
  return racer.title.starts_with(prefix) ? racer.title.substr(prefix.size()) : racer.title;
}

/// A racer's runs at one radius, and what of each came before its last pass: the tables, where there are any.
struct Runs {
  LastTimes all, tables;
  /// The last run of the sampler, whose passes took so long.
  void add(const std::vector<double>& passes, bool has_tables) {
    const double sum = std::accumulate(passes.begin(), passes.end(), 0.0);
    all.add(sum);
    tables.add(has_tables && !passes.empty() ? sum - passes.back() : 0);
  }
  RacePoint point(int r) const {
    return {.r = r,
            .runs = all.count(),
            .median_ms = all.median(),
            .p10_ms = all.p10(),
            .p90_ms = all.p90(),
            .table_ms = tables.median()};
  }
};

}  // namespace

std::vector<Filter> racers_of(std::string_view filter) {
  std::vector<Filter> racers;
  if (const Filter* first = find_filter(filter)) racers.push_back(*first);
  for (const Filter& rival : filters())
    if (rival.rival_of == filter) racers.push_back(rival);
  return racers;
}

std::span<const int> race_radii() { return k_radii; }

// ---------------------------------------------------------------- one round after the other

namespace {

/// What the thread keeps between rounds.
class Track : public RaceWork<RadiusRaceRequest, RacePicture> {
 public:
  using Publish = RadiusRace::Publish;
  Track(std::vector<Filter> racers, std::span<const int> radii, int threads, Publish publish)
      : racers_(std::move(racers)),
        radii_(radii.begin(), radii.end()),
        threads_(threads),
        publish_(std::move(publish)),
        lanes_(racers_.size()) {}

  void want(const RadiusRaceRequest& asked) override {
    request_ = asked;
    forget();
  }
  bool has_picture() const override { return picture_.extent.area() > 0; }
  void take(RacePicture picture) override {
    if (picture.extent != picture_.extent) forget();
    picture_ = std::move(picture);
    ++serial_;
  }
  void rest() override {
    forget();
    picture_ = {};
    expected_ = {};
  }

  double go_on(Progress& progress) override {
    round(progress);
    return 0;
  }
  void fail(const std::string& problem, const Progress& progress) override {
    problem_ = problem;
    publish(progress);
  }

 private:
  void forget() {
    lanes_ = std::vector<Lane>(racers_.size());
    rounds_ = 0;
    problem_.clear();
  }

  void round(Progress& progress) {
    for (Lane& lane : lanes_) lane.out = false;
    for (const int r : radii_) {
      for (std::size_t i = 0; i < lanes_.size(); ++i) {
        visit(i, r, progress);
        if (progress.cancelled) return;
        publish(progress);
      }
    }
    ++rounds_;
    publish(progress);
  }

  struct Lane {
    std::map<int, Runs> runs;  ///< by radius
    std::unique_ptr<Sampler> sampler;
    bool out = false;  ///< of what is left of this round
    int left_out_from = 0;
    double predicted = 0;
    std::string wrong, problem;
  };

  double most_ms() const { return request_.machine == Machine::gpu ? k_most_ms_on_gpu : k_most_ms_on_cpu; }

  static std::vector<RacePoint> points_of(const Lane& lane) {
    std::vector<RacePoint> points;
    for (const auto& [r, runs] : lane.runs) points.push_back(runs.point(r));
    return points;
  }

  /// Whether a rival would take too long from this radius on.
  bool too_slow(Lane& lane, int r) const {
    std::vector<RacePoint> before;
    for (const auto& [radius, runs] : lane.runs)
      if (radius < r) before.push_back(runs.point(radius));
    const double predicted = predicted_ms(before, r);
    if (!(predicted > most_ms())) {
      if (lane.left_out_from > 0 && r >= lane.left_out_from) lane.left_out_from = 0;
      return false;
    }
    lane.out = true;
    lane.left_out_from = r;
    lane.predicted = predicted;
    lane.runs.erase(lane.runs.lower_bound(r), lane.runs.end());
    return true;
  }

  void prepare(Lane& lane, const Filter& filter, int r) const {
    FilterRequest request{.extent = picture_.extent, .params = request_.params, .table_params = request_.table_params};
    request.params["r"] = static_cast<double>(r);
    const Algorithm& tables =
        request_.algorithm.empty() ? default_algorithm(request_.machine) : known_algorithm(request_.algorithm);
    if (const std::string why = refusal(filter, request, tables, request_.machine); !why.empty()) throw std::runtime_error(why);
    Plan plan = filter_plan(filter, request, tables).plan;
    // because: giving memory back to the GPU would stop the window for a moment
    if (lane.sampler && lane.sampler->adopt(plan)) return;
    lane.sampler.reset();
    lane.sampler = std::make_unique<Sampler>(std::move(plan), request_.machine, threads_, 1);
  }

  /// Empty if the result is the first racer's.
  std::string difference(std::span<const std::byte> result, int r) const {
    std::size_t differing = 0, first = 0;
    for (std::size_t i = 0; i < result.size(); ++i)
      if (result[i] != expected_[i] && differing++ == 0) first = i;
    if (differing == 0) return {};
    const auto width = static_cast<std::size_t>(picture_.extent.width);
    return fmt::format("at r = {} its result differs from the table's in {} of {} pixels, first at ({}, {})", r,
                       grouped(std::uint64_t{differing}), grouped(std::uint64_t{result.size()}), first % width, first / width);
  }

  void visit(std::size_t number, int r, Progress& progress) {
    Lane& lane = lanes_[number];
    const Filter& filter = racers_[number];
    const bool is_first = number == 0;
    if (lane.out || !lane.wrong.empty() || (!is_first && too_slow(lane, r))) return;
    try {
      prepare(lane, filter, r);
    } catch (const std::exception& why) {
      if (is_first) throw;  // because: nothing is left to compare with
      lane.problem = why.what();
      lane.out = true;
      return;
    }
    lane.problem.clear();
    const bool has_tables = !filter.tables.empty();
    std::vector<std::byte> result = lane.sampler->result({std::as_bytes(std::span(picture_.bytes)), serial_}, progress);
    if (progress.cancelled) return;
    if (is_first)
      expected_ = std::move(result);
    else if (lane.wrong = difference(result, r); !lane.wrong.empty()) {
      lane.runs.clear();
      lane.sampler.reset();
      lane.left_out_from = 0;
      return;
    }
    Runs& runs = lane.runs[r];
    const double first_ms = lane.sampler->run_ms();
    if (first_ms >= k_warm_ms) return runs.add(lane.sampler->pass_ms(), has_tables);
    for (int left = samples_within(k_visit_ms, first_ms, 1, k_most_runs); left > 0; --left) {
      lane.sampler->run_passes(progress);
      if (progress.cancelled) break;
      runs.add(lane.sampler->pass_ms(), has_tables);
    }
    if (runs.all.empty()) lane.runs.erase(r);
  }

  void publish(const Progress& progress) {
    RaceResults results;
    results.extent = picture_.extent;
    results.machine = request_.machine;
    results.rounds = rounds_;
    results.most_ms = most_ms();
    results.problem = problem_;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const Filter& filter = racers_[i];
      results.lines.push_back({.filter = filter.id,
                               .name = name_of(filter, racers_.front()),
                               .points = points_of(lanes_[i]),
                               .left_out_from = lanes_[i].left_out_from,
                               .predicted_ms = lanes_[i].predicted,
                               .wrong = lanes_[i].wrong,
                               .problem = lanes_[i].problem});
    }
    publish_(std::move(results), progress);
  }

  const std::vector<Filter> racers_;
  const std::vector<int> radii_;
  const int threads_;
  const Publish publish_;
  RadiusRaceRequest request_;
  RacePicture picture_;
  std::uint64_t serial_ = 0;         ///< of the picture
  std::vector<std::byte> expected_;  ///< the first racer's result at the present radius
  std::vector<Lane> lanes_;          ///< one for each racer
  int rounds_ = 0;
  std::string problem_;
};

}  // namespace

// ---------------------------------------------------------------- the thread

RadiusRace::RadiusRace(std::vector<Filter> racers, std::span<const int> radii, int threads)
    : RaceThread([&](Publish publish) {
        if (racers.empty()) throw std::invalid_argument("a race needs at least one filter");
        return std::make_unique<Track>(std::move(racers), radii, threads, std::move(publish));
      }) {}

}  // namespace satscope::app
