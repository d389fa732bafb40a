// SPDX-License-Identifier: Apache-2.0
#include "app/sources/still_input.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "app/sources/files/session_file.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/files/stored_table.h"
#include "app/sources/live/live_open.h"
#include "app/sources/loaders.h"

namespace satscope::app {
namespace {

std::uint32_t grey(std::uint32_t value) { return rgba(value, value, value); }

struct ToWords {
  std::span<std::uint32_t> words;
  double white = 0;  ///< as in Samples

  void operator()(const std::vector<std::uint8_t>& values) const { whole(values, 0); }
  void operator()(const std::vector<std::uint16_t>& values) const { whole(values, 8); }
  void whole(const auto& values, int bits_too_many) const {
    const auto most = static_cast<std::uint32_t>(white);
    std::transform(values.begin(), values.end(), words.begin(),
                   [&](std::uint32_t v) { return grey(most ? (v * 255 + most / 2) / most : v >> bits_too_many); });
  }
  void operator()(const std::vector<double>& values) const {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    // halves, because the difference of two doubles can overflow
    const double low = white > 0 ? 0 : *least / 2, range = white > 0 ? white / 2 : *most / 2 - low;
    std::transform(values.begin(), values.end(), words.begin(), [&](double v) {
      return grey(range > 0 ? static_cast<std::uint32_t>(255 * ((v / 2 - low) / range) + 0.5) : 0);
    });
  }
};

/// Linear between black and white.
struct ToWordsWithin {
  std::span<std::uint32_t> words;
  GreyRange range;

  void operator()(const auto& values) const {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double black = range.automatic ? static_cast<double>(*least) : range.black,
                 white = range.automatic ? static_cast<double>(*most) : range.white;
    const double half = white / 2 - black / 2;  // because: the difference of two doubles can overflow
    std::transform(values.begin(), values.end(), words.begin(), [&](auto v) {
      const double part = half > 0 ? (static_cast<double>(v) / 2 - black / 2) / half : static_cast<double>(v) > black ? 1 : 0;
      return grey(static_cast<std::uint32_t>(255 * std::clamp(part, 0.0, 1.0) + 0.5));
    });
  }
};

class StillInput : public LiveInput {
 public:
  StillInput(Samples samples, const OpenContext& context)
      : samples_(std::make_shared<const Samples>(std::move(samples))), context_(context) {}

  Description describe() const override {
    return {.name = samples_->name,
            .pace = Pace::request,
            .requested = {},
            .delivered = {.extent = samples_->extent, .rate = 0, .format = {}},
            .count = 1,
            .can_seek = true,
            .reduced = samples_->reduced,
            .notes = samples_->notes};
  }
  Reading next(double) override {
    if (std::exchange(given_, true)) return {.answer = Answer::end};
    return {.answer = Answer::frame, .frame = frame_with_greys(samples_, context_)};
  }
  bool seek(double) override {
    given_ = false;
    return true;
  }
  bool step(int) override { return false; }

 private:
  std::shared_ptr<const Samples> samples_;
  OpenContext context_;
  bool given_ = false;
};

std::string head_of(const std::string& name) {
  std::string head(4096, '\0');
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_of(name).c_str(), "rb"), &std::fclose);
  head.resize(file ? std::fread(head.data(), 1, head.size(), file.get()) : 0);
  return head;
}

/// Playlists of videos are text as well, and begin with these.
bool is_playlist(std::string_view head) {
  return std::ranges::any_of(std::array<std::string_view, 3>{"#EXTM3U", "ffconcat", "<?xml"},
                             [&](std::string_view magic) { return head.starts_with(magic); });
}

