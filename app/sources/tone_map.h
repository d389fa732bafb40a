// SPDX-License-Identifier: Apache-2.0
// HDR video for an ordinary screen. Its values are codes of PQ or HLG, curves for screens of 1000 cd/m2 and more, and its
// colours are those of BT.2020. An ordinary screen has BT.709 colours, gamma 2.4 and white where such video has a sheet of
// paper, at 203 cd/m2.
//
//     codes -> light, cd/m2 -> highlights compressed into 203 cd/m2 -> BT.709 -> gamma
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satscope::app {

/// What is done with HDR video.
enum class ToneMap : std::uint8_t { none, bt2390 };
struct ToneMapKind {
  ToneMap value;
  std::string_view id, title, help;
};
inline constexpr std::array k_tone_maps{
    ToneMapKind{ToneMap::none, "none", "Tone map: none",
                "Values as stored: codes of PQ or HLG, which look pale on this screen"},
    ToneMapKind{ToneMap::bt2390, "bt2390", "Tone map: BT.2390",
                "Light is mapped for this screen: highlights up to 1000 cd/m2 are compressed into the white of 203 cd/m2, and "
                "colours are those of BT.709"},
};
constexpr std::string_view id_of(ToneMap map) { return k_tone_maps[static_cast<std::size_t>(map)].id; }

/// The transfer functions of HDR video: SMPTE ST 2084 (Rec. ITU-R BT.2100, table 4), ARIB STD-B67 (BT.2100, table 5).
enum class HdrCurve : std::uint8_t { pq, hlg };
constexpr std::string_view title_of(HdrCurve curve) { return curve == HdrCurve::pq ? "PQ" : "HLG"; }

/// The note about HDR whose values stay as stored.
std::string hdr_note(HdrCurve curve);

/// The EETF of Report ITU-R BT.2390 from 1000 to 203 cd/m2, by the largest of R, G and B: no channel exceeds white then, and
/// hue stays. PQ above 1000 cd/m2 counts as 1000 cd/m2. A frame of 1920x1080 takes 20 ms (PQ) or 29 ms (HLG) of one core.
class ToneMapper {
 public:
  explicit ToneMapper(HdrCurve curve);

  /// from: R, G, B, A of each pixel of `to`, codes 0 ... 65535 of full range, R, G and B non-linear BT.2020. to: RGBA8, R in
  /// the lowest byte, as BT.709 for a display of gamma 2.4 (BT.1886, black at 0); alpha keeps its value. Grey stays grey.
  void map(const std::uint16_t* from, std::span<std::uint32_t> to) const;

 private:
  HdrCurve curve_;
  std::vector<float> light_;          ///< by code, 1 is 1000 cd/m2: of the display for PQ, of the scene for HLG
  std::vector<float> ootf_;           ///< HLG alone: what light of the scene is multiplied with, by its luminance
  std::vector<float> gain_;           ///< by the largest of R, G and B; 1 is 1000 cd/m2 before, 203 cd/m2 after
  std::vector<std::uint8_t> screen_;  ///< 0 ... 255 by light of the screen
};

}  // namespace satscope::app
