// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/live_ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds k_between_looks{1};

std::vector<std::string> connected_cameras() { return camera_devices(); }

std::vector<Rung> camera_rungs(const std::string& remembered) {
  const auto of_device = [](const std::string& device) {
    return [device](const OpenContext& context) { return open_camera(fmt::format("{}:{}", k_camera, device), context); };
  };
  std::vector<Rung> rungs;
  std::vector<std::string> devices = capture_devices();
  if (!remembered.empty()) rungs.push_back({fmt::format("the camera {}", remembered), of_device(remembered)});
  std::erase(devices, remembered);
  if (devices.empty() && remembered.empty())
    rungs.push_back(
        {"the default camera", [](const OpenContext& context) { return open_camera(std::string(k_camera), context); }});
  bool first = true;
  for (const std::string& device : devices)
    rungs.push_back(
        {fmt::format("{} camera, {},", std::exchange(first, false) ? "the default" : "another", device), of_device(device)});
  rungs.push_back(
      {"the synthetic camera", [](const OpenContext& context) { return open_synthetic(std::string(k_synthetic), context); }});
  return rungs;
}

}  // namespace

LiveLadder::LiveLadder(std::function<std::vector<Rung>()> make, OpenContext context, Connected connected,
                       std::chrono::milliseconds limit)
    : make_(std::move(make)), context_(std::move(context)), connected_(std::move(connected)), limit_(limit) {
  climb();
}

void LiveLadder::climb() {
  rungs_ = make_();
  reports_.clear();
  exhausted_ = false;
  if (connected_) known_ = connected_();
  next_look_ = Clock::now() + k_between_looks;
  try_rung(0);
}

void LiveLadder::try_rung(std::size_t rung) {
  rung_ = rung;
  reports_.push_back({.name = rungs_[rung].name, .sentence = fmt::format("{} is being opened", rungs_[rung].name)});
  OpenContext context = context_;
  context.deadline = Clock::now() + limit_;
  feed_ = std::make_unique<LiveFeed>(rungs_[rung].open, context);
}

void LiveLadder::give_up(const std::string& why) {
  RungReport& report = reports_.back();
  const bool gave = report.outcome == RungReport::Outcome::gives;
  report.outcome = RungReport::Outcome::failed;
  const bool last = rung_ + 1 == rungs_.size();
  report.sentence = fmt::format("{} {}: {}", report.name, gave ? "stopped" : "cannot be used", why);
  if (!last) report.sentence += fmt::format("; trying {}", rungs_[rung_ + 1].name);
  exhausted_ = last;
  if (last) return;
  LiveFeed::let_go(std::move(feed_));  // because: it may hang in a driver
  try_rung(rung_ + 1);
}

void LiveLadder::look_for_devices() {
  if (!connected_ || Clock::now() < next_look_) return;
  next_look_ = Clock::now() + k_between_looks;
  std::vector<std::string> now = connected_();
  const bool something_new =
      std::ranges::any_of(now, [&](const std::string& name) { return !std::ranges::count(known_, name); });
  known_ = std::move(now);
  if (something_new && (rung_ > 0 || exhausted_)) climb();
}

std::optional<SourceFrame> LiveLadder::take() {
  look_for_devices();
  std::optional<SourceFrame> frame = feed_->take();
  RungReport& report = reports_.back();
  if (frame && report.outcome != RungReport::Outcome::gives) {
    report.outcome = RungReport::Outcome::gives;
    report.sentence = fmt::format("{} is in use", report.name);
    exhausted_ = false;
  }
  if (frame || exhausted_) return frame;
  const FeedStatus status = feed_->status();
  // a source that is paced by stamps or on demand may rest after its first frame, but not before
  const bool may_rest = status.delivered > 0 && (status.description.pace != Pace::device || status.paused);
  if (status.phase == Phase::failed)
    give_up(status.why);
  else if (status.phase == Phase::ended && status.description.pace == Pace::device)
    give_up("it has ended");
  else if (!may_rest && Clock::now() - status.last_sign > limit_)
    give_up(fmt::format("no frame came for {:.1f} s", std::chrono::duration<double>(limit_).count()));
  return {};
}

void LiveLadder::let_go() {
  if (feed_) LiveFeed::let_go(std::move(feed_));
}

LiveLadder camera_ladder(const std::string& remembered, OpenContext context) {
  return {[remembered] { return camera_rungs(remembered); }, std::move(context), connected_cameras};
}

}  // namespace satscope::app
