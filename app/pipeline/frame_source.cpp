// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/frame_source.h"

#include <algorithm>
#include <utility>

#include "app/sources/live/live_open.h"

namespace satscope::app {
namespace {

LiveLadder ladder_of(const LiveRequest& asked, HostPool pool) {
  OpenContext context{.blocks = [pool = std::move(pool)](std::size_t bytes) mutable { return pool.take(bytes); },
                      .allow_network = asked.allow_network,
                      .wanted = asked.mode,
                      .tone_map = asked.tone_map};
  if (const auto device = words_behind(asked.words, k_camera)) return camera_ladder(std::string(*device), std::move(context));
  return {[words = asked.words] {
            return std::vector<Rung>{{words, [words](const OpenContext& how) { return open_live(words, how); }}};
          },
          std::move(context)};
}

bool same_source(const LiveRequest& a, const LiveRequest& b) {
  return a.words == b.words && a.mode == b.mode && a.tone_map == b.tone_map && a.allow_network == b.allow_network;
}

}  // namespace

void FrameSource::want(const LiveRequest& asked) {
  if (request_ == asked) return;
  const bool other = !same_source(request_, asked), same_words = request_.words == asked.words && request_.mode == asked.mode;
  const bool mapped_otherwise = same_words && request_.tone_map != asked.tone_map;
  request_ = asked;
  if (other) {
    if (ladder_) ladder_->let_go();
    ladder_.reset();
    last_.reset();
    if (!asked.words.empty()) ladder_.emplace(ladder_of(asked, pool_));
    if (mapped_otherwise && status_.feed.description.can_seek) seek(status_.feed.seconds);  // goes on where it was
  }
  if (ladder_) update_status();
  refresh();
}

std::optional<SourceFrame> FrameSource::take() {
  if (!ladder_) return {};
  const std::size_t rung = ladder_->rung();
  std::optional<SourceFrame> frame = ladder_->take();
  if (ladder_->rung() != rung) {
    update_status();  // the next feed knows nothing yet
    last_.reset();
  }
  refresh();
  if (!frame && last_is_stale() && stands()) frame = last_as_wanted();
  if (frame) last_ = frame;
  return frame;
}

bool FrameSource::moving() const {
  if (!ladder_) return false;
  const FeedStatus& feed = status_.feed;
  const bool untaken = feed.delivered > (last_ ? last_->number : 0);
  if (untaken || (last_is_stale() && stands())) return true;
  if (feed.phase == Phase::opening || feed.delivered == 0) return feed.phase != Phase::failed;
  return !stands();
}

void FrameSource::seek(double seconds) {
  if (ladder_) ladder_->feed().seek(seconds);
}
void FrameSource::step(int by) {
  if (ladder_) ladder_->feed().step(by);
}
void FrameSource::update_status() {
  LiveFeed& feed = ladder_->feed();
  feed.pause(request_.paused);
  feed.loop(request_.looping);
  feed.mirror(request_.mirrored);
  feed.transform(request_.transform);
  feed.range(request_.greys);
}

/// Of the last frame, which has deep greys.
GreyRange FrameSource::greys_wanted() const {
  if (!request_.greys) return {};
  return request_.greys->automatic ? last_->greys->ends : *request_.greys;
}

void FrameSource::refresh() {
  status_.on = ladder_.has_value();
  if (!ladder_) {
    status_ = {};
    return;
  }
  status_.feed = ladder_->feed().status();
  status_.rungs = ladder_->reports();
  status_.trouble.clear();
  for (const RungReport& rung : status_.rungs)
    if (rung.outcome == RungReport::Outcome::failed) status_.trouble = rung.sentence;
  status_.mirrored = request_.mirrored.value_or(status_.feed.description.mirrored);
}

/// No frame comes by itself.
bool FrameSource::stands() const {
  const FeedStatus& feed = status_.feed;
  return feed.phase != Phase::running || request_.paused || feed.description.pace == Pace::request;
}

bool FrameSource::last_is_stale() const {
  return last_ && (last_->mirrored != status_.mirrored || last_->transform != request_.transform ||
                   (last_->greys && last_->greys->shown != greys_wanted()));
}

/// A frame that stands still is mirrored, cropped, rotated and has another range as well.
SourceFrame FrameSource::last_as_wanted() {
  const BlockLender blocks = [this](std::size_t bytes) { return pool_.take(bytes); };
  SourceFrame source = last_->source ? *last_->source : *last_;
  if (source.greys) {
    source = ranged(source, greys_wanted(), blocks);
  } else if (source.mirrored) {
    source = transformed(source, {}, blocks);
    mirror(source);
  }
  SourceFrame frame = transformed(source, request_.transform, blocks);
  if (status_.mirrored) mirror(frame);
  return frame;
}

}  // namespace satscope::app
