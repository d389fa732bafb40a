// SPDX-License-Identifier: Apache-2.0
#include "app/lab/recording.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace satscope::app::lab {

Recording::Recording(const satlab::Settings& settings) : settings_(settings) {
  const std::size_t bytes = satlab::recording_bytes(settings);
  file_ = ::memfd_create("satscope-lab", MFD_CLOEXEC);
  if (file_ >= 0 && ::ftruncate(file_, static_cast<off_t>(bytes)) == 0)
    map_ = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (!map_ || map_ == MAP_FAILED) {
    if (file_ >= 0) ::close(file_);
    throw std::runtime_error("this system has no memory for the recording of a program");
  }
  static_cast<satlab::Header*>(map_)->settings = settings;
}

Recording::~Recording() {
  ::munmap(map_, satlab::recording_bytes(settings_));
  ::close(file_);
}

void Recording::give(std::span<const double> pixels) {
  if (pixels.size_bytes() > settings_.most_bytes) throw std::length_error("the picture is too large for a recording");
  auto& header = *static_cast<satlab::Header*>(map_);
  header.settings.given = settings_.given = 1;
  header.bytes = pixels.size_bytes();
  char* texts = static_cast<char*>(map_) + satlab::k_header_bytes + settings_.most_events * sizeof(satlab::Event);
  std::memcpy(texts, pixels.data(), pixels.size_bytes());
}

std::span<const satlab::Event> Recording::events() const {
  const auto* first = reinterpret_cast<const satlab::Event*>(static_cast<const char*>(map_) + satlab::k_header_bytes);
  return {first, static_cast<std::size_t>(std::min(header().events, settings_.most_events))};
}

std::string_view Recording::bytes(std::uint64_t offset, std::uint64_t count) const {
  if (offset > settings_.most_bytes || count > settings_.most_bytes - offset) return {};
  const char* texts = static_cast<const char*>(map_) + satlab::k_header_bytes + settings_.most_events * sizeof(satlab::Event);
  return {texts + offset, static_cast<std::size_t>(count)};
}

std::string_view Recording::text(std::uint64_t offset) const {
  const std::string_view rest =
      bytes(offset, offset < settings_.most_bytes ? std::min<std::uint64_t>(settings_.most_bytes - offset, 1 << 16) : 0);
  const std::size_t end = rest.find('\0');
  return end == rest.npos ? std::string_view() : rest.substr(0, end);
}

}  // namespace satscope::app::lab
