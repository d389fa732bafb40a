// SPDX-License-Identifier: Apache-2.0
// A file as "Graphics Interchange Format, version 89a" (CompuServe, 1990) describes it: header, colours, how often, then for
// each frame its time, its rectangle and its numbers, packed by LZW. Of a frame only the rectangle that changed is stored, and
// in it what stays is transparent.
#include "app/sources/live/gif_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "app/sources/files/few_colours.h"

namespace satscope::app {
namespace {

using GifBytes = std::vector<std::uint8_t>;

constexpr int k_longest_gif_side = 65535;
constexpr int k_lzw_bits = 12;       ///< of the longest code of LZW
constexpr int k_least_gif_wait = 2;  ///< hundredths of a second; browsers slow down what is shorter
constexpr int k_longest_gif_wait = 65535;
constexpr std::uint8_t k_gif_stays = 1 << 2 | 1;  ///< the frame stays below the next one; one number is transparent

void put_gif_word(GifBytes& out, int value) {
  out.push_back(static_cast<std::uint8_t>(value & 0xFF));
  out.push_back(static_cast<std::uint8_t>(value >> 8));
}

/// Codes of growing length, first bit lowest, in blocks of at most 255 bytes.
class LzwCodes {
 public:
  explicit LzwCodes(GifBytes& out) : out_(out) {}

  void put(unsigned code, int bits) {
    waiting_ |= code << filled_;
    for (filled_ += bits; filled_ >= 8; filled_ -= 8, waiting_ >>= 8) put_byte(static_cast<std::uint8_t>(waiting_ & 0xFF));
  }
  void end() {
    if (filled_ > 0) put_byte(static_cast<std::uint8_t>(waiting_ & 0xFF));
    end_block();
    out_.push_back(0);
  }

 private:
  void put_byte(std::uint8_t byte) {
    block_.push_back(byte);
    if (block_.size() == 255) end_block();
  }
  void end_block() {
    if (block_.empty()) return;
    out_.push_back(static_cast<std::uint8_t>(block_.size()));
    out_.insert(out_.end(), block_.begin(), block_.end());
    block_.clear();
  }

  GifBytes& out_;
  GifBytes block_;
  std::uint32_t waiting_ = 0;
  int filled_ = 0;
};

/// Which code stands for a known string and one number more.
class LzwStrings {
 public:
  static constexpr unsigned k_none = 0xFFFF;

  LzwStrings() { forget(); }
  void forget() { places_.fill({k_none, 0}); }
  /// The code, or k_none and where `add` puts it.
  unsigned find(unsigned string, unsigned number, std::size_t& place) const {
    const std::uint32_t key = string << 8 | number;
    for (place = key * 2654435761U >> (32 - k_place_bits); places_[place].code != k_none; place = (place + 1) % places_.size())
      if (places_[place].key == key) return places_[place].code;
    return k_none;
  }
  void add(std::size_t place, unsigned string, unsigned number, unsigned code) {
    places_[place] = {code, string << 8 | number};
  }

 private:
  static constexpr int k_place_bits = k_lzw_bits + 1;  // so that at least half of the places are empty
  struct Place {
    std::uint32_t code, key;
  };
  std::array<Place, 1U << k_place_bits> places_;
};

/// LZW over numbers of so many bits: strings that came before are one code each, until there are 4096.
void pack_by_lzw(std::span<const std::uint8_t> numbers, int number_bits, GifBytes& out) {
  const unsigned clear = 1U << number_bits, end = clear + 1;
  out.push_back(static_cast<std::uint8_t>(number_bits));
  LzwCodes codes(out);
  LzwStrings strings;
  int bits = number_bits + 1;
  unsigned next = end + 1;
  codes.put(clear, bits);
  unsigned string = numbers[0];
  for (const std::uint8_t number : numbers.subspan(1)) {
    std::size_t place = 0;
    if (const unsigned known = strings.find(string, number, place); known != LzwStrings::k_none) {
      string = known;
      continue;
    }
    codes.put(string, bits);
    strings.add(place, string, number, next);
    if (next == 1U << bits) ++bits;
    if (++next == 1U << k_lzw_bits) {
      codes.put(clear, std::min(bits, k_lzw_bits));
      strings.forget();
      bits = number_bits + 1;
      next = end + 1;
    }
    string = number;
  }
  codes.put(string, bits);
  // because: the reader has added a string, too
  if (next == 1U << bits && bits < k_lzw_bits) ++bits;
  codes.put(end, bits);
  codes.end();
}

/// Columns and rows of a frame, from the first to behind the last.
struct GifPart {
  std::size_t left, top, right, bottom;
};

class GifWriter : public VideoWriter {
 public:
  GifWriter(const std::string& name, const VideoForm& form)
      : form_(form),
        width_(static_cast<std::size_t>(form.extent.width)),
        height_(static_cast<std::size_t>(form.extent.height)),
        bits_(std::max(2, static_cast<int>(std::bit_width(form.palette.size())))),
        colours_(form.palette),
        file_(name, form.if_taken) {}