/// Whether a GIF has a second picture: then it is a video, whose frames FFmpeg gives.
bool is_animated_gif(const std::string& name, std::string_view head) {
  if (!head.starts_with("GIF8")) return false;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_of(name).c_str(), "rb"), &std::fclose);
  if (!file) return false;
  const auto skip = [&](long bytes) { std::fseek(file.get(), bytes, SEEK_CUR); };
  const auto skip_table = [&](int flags) { skip(flags & 0x80 ? 3L << ((flags & 7) + 1) : 0); };
  const auto skip_blocks = [&] {
    for (int size; (size = std::getc(file.get())) > 0;) skip(size);
  };
  skip(10);
  const int flags = std::getc(file.get());
  skip(2);
  skip_table(flags);
  constexpr int k_extension = '!', k_picture = ',';
  for (int pictures = 0;;) {
    const int kind = std::getc(file.get());
    if (kind == k_picture && ++pictures == 2) return true;
    if (kind == k_picture) {
      skip(8);
      skip_table(std::getc(file.get()));
    } else if (kind != k_extension) {
      return false;
    }
    skip(1);
    skip_blocks();
  }
}

}  // namespace

SourceFrame frame_of(const Samples& samples, const BlockLender& blocks, const std::optional<GreyRange>& range) {
  SourceFrame frame{.extent = samples.extent, .rgba = blocks(samples.extent.area() * sizeof(std::uint32_t))};
  if (samples.colours.empty() && range)
    std::visit(ToWordsWithin{frame.words(), *range}, samples.values);
  else if (samples.colours.empty())
    std::visit(ToWords{frame.words(), samples.white}, samples.values);
  else
    std::ranges::copy(samples.colours, frame.words().begin());
  return frame;
}

SourceFrame frame_with_greys(std::shared_ptr<const Samples> samples, const OpenContext& context) {
  SourceFrame frame = frame_of(*samples, context.blocks, context.greys);
  if (const std::optional<GreyRange> ends = ends_of_deep_greys(*samples))
    frame.greys = FrameGreys{.values = std::move(samples), .ends = *ends};
  return frame;
}

SourceFrame ranged(const SourceFrame& source, const GreyRange& range, const BlockLender& blocks) {
  SourceFrame frame = source;
  frame.rgba = frame_of(*source.greys->values, blocks, range.automatic ? std::nullopt : std::optional(range)).rgba;
  frame.mirrored = false;
  frame.greys->shown = range;
  return frame;
}

bool is_a_still(const std::string& name) {
  const std::string head = head_of(name);
  const FileBytes file{name, std::as_bytes(std::span(head))};
  if (is_playlist(head) || is_animated_gif(name, head)) return false;
  const bool text =
      std::ranges::none_of(head, [](char c) { return c >= 0 && c < ' ' && !std::isspace(static_cast<unsigned char>(c)); });
  return head.empty() || text || is_loadable(file) || is_stored_table(file);  // which load_input explains
}

bool belongs_to_a_folder(const std::string& name) {
  const std::string head = head_of(name);
  const FileBytes file{name, std::as_bytes(std::span(head))};
  return !head.empty() && (is_loadable(file) || file.has_ending(".csv"));
}

bool is_live(const std::string& words) {
  for (const std::string_view word : {k_synthetic, k_camera, k_screen})
    if (words_behind(words, word)) return true;
  std::error_code error;
  if (words.starts_with(k_pattern_prefix) || names_a_document(words)) return false;
  return names_a_protocol(words) || std::filesystem::is_directory(words, error) ||
         (std::filesystem::is_regular_file(path_of(words), error) && !is_a_still(words));
}

Opened open_still(const std::string& words, const OpenContext& context) {
  std::error_code error;
  const bool ours = words.starts_with(k_pattern_prefix) || names_a_document(words);
  if (!ours && (names_a_protocol(words) || (std::filesystem::is_regular_file(path_of(words), error) && !is_a_still(words))))
    return {};
  try {
    return Opened::as(std::make_unique<StillInput>(load_input(words, context.bytes_after), context));
  } catch (const InputError& problem) {
    return Opened::because(problem.what());
  }
}

}  // namespace satscope::app
