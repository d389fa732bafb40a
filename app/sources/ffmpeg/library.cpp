// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/library.h"

#include <fmt/format.h>

#include <array>
#include <future>

#include "kernels/shared_library.h"

namespace satscope::app::ffmpeg {
namespace {

struct Library {
  const char* name;
  int version;  ///< whose headers we have: another one lays its structures out differently
};
constexpr std::array k_libraries{Library{"avutil", LIBAVUTIL_VERSION_MAJOR}, Library{"avcodec", LIBAVCODEC_VERSION_MAJOR},
                                 Library{"avformat", LIBAVFORMAT_VERSION_MAJOR}, Library{"avdevice", LIBAVDEVICE_VERSION_MAJOR},
                                 Library{"swscale", LIBSWSCALE_VERSION_MAJOR}};

/// Empty, or what is missing.
std::string load() {
  std::vector<SharedLibrary> loaded;
  for (const auto& [name, version] : k_libraries) {
    loaded.emplace_back(fmt::format("lib{}.so.{}", name, version));
    if (!loaded.back()) return loaded.back().why_not();
  }
  for (Import* wanted : Import::all()) {
    void* address = nullptr;
    for (const SharedLibrary& library : loaded)
      if (!address) address = library.function<void*>(wanted->name());
    if (!address) return fmt::format("it lacks {}", wanted->name());
    wanted->be(address);
  }
  return {};
}

}  // namespace

std::vector<Import*>& Import::all() {
  static auto& all = *new std::vector<Import*>;  // never deleted: a thread may still load when the program ends
  return all;
}

std::string absence() {
  // because: libsrt allocates for the thread that loads it, and frees that only if the thread ends before the program does
  static const auto& missing = *new std::string(std::async(std::launch::async, load).get());
  return missing.empty() ? "" : fmt::format("FFmpeg cannot be loaded ({})", missing);
}

}  // namespace satscope::app::ffmpeg
