// SPDX-License-Identifier: Apache-2.0
#include "app/playground/radius_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/gui/number_text.h"
#include "kernels/engine.h"
#include "kernels/measure.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr std::array k_radii{1, 2, 3, 5, 8, 12, 18, 28, 42, 64, 96, 140, 200, 300};
constexpr std::size_t k_most_samples = 60;
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

struct Samples {
  std::deque<double> all, tables;  ///< milliseconds of the last runs
  void add(double ms, double table_ms) {
    all.push_back(ms);
    tables.push_back(table_ms);
    if (all.size() <= k_most_samples) return;
    all.pop_front();
    tables.pop_front();
  }
  static Timings sorted(const std::deque<double>& samples) {
    Timings timings{{samples.begin(), samples.end()}};
    std::ranges::sort(timings.milliseconds);
    return timings;
  }
  RacePoint point(int r) const {
    const Timings timings = sorted(all);
    return {.r = r,
            .runs = static_cast<int>(all.size()),
            .median_ms = timings.median(),
            .p10_ms = timings.percentile(0.1),
            .p90_ms = timings.percentile(0.9),
            .table_ms = sorted(tables).median()};
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

/// What the thread keeps between rounds.
class RadiusRace::Track {
 public:
  Track(RadiusRace& race, RaceWish wish) : race_(race), wish_(std::move(wish)), lanes_(race.racers_.size()) {}

  const RaceWish& wish() const { return wish_; }
  bool has_picture() const { return picture_.extent.area() > 0; }

  void take(RacePicture picture) {
    if (picture.extent != picture_.extent) {
      lanes_ = std::vector<Lane>(race_.racers_.size());
      rounds_ = 0;
    }
    picture_ = std::move(picture);
  }

  RacePicture release_picture() { return std::move(picture_); }

  void round(Progress& progress) {
    for (Lane& lane : lanes_) lane.out = false;
    for (const int r : race_.radii_) {
      for (std::size_t i = 0; i < lanes_.size(); ++i) {
        visit(i, r, progress);
        if (progress.cancelled) return;
        publish(progress);
      }
    }
    ++rounds_;
    publish(progress);
  }

  void fail(const std::string& problem, Progress& progress) {
    problem_ = problem;
    publish(progress);
  }

 private:
  struct Lane {
    std::map<int, Samples> samples;  ///< by radius
    std::optional<Engine> engine;
    bool out = false;  ///< of what is left of this round
    int left_out_from = 0;
    double predicted = 0;
    std::string wrong, problem;
  };

  double most_ms() const { return wish_.machine == Machine::gpu ? k_most_ms_on_gpu : k_most_ms_on_cpu; }

  static std::vector<RacePoint> points_of(const Lane& lane) {
    std::vector<RacePoint> points;
    for (const auto& [r, samples] : lane.samples) points.push_back(samples.point(r));
    return points;
  }

  /// Whether a rival would take too long from this radius on.
  bool too_slow(Lane& lane, int r) const {
    std::vector<RacePoint> before;
    for (const auto& [radius, samples] : lane.samples)
      if (radius < r) before.push_back(samples.point(radius));
    const double predicted = predicted_ms(before, r);
    if (!(predicted > most_ms())) {
      if (lane.left_out_from > 0 && r >= lane.left_out_from) lane.left_out_from = 0;
      return false;
    }
    lane.out = true;
    lane.left_out_from = r;
    lane.predicted = predicted;
    lane.samples.erase(lane.samples.lower_bound(r), lane.samples.end());
    return true;
  }

  void prepare(Lane& lane, const Filter& filter, int r) const {
    FilterRequest request{.extent = picture_.extent, .params = wish_.params, .table_params = wish_.table_params};
    request.params["r"] = static_cast<double>(r);
    const Algorithm* tables = wish_.algorithm.empty() ? &default_algorithm(wish_.machine) : find_algorithm(wish_.algorithm);
    if (!tables) throw std::invalid_argument(fmt::format("'{}' is no algorithm of this program", wish_.algorithm));
    if (const std::string why = refusal(filter, request, *tables, wish_.machine); !why.empty()) throw std::runtime_error(why);
    Plan plan = filter_plan(filter, request, *tables).plan;
    // because: giving memory back to the GPU would stop the window for a moment
    if (!lane.engine || !lane.engine->adopt(plan)) {
      lane.engine.reset();
      lane.engine.emplace(std::move(plan), wish_.machine, race_.threads_);
    }
    lane.engine->write(lane.engine->plan().picture(), std::as_bytes(std::span(picture_.bytes)));
    lane.engine->poison();
  }

  /// Milliseconds of one run, and of that what comes before the last pass: the tables, where there are any.
  static std::pair<double, double> timed(Engine& engine, bool has_tables, Progress& progress) {
    engine.run_timed(Engine::k_all_passes, &progress);
    engine.wait();
    const double all = engine.milliseconds();
    const std::vector<double> passes = engine.pass_milliseconds();
    return {all, has_tables && !passes.empty() ? all - passes.back() : 0};
  }

  /// Empty if the result is the first racer's.
  std::string difference(const std::vector<std::uint8_t>& result, int r) const {
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
    const Filter& filter = race_.racers_[number];
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
    const auto [first_ms, first_table_ms] = timed(*lane.engine, has_tables, progress);
    if (progress.cancelled) return;
    std::vector<std::uint8_t> result = read_buffer<std::uint8_t>(*lane.engine, lane.engine->plan().table());
    if (is_first)
      expected_ = std::move(result);
    else if (lane.wrong = difference(result, r); !lane.wrong.empty()) {
      lane.samples.clear();
      lane.engine.reset();
      lane.left_out_from = 0;
      return;
    }
    Samples& samples = lane.samples[r];
    if (first_ms >= k_warm_ms) samples.add(first_ms, first_table_ms);
    const int runs =
        first_ms >= k_warm_ms ? 0 : std::clamp(static_cast<int>(k_visit_ms / std::max(first_ms, 1e-3)), 1, k_most_runs);
    for (int i = 0; i < runs; ++i) {
      const auto [ms, table_ms] = timed(*lane.engine, has_tables, progress);
      if (progress.cancelled) break;
      samples.add(ms, table_ms);
    }
    if (samples.all.empty()) lane.samples.erase(r);
  }

  void publish(Progress& progress) {
    auto results = std::make_shared<RaceResults>();
    results->extent = picture_.extent;
    results->machine = wish_.machine;
    results->rounds = rounds_;
    results->most_ms = most_ms();
    results->problem = problem_;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const Filter& filter = race_.racers_[i];
      results->lines.push_back({.filter = filter.id,
                                .name = name_of(filter, race_.racers_.front()),
                                .points = points_of(lanes_[i]),
                                .left_out_from = lanes_[i].left_out_from,
                                .predicted_ms = lanes_[i].predicted,
                                .wrong = lanes_[i].wrong,
                                .problem = lanes_[i].problem});
    }
    const std::lock_guard lock(race_.mutex_);
    if (progress.cancelled) return;
    race_.results_ = std::move(results);
    ++race_.serial_;
  }

  RadiusRace& race_;
  RaceWish wish_;
  RacePicture picture_;
  std::vector<std::uint8_t> expected_;  ///< the first racer's result at the present radius
  std::vector<Lane> lanes_;             ///< one for each racer
  int rounds_ = 0;
  std::string problem_;
};

// ---------------------------------------------------------------- the thread

RadiusRace::RadiusRace(std::vector<Filter> racers, std::span<const int> radii, int threads)
    : racers_(std::move(racers)),
      radii_(radii.begin(), radii.end()),
      threads_(threads),
      results_(std::make_shared<RaceResults>()) {
  if (racers_.empty()) throw std::invalid_argument("a race needs at least one filter");
  thread_ = std::thread([this] { work(); });
}

RadiusRace::~RadiusRace() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (progress_) progress_->cancelled = true;
  }
  changed_.notify_all();
  thread_.join();
}

