// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/stored_sound.h"

#include <algorithm>
#include <utility>

namespace satscope::app::ffmpeg {

double StoredSound::begins(const AVPacket& packet) const {
  const auto stream = std::ranges::find(streams, packet.stream_index, &AVStream::index);
  const std::int64_t stamp = packet.pts != AV_NOPTS_VALUE ? packet.pts : packet.dts;
  return static_cast<double>(stamp) * av_q2d((*stream)->time_base) - start;
}

bool StoredSound::keep(Packet& packet) {
  if (!kept_ || std::ranges::find(streams, packet->stream_index, &AVStream::index) == streams.end()) return false;
  const bool stamped =
      packet->pts != AV_NOPTS_VALUE || packet->dts != AV_NOPTS_VALUE;  // when another one is heard is not known
  if (stamped && !(alone_ && begins(*packet) < 0)) waiting_.push_back(std::exchange(packet, new_packet()));
  return true;
}

bool StoredSound::begin_alone(double seconds) {
  if (!go_to || !go_to(start + seconds)) return false;
  waiting_.clear();
  start += seconds;
  alone_ = true;
  return true;
}

Packet StoredSound::take(double until) {
  if (waiting_.empty() || !(begins(*waiting_.front()) < until)) return nullptr;
  Packet packet = std::move(waiting_.front());
  waiting_.pop_front();
  return packet;
}

bool StoredSound::reaches(double until) const { return !waiting_.empty() && begins(*waiting_.back()) >= until; }

}  // namespace satscope::app::ffmpeg
