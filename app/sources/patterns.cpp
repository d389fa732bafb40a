// SPDX-License-Identifier: Apache-2.0
// Pictures without a file, each for one lesson or one test: `pattern:NAME:WxH[:SEED]`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <string>
#include <vector>

#include "app/sources/hash.h"
#include "app/sources/loaders.h"
#include "app/sources/quote.h"
#include "app/sources/scenes/scenes.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {

struct Pattern;

/// The parameters of a pattern.
struct Spec {
  const Pattern* pattern;
  Extent extent;
  std::uint64_t seed = 0;
};

/// The value of a pixel of a grey pattern.
using Grey = std::uint8_t (*)(const Spec&, int x, int y);

struct Pattern {
  PatternName name;
  Grey grey;                     ///< of a pixel
  const Scene* scene = nullptr;  ///< instead: a picture in colour
};

std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

constexpr int k_square = 8;  ///< pixels of a checker's side
constexpr int k_steps = 8;

/// From 0 at the first place to 255 at the last.
int risen(int at, int count) { return count > 1 ? static_cast<int>(std::int64_t{255} * at / (count - 1)) : 0; }

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> list = [] {
    std::vector<Pattern> all;
    for (const Scene& scene : scenes()) all.push_back({scene.name, nullptr, &scene});
    all.insert(
        all.end(),
        {
            {{"zero", "All 0"}, [](const Spec&, int, int) { return byte(0); }},
            {{"white", "All 255: the largest possible sums"}, [](const Spec&, int, int) { return byte(255); }},
            {{"ramp", "0 to 255 from left to right"}, [](const Spec& s, int x, int) { return byte(risen(x, s.extent.width)); }},
            {{"checker", "Squares of 8 pixels, 0 and 255"},
             [](const Spec&, int x, int y) { return byte((x / k_square + y / k_square) % 2 ? 255 : 0); }},
            {{"impulse", "One 255 in the middle, the rest 0"},
             [](const Spec& s, int x, int y) { return byte(x == s.extent.width / 2 && y == s.extent.height / 2 ? 255 : 0); }},
            {{"noise", "Random values, uniform, from the seed"},
             [](const Spec& s, int x, int y) {
               return noise_byte(s.seed, static_cast<std::uint64_t>(y) * static_cast<std::uint64_t>(s.extent.width) +
                                             static_cast<std::uint64_t>(x));
             }},
            {{"staircase", "Eight steps from 0 to 255"},
             [](const Spec& s, int x, int) {
               return byte(risen(static_cast<int>(std::int64_t{k_steps} * x / s.extent.width), k_steps));
             }},
        });
    return all;
  }();
  return list;
}

constexpr std::string_view k_shape = "write pattern:NAME:WxH or pattern:NAME:WxH:SEED, such as pattern:noise:640x480:7";

template <class T>
bool read_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// Takes the text before the next colon.
std::string_view take_field(std::string_view& text) {
  const std::size_t end = std::min(text.find(':'), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return field;
}

const Pattern& find_pattern(const std::string& spec, std::string_view name) {
  std::vector<std::string> names;
  for (const Pattern& pattern : patterns()) {
    if (pattern.name.id == name) return pattern;
    names.emplace_back(pattern.name.id);
  }
  const std::string near = near_word(name, names);
  throw PatternError(fmt::format("{}: unknown pattern {}; {} one of {}", quote(spec), quote(name),
                                 near.empty() ? "choose" : fmt::format("did you mean {}? Choose", near),
                                 fmt::join(names, ", ")));
}

Extent read_extent(const std::string& spec, std::string_view text) {
  const std::size_t x = text.find('x');
  Extent extent;
  if (x == text.npos || !read_number(text.substr(0, x), extent.width) || !read_number(text.substr(x + 1), extent.height))
    throw PatternError(fmt::format("{}: {} is not a size; {}", quote(spec), quote(text), k_shape));
  constexpr int k_longest = 1 << 24;
  if (extent.width < 1 || extent.height < 1 || extent.width > k_longest || extent.height > k_longest)
    throw PatternError(fmt::format("{}: each side must be from 1 to {} pixels", quote(spec), k_longest));
  return extent;
}

Spec read_spec(const std::string& input) {
  std::string_view rest = input;
  rest.remove_prefix(k_pattern_prefix.size());
  const std::string_view name = take_field(rest), size = take_field(rest);
  const bool seeded = !rest.empty() || input.back() == ':';
  const Pattern& pattern = find_pattern(input, name);
  Spec spec{.pattern = &pattern, .extent = read_extent(input, size)};
  if (seeded && !read_number(rest, spec.seed))
    throw PatternError(
        fmt::format("{}: the seed must be a whole number from 0 to 18446744073709551615, not {}", quote(input), quote(rest)));
  return spec;
}

void draw(const Spec& spec, std::vector<std::uint8_t>& values, std::vector<std::uint32_t>& colours) {
  colours.resize(spec.extent.area());
  spec.pattern->scene->draw(spec.extent, spec.seed, colours);
  std::ranges::transform(colours, values.begin(), [](std::uint32_t word) {
    return static_cast<std::uint8_t>(luma(word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF));
  });
}

}  // namespace

const std::vector<PatternName>& pattern_names() {
  static const std::vector<PatternName> names = [] {
    std::vector<PatternName> list;
    for (const Pattern& pattern : patterns()) list.push_back(pattern.name);
    return list;
  }();
  return names;
}

void check_pattern(const std::string& input) {
  if (input.starts_with(k_pattern_prefix)) read_spec(input);
}

Samples make_pattern(const std::string& input, const BytesAfter& after) {
  const Spec spec = read_spec(input);
  const Pattern& pattern = *spec.pattern;
  const double bytes_per_pixel = pattern.grey ? 1 : 5;
  require_memory(input, spec.extent, bytes_per_pixel * spec.extent.width * spec.extent.height, after);
  Samples samples{.name = input, .extent = spec.extent, .values = {}, .colours = {}};
  std::vector<std::uint8_t> values(spec.extent.area());
  if (!pattern.grey) {
    draw(spec, values, samples.colours);
  } else {
    std::size_t i = 0;
    for (int y = 0; y < spec.extent.height; ++y)
      for (int x = 0; x < spec.extent.width; ++x) values[i++] = pattern.grey(spec, x, y);
  }
  samples.values = std::move(values);
  return samples;
}

}  // namespace satscope::app
