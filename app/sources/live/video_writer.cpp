// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/video_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/sources/files/png_file.h"
#include "app/sources/live/live_input.h"
#include "app/sources/live/video_encoder.h"

namespace satscope::app {
namespace {

constexpr std::array<std::string_view, 4> k_videos{".mp4", ".m4v", ".mov", ".mkv"};

std::string numbered_name(const std::string& stem, int number) { return fmt::format("{}-{:06}.png", stem, number); }

/// NAME-000001.png and on, each there whole or not at all.
class NumberedPictures : public VideoWriter {
 public:
  NumberedPictures(const std::string& name, const VideoForm& form, std::string because)
      : stem_(std::filesystem::path(name).replace_extension().string()), form_(form), because_(std::move(because)) {
    if (form.sound) form.sound->drop();
    if (is_standard_output(name))
      throw WriteError(fmt::format("cannot write '{}': numbered pictures are files; give a name such as frame.png", name));
    const AtomicFile trial(file(form_.first));  // fails now where it would fail later
  }
  void write(std::span<const std::uint32_t> rgba, double) override {
    write_file(file(form_.first + count_++), encode_png(form_.extent, rgba, true));
  }
  void finish() override {}
  std::string describe() const override {
    return fmt::format("numbered PNG, from {}{}{}", file(form_.first), because_.empty() ? "" : ", because " + because_,
                       form_.sound ? "; without the sound, which pictures cannot hold" : "");
  }

 private:
  std::string file(int number) const { return numbered_name(stem_, number); }

  std::string stem_;
  VideoForm form_;
  std::string because_;
  int count_ = 0;
};

}  // namespace

bool is_video_name(const std::string& name) { return std::ranges::count(k_videos, ending_of(name)) > 0; }

std::string video_endings() { return fmt::format("{}", fmt::join(k_videos, ", ")); }

std::unique_ptr<VideoWriter> open_video_writer(const std::string& name, const VideoForm& form) {
  std::string why;
  if (!is_video_name(name)) {
    if (ending_of(name) != ".png")
      throw WriteError(fmt::format("cannot write '{}': the name must end in {} for a video, in .png for numbered pictures",
                                   name, video_endings()));
  } else if (std::unique_ptr<VideoWriter> encoder = open_encoder(name, form, why)) {
    return encoder;
  }
  return std::make_unique<NumberedPictures>(name, form, why);
}

}  // namespace satscope::app