void RadiusRace::run(const RaceWish& wish) {
  {
    const std::lock_guard lock(mutex_);
    if (wish_ == wish) return;
    wish_ = wish;
    failed_ = false;
    if (progress_) progress_->cancelled = true;
  }
  changed_.notify_all();
}

void RadiusRace::stop() {
  const std::lock_guard lock(mutex_);
  if (!wish_) return;
  wish_.reset();
  next_ = nullptr;
  wanted_ = true;
  failed_ = false;
  if (progress_) progress_->cancelled = true;
  changed_.notify_all();
}

bool RadiusRace::wants_picture() const {
  const std::lock_guard lock(mutex_);
  return wish_ && wanted_ && !failed_;
}

void RadiusRace::give(Picture picture) {
  {
    const std::lock_guard lock(mutex_);
    next_ = std::move(picture);
    wanted_ = false;
  }
  changed_.notify_all();
}

bool RadiusRace::running() const {
  const std::lock_guard lock(mutex_);
  return wish_ && !failed_;
}

std::shared_ptr<const RaceResults> RadiusRace::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

void RadiusRace::work() {
  std::unique_ptr<Track> track;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!wish_) track.reset();  // because: its buffers may be large
    changed_.wait(lock, [&] { return ending_ || (wish_ && !failed_ && (next_ || (track && track->has_picture()))); });
    if (ending_) return;
    const RaceWish wish = *wish_;
    const Picture next = std::exchange(next_, nullptr);
    const auto progress = std::make_shared<Progress>();
    progress_ = progress;
    wanted_ = true;
    lock.unlock();
    if (!track || track->wish() != wish) {
      auto anew = std::make_unique<Track>(*this, wish);
      if (track && !next) anew->take(track->release_picture());
      track = std::move(anew);
    }
    bool failed = false;
    try {
      if (next) track->take(next());
      if (track->has_picture()) track->round(*progress);
    } catch (const std::bad_alloc&) {
      track->fail("there is not enough memory for this race: not supported", *progress);
      failed = true;
    } catch (const std::exception& problem) {
      track->fail(problem.what(), *progress);
      failed = true;
    }
    lock.lock();
    progress_.reset();
    if (failed && !progress->cancelled) failed_ = true;
    if (failed) track.reset();
  }
}

}  // namespace satscope::app
