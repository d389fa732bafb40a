// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/algorithm_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/pipeline/job.h"
#include "app/workspaces/race/lane.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

using Clock = RaceLane::Clock;

constexpr double k_publish_seconds = 0.05;
constexpr double k_idle_seconds = 0.25;  // where no algorithm can run
constexpr int k_runs_before_floor = 10;  // or one of each entrant, whatever comes first

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

class Course : public RaceWork<AlgorithmRaceRequest, RacePixels> {
 public:
  using Publish = AlgorithmRace::Publish;
  Course(std::span<const Algorithm> list, int threads, Publish publish)
      : list_(list), threads_(threads), publish_(std::move(publish)) {}

  void want(const AlgorithmRaceRequest& asked) override {
    const bool same_tables = asked.machine == request_.machine && asked.types == request_.types;
    std::vector<RaceLane> before = same_tables ? std::exchange(lanes_, {}) : std::vector<RaceLane>{};
    request_ = asked;
    problem_.clear();
    lanes_.clear();
    // who was there before goes on with what was found; who was refused tries again
    for (const RaceEntrant& entrant : asked.entrants) {
      const auto known = std::ranges::find_if(before, [&](const RaceLane& lane) { return lane.entrant() == entrant; });
      if (known == before.end() || known->standing().state == Standing::State::refused) {
        lanes_.emplace_back(entrant, find(entrant.algorithm));
        continue;
      }
      lanes_.push_back(std::move(*known));
      before.erase(known);
    }
    published_ = {};
  }

  bool has_picture() const override { return picture_.extent.area() > 0 && picture_.type == request_.types.in; }

  void take(RacePixels picture) override {
    if (picture.extent != raced_) {
      std::vector<RaceLane> fresh;
      for (const RaceLane& lane : lanes_) fresh.emplace_back(lane.entrant(), find(lane.entrant().algorithm));
      lanes_ = std::move(fresh);
    }
    raced_ = picture.extent;
    picture_ = std::move(picture);
    ++serial_;
  }

  double go_on(Progress& progress) override {
    const RaceCourse course{.machine = request_.machine,
                            .types = request_.types,
                            .threads = threads_,
                            .extent = picture_.extent,
                            .picture = {picture_.bytes, serial_},
                            .budget_ms = request_.budget_ms};
    RaceLane* next = nullptr;
    std::size_t running = 0;
    for (RaceLane& lane : lanes_) {
      lane.follow_changes();
      if (lane.out()) continue;
      ++running;
      if (!next || lane.due() < next->due()) next = &lane;
    }
    if (!next) {
      publish(progress, true);
      return k_idle_seconds;
    }
    const Clock::time_point began = Clock::now();
    if (next->due() > began) {
      publish(progress, false);
      return std::chrono::duration<double>(next->due() - began).count();
    }
    const bool news = next->turn(course, progress);
    if (progress.cancelled) return 0;
    const double between = seconds_between_turns(next->cost_ms(), request_, running);
    next->set_due(began + seconds(between), next->standing().median_ms > request_.budget_ms ? between : 0);
    measure_floor_once(progress);
    publish(progress, news);
    return 0;
  }

  void fail(const std::string& problem, const Progress& progress) override {
    problem_ = problem;
    publish(progress, true);
  }

  void rest() override {
    for (RaceLane& lane : lanes_) lane.rest();
    picture_ = {};
  }

 private:
  const Algorithm* find(const std::string& id) const {
    const auto found = std::ranges::find(list_, id, &Algorithm::id);
    return found == list_.end() ? find_algorithm(id) : &*found;  // because: files of the user's join later
  }

  using FloorKey = std::tuple<int, int, std::string_view, Machine>;
  FloorKey floor_key() const { return {picture_.extent.width, picture_.extent.height, request_.types.id, request_.machine}; }

  /// Once for each size, type and machine, as soon as there is something to compare it with.
  void measure_floor_once(const Progress& progress) {
    if (floors_.contains(floor_key())) return;
    int most = 0;
    bool all = true;
    for (const RaceLane& lane : lanes_) {
      most = std::max(most, lane.runs());
      all = all && (lane.out() || lane.runs() > 0);
    }
    if (most == 0 || (!all && most < k_runs_before_floor)) return;
    publish(progress, true);
    std::pair<std::optional<Floor>, std::string>& reported = floors_[floor_key()];
    // one floor for all forms: what they differ by is a row and a column
    const Request request{.extent = picture_.extent, .types = request_.types, .form = Form::inclusive};
    try {
      reported.first = measure_floor(request, request_.machine, threads_);
    } catch (const std::exception& why) {
      reported.second = why.what();
    }
  }

  void publish(const Progress& progress, bool at_once) {
    const Clock::time_point now = Clock::now();
    if (!at_once && now - published_ < seconds(k_publish_seconds)) return;
    published_ = now;
    Standings standings{.extent = picture_.extent,
                        .machine = request_.machine,
                        .types = request_.types,
                        .device = device_name(request_.machine),
                        .entrants = {},
                        .floor = {},
                        .floor_problem = {},
                        .budget_ms = request_.budget_ms,
                        .frame_ms = request_.frame_ms,
                        .problem = problem_};
    if (const auto found = floors_.find(floor_key()); found != floors_.end())
      std::tie(standings.floor, standings.floor_problem) = found->second;
    for (const RaceLane& lane : lanes_) standings.entrants.push_back(lane.standing());
    publish_(std::move(standings), progress);
  }

  const std::span<const Algorithm> list_;
  const int threads_;
  const Publish publish_;
  AlgorithmRaceRequest request_;
  RacePixels picture_;
  Extent raced_;              ///< what the lanes' times are of, also after a rest
  std::uint64_t serial_ = 0;  ///< of the picture
  std::vector<RaceLane> lanes_;
  std::map<FloorKey, std::pair<std::optional<Floor>, std::string>> floors_;
  Clock::time_point published_{};
  std::string problem_;
};

}  // namespace

double seconds_between_turns(double cost_ms, const AlgorithmRaceRequest& asked, std::size_t entrants) {
  const double share = std::min(1.0, asked.budget_ms / std::max(asked.frame_ms, 1e-3));
  return cost_ms / 1000 * static_cast<double>(std::max<std::size_t>(1, entrants)) / share;
}

AlgorithmRace::AlgorithmRace(std::span<const Algorithm> list, int threads)
    : RaceThread([&](Publish publish) { return std::make_unique<Course>(list, threads, std::move(publish)); }) {}

}  // namespace satscope::app
