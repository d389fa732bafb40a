// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/frame_source.h"

#include <algorithm>
#include <utility>

#include "app/sources/live_open.h"

namespace satscope::app {
namespace {

LiveLadder ladder_of(const LiveWish& wish, HostPool pool) {
  OpenContext context{.blocks = [pool = std::move(pool)](std::size_t bytes) mutable { return pool.take(bytes); },
                      .allow_network = wish.allow_network,
                      .wanted = wish.mode};
  if (const auto device = words_behind(wish.words, k_camera)) return camera_ladder(std::string(*device), std::move(context));
  return {[words = wish.words] {
            return std::vector<Rung>{{words, [words](const OpenContext& how) { return open_live(words, how); }}};
          },
          std::move(context)};
}

bool same_source(const LiveWish& a, const LiveWish& b) {
  return a.words == b.words && a.mode == b.mode && a.allow_network == b.allow_network;
}

}  // namespace

struct FrameSource::State {
  explicit State(HostPool its_pool) : pool(std::move(its_pool)) {}

  HostPool pool;
  LiveWish wish;
  std::optional<LiveLadder> ladder;
  std::optional<SourceFrame> last;    // that was taken
  std::optional<SourceFrame> turned;  // the last one again, the other way round
  SourceStatus status;

  LiveFeed& feed() { return ladder->feed(); }

  void tell() {
    feed().pause(wish.paused);
    feed().loop(wish.looping);
    feed().mirror(wish.mirrored);
  }

  void refresh() {
    status.on = ladder.has_value();
    if (!ladder) {
      status = {};
      return;
    }
    status.feed = feed().status();
    status.rungs = ladder->reports();
    status.trouble.clear();
    for (const RungReport& rung : status.rungs)
      if (rung.outcome == RungReport::Outcome::failed) status.trouble = rung.sentence;
    status.mirrored = wish.mirrored.value_or(status.feed.description.mirrored);
  }

  /// A frame that stands still turns round as well.
  void turn_the_last() {
    if (!last || last->mirrored == status.mirrored) return;
    SourceFrame copy = *last;
    copy.rgba = pool.take(copy.extent.area() * sizeof(std::uint32_t));
    std::ranges::copy(std::as_const(*last).words(), copy.words().begin());
    mirror(copy);
    turned = std::move(copy);
  }
};

FrameSource::FrameSource(HostPool pool) : state_(std::make_unique<State>(std::move(pool))) {}
FrameSource::~FrameSource() = default;

void FrameSource::want(const LiveWish& wish) {
  State& s = *state_;
  if (s.wish == wish) return;
  const bool other = !same_source(s.wish, wish);
  s.wish = wish;
  if (other) {
    if (s.ladder) s.ladder->let_go();
    s.ladder.reset();
    s.last.reset();
    s.turned.reset();
    if (!wish.words.empty()) s.ladder.emplace(ladder_of(wish, s.pool));
  }
  if (s.ladder) s.tell();
  s.refresh();
  if (!other && wish.paused) s.turn_the_last();
}

std::optional<SourceFrame> FrameSource::take() {
  State& s = *state_;
  if (!s.ladder) return {};
  const std::size_t rung = s.ladder->rung();
  std::optional<SourceFrame> frame = s.ladder->take();
  if (s.ladder->rung() != rung) {
    s.tell();  // the next feed knows nothing yet
    s.last.reset();
  }
  s.refresh();
  if (!frame) frame = std::exchange(s.turned, std::nullopt);
  if (frame) s.last = frame;
  return frame;
}

const SourceStatus& FrameSource::status() const { return state_->status; }

bool FrameSource::moving() const {
  const State& s = *state_;
  if (!s.ladder) return false;
  const FeedStatus& feed = s.status.feed;
  const bool untaken = feed.delivered > (s.last ? s.last->number : 0);
  if (s.turned || untaken || feed.phase == Phase::opening || feed.delivered == 0) return untaken || feed.phase != Phase::failed;
  return feed.phase == Phase::running && !s.wish.paused && feed.description.pace != Pace::request;
}

void FrameSource::seek(double seconds) {
  if (state_->ladder) state_->feed().seek(seconds);
}
void FrameSource::step(int by) {
  if (state_->ladder) state_->feed().step(by);
}
void FrameSource::reopen() {
  if (!state_->ladder) return;
  state_->ladder->climb();
  state_->tell();
  state_->refresh();
}

}  // namespace satscope::app