  void write(std::span<const std::uint32_t> rgba, double seconds) override {
    std::vector<std::uint8_t> numbers(rgba.size());
    colours_.find(rgba, numbers);
    const auto moment = std::llround(100 * seconds);
    if (frames_ == 0) {
      write_head();
      begin_frame(std::move(numbers), {0, 0, width_, height_}, {}, moment);
    } else {
      end_frame(moment);
      const std::vector<std::uint8_t> before = std::exchange(shown_, {});
      const GifPart part = changed(before, numbers);
      begin_frame(std::move(numbers), part, before, std::max<std::int64_t>(moment, begins_));
    }
    last_ = moment;
  }

  void finish() override {
    if (frames_ == 0 || finished_) return;
    end_frame(last_ + std::llround(100 / form_.rate));
    const GifBytes tail{0x3B};
    file_.write(std::as_bytes(std::span(tail)));
    file_.commit();
    finished_ = true;
  }

  std::optional<std::uint64_t> flush() override { return frames_; }
  std::string name() const override { return file_.name(); }
  std::string describe() const override { return fmt::format("GIF of {} colours", form_.palette.size()); }

 private:
  void write_head() {
    GifBytes head{'G', 'I', 'F', '8', '9', 'a'};
    put_gif_word(head, form_.extent.width);
    put_gif_word(head, form_.extent.height);
    head.insert(head.end(), {static_cast<std::uint8_t>(0xF0 | (bits_ - 1)), 0, 0});
    for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i)
      for (int channel = 0; channel < 3; ++channel)
        head.push_back(i < form_.palette.size() ? static_cast<std::uint8_t>(form_.palette[i] >> (8 * channel) & 0xFF)
                                                : std::uint8_t{0});
    head.insert(head.end(),
                {0x21, 0xFF, 11, 'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E', '2', '.', '0', 3, 1, 0, 0, 0});  // for ever
    file_.write(std::as_bytes(std::span(head)));
  }

  /// The smallest part that differs; where none does a single pixel, because a frame must have one.
  GifPart changed(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& numbers) const {
    GifPart part{width_, height_, 0, 0};
    for (std::size_t y = 0; y < height_; ++y)
      for (std::size_t x = 0; x < width_; ++x) {
        if (numbers[y * width_ + x] == before[y * width_ + x]) continue;
        part = {std::min(part.left, x), std::min(part.top, y), std::max(part.right, x + 1), y + 1};
      }
    if (part.bottom == 0) return {0, 0, 1, 1};
    return part;
  }

  /// Packs the frame, which is written when its time is known. before: what is shown; empty for the first.
  void begin_frame(std::vector<std::uint8_t> numbers, const GifPart& part, const std::vector<std::uint8_t>& before,
                   std::int64_t moment) {
    packed_ = {0x2C};
    for (const std::size_t value : {part.left, part.top, part.right - part.left, part.bottom - part.top})
      put_gif_word(packed_, static_cast<int>(value));
    packed_.push_back(0);
    GifBytes stored;
    for (std::size_t y = part.top; y < part.bottom; ++y)
      for (std::size_t x = part.left; x < part.right; ++x) {
        const std::size_t at = y * width_ + x;
        stored.push_back(!before.empty() && before[at] == numbers[at] ? transparent() : numbers[at]);
      }
    pack_by_lzw(stored, bits_, packed_);
    shown_ = std::move(numbers);
    begins_ = moment;
    ++frames_;
  }

  void end_frame(std::int64_t moment) {
    const auto wait = static_cast<int>(std::clamp<std::int64_t>(moment - begins_, k_least_gif_wait, k_longest_gif_wait));
    begins_ += wait;
    GifBytes bytes{0x21, 0xF9, 4, k_gif_stays};
    put_gif_word(bytes, wait);
    bytes.insert(bytes.end(), {transparent(), 0});
    bytes.insert(bytes.end(), packed_.begin(), packed_.end());
    file_.write(std::as_bytes(std::span(bytes)));
  }

  std::uint8_t transparent() const { return static_cast<std::uint8_t>(form_.palette.size()); }

  VideoForm form_;
  std::size_t width_, height_;
  int bits_;  ///< of a number: enough for the colours, and for one that is transparent
  NearestColours colours_;
  AtomicFile file_;
  std::vector<std::uint8_t> shown_;  ///< numbers of the frame that waits for its time
  GifBytes packed_;                  ///< its bytes
  std::int64_t begins_ = 0;          ///< in hundredths of a second
  std::int64_t last_ = 0;            ///< of the newest frame
  std::uint64_t frames_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<VideoWriter> open_gif(const std::string& name, const VideoForm& form) {
  if (std::max(form.extent.width, form.extent.height) > k_longest_gif_side)
    throw WriteError(fmt::format("cannot write '{}': a GIF has at most {} pixels in each direction, not {}x{}", name,
                                 k_longest_gif_side, form.extent.width, form.extent.height));
  return std::make_unique<GifWriter>(name, form);
}

}  // namespace satscope::app
