// SPDX-License-Identifier: Apache-2.0
#include "app/sources/tone_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_peak = 1000;  ///< cd/m2: of the display that HLG is watched on (BT.2100, table 5); PQ is clipped there
constexpr double k_white = 203;  ///< cd/m2: of a diffuse white (Report ITU-R BT.2408, table 1); what this screen has at most

// SMPTE ST 2084, and BT.2100, table 4
constexpr double k_m1 = 2610.0 / 16384, k_m2 = 2523.0 / 4096 * 128;
constexpr double k_c1 = 3424.0 / 4096, k_c2 = 2413.0 / 4096 * 32, k_c3 = 2392.0 / 4096 * 32;
constexpr double k_most_of_pq = 10000;  ///< cd/m2

/// cd/m2 of a code 0 ... 1.
double pq_light(double code) {
  const double root = std::pow(code, 1 / k_m2);
  return k_most_of_pq * std::pow(std::max(root - k_c1, 0.0) / (k_c2 - k_c3 * root), 1 / k_m1);
}
double pq_code(double light) {
  const double power = std::pow(light / k_most_of_pq, k_m1);
  return std::pow((k_c1 + k_c2 * power) / (1 + k_c3 * power), k_m2);
}

/// Light of the scene, 0 ... 1, of a code 0 ... 1: the inverse of HLG's OETF (ARIB STD-B67, and BT.2100, table 5).
double hlg_light(double code) {
  constexpr double k_a = 0.17883277, k_b = 1 - 4 * k_a;
  const double c = 0.5 - k_a * std::log(4 * k_a);
  return code <= 0.5 ? code * code / 3 : (std::exp((code - c) / k_a) + k_b) / 12;
}

/// What light of this luminance is multiplied with to be that of the display: HLG's OOTF for 1000 cd/m2 (BT.2100, table 5).
double hlg_ootf(double luminance) {
  constexpr double k_gamma = 1.2;
  return std::pow(luminance, k_gamma - 1);
}

/// From a display of 1000 cd/m2 to one of 203 cd/m2, both with black at 0: Report ITU-R BT.2390-4, pages 20 and 21, EETF; later
/// BT.2408-7, annex 5. Below a knee light stays what it is; above it follows a Hermite spline over PQ codes.
double eetf(double light) {
  const double peak = pq_code(k_peak), largest = pq_code(k_white) / peak, knee = 1.5 * largest - 0.5;
  const double code = pq_code(light) / peak;
  if (code < knee) return light;
  const double t = (code - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
  const double mapped = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * largest;
  return pq_light(mapped * peak);
}

/// Part of 1000 cd/m2 before to part of 203 cd/m2 after. Not for 0.
double gain_of(double light) { return eetf(k_peak * light) / (k_white * light); }

/// BT.1886, annex 1, inverted.
std::uint8_t screen_code(double light) {
  constexpr double k_gamma = 2.4;
  return static_cast<std::uint8_t>(std::lround(255 * std::pow(light, 1 / k_gamma)));
}

// Tables over light have cells of one size within each octave from 2^-24 to 1, so that dark values are as exact as bright ones.
constexpr float k_least = 0x1p-24F;
constexpr std::int32_t k_octaves = 24;
/// How far a number lies above the least, in units of a float's last bit; what lies outside counts as the nearer end.
std::int32_t above_least(float x) {
  return std::bit_cast<std::int32_t>(std::clamp(x, k_least, 1.0F)) - std::bit_cast<std::int32_t>(k_least);
}
double from_above_least(std::int32_t units) {
  return static_cast<double>(std::bit_cast<float>(std::bit_cast<std::int32_t>(k_least) + units));
}

constexpr std::int32_t k_node_bits = 23 - 6;  ///< 64 nodes an octave
constexpr float k_node_size = 1 << k_node_bits;
std::vector<float> nodes_of(double (*function)(double)) {
  std::vector<float> nodes;
  for (std::int32_t i = 0; i <= k_octaves << (23 - k_node_bits); ++i)
    nodes.push_back(static_cast<float>(function(from_above_least(i << k_node_bits))));
  nodes.push_back(nodes.back());  // behind the last, for 1 itself
  return nodes;
}
float between(const std::vector<float>& nodes, float x) {
  const std::int32_t units = above_least(x);
  const auto node = static_cast<std::size_t>(units >> k_node_bits);
  const float part = static_cast<float>(units & ((1 << k_node_bits) - 1)) / k_node_size;
  return nodes[node] + (nodes[node + 1] - nodes[node]) * part;
}

constexpr std::int32_t k_cell_bits = 23 - 10;  ///< 1024 cells an octave: at most a tenth of one of 255 codes
std::vector<std::uint8_t> screen_cells() {
  std::vector<std::uint8_t> cells;
  for (std::int32_t i = 0; i <= k_octaves << (23 - k_cell_bits); ++i)
    cells.push_back(screen_code(std::min(from_above_least((i << k_cell_bits) + (1 << (k_cell_bits - 1))), 1.0)));
  return cells;
}

std::vector<float> light_of_codes(HdrCurve curve) {
  constexpr std::size_t k_codes = 65536;
  std::vector<float> light(k_codes);
  for (std::size_t i = 0; i < k_codes; ++i) {
    const double code = static_cast<double>(i) / (k_codes - 1);
    light[i] = static_cast<float>(curve == HdrCurve::pq ? std::min(pq_light(code) / k_peak, 1.0) : hlg_light(code));
  }
  return light;
}

}  // namespace

std::string hdr_note(HdrCurve curve) {
  return fmt::format(
      "it is HDR ({}), shown without tone mapping: its values are codes of that curve, not of an ordinary screen",
      title_of(curve));
}

ToneMapper::ToneMapper(HdrCurve curve)
    : curve_(curve),
      light_(light_of_codes(curve)),
      ootf_(curve == HdrCurve::hlg ? nodes_of(hlg_ootf) : std::vector<float>()),
      gain_(nodes_of(gain_of)),
      screen_(screen_cells()) {}

void ToneMapper::map(const std::uint16_t* from, std::span<std::uint32_t> to) const {
  const auto screen = [&](float light) -> std::uint32_t {
    return screen_[static_cast<std::size_t>(above_least(light) >> k_cell_bits)];
  };
  for (std::uint32_t& word : to) {
    float r = light_[from[0]], g = light_[from[1]], b = light_[from[2]];
    // One factor for all three keeps hue and saturation. It is that of the largest, so that none of them exceeds white.
    float factor = 1;
    if (curve_ == HdrCurve::hlg)
      factor = between(ootf_, 0.2627F * r + 0.6780F * g + 0.0593F * b);  // luminance: BT.2020, table 4
    factor *= between(gain_, factor * std::max({r, g, b}));
    r *= factor;
    g *= factor;
    b *= factor;
    // The inverse of the matrix of BT.2087-0 (Report ITU-R BT.2407-0, section 2). Its rows have the sum 1, so differences do,
    // and grey stays grey without rounding. What BT.709 does not have is clipped.
    const std::uint32_t red = screen(r + 0.5876411F * (r - g) + 0.0728499F * (r - b));
    const std::uint32_t green = screen(g + 0.1245505F * (g - r) + 0.0083494F * (g - b));
    const std::uint32_t blue = screen(b + 0.0181508F * (b - r) + 0.1005789F * (b - g));
    const std::uint32_t alpha = (from[3] * 255U + 32767) / 65535;
    word = red | green << 8 | blue << 16 | alpha << 24;
    from += 4;
  }
}

}  // namespace satscope::app
