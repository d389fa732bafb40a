// SPDX-License-Identifier: Apache-2.0
// The host colours views as the shader does, pixel by pixel within one level: all types, maps, ranges, zooms, samples, the ramp
// taken off, grids, wipes, differences, odd sizes, and however many threads do it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "app/render/colouring.h"
#include "app/render/renderer.h"
#include "app/render/shared_buffer.h"
#include "app/ui/views/painter_choice.h"
#include "app/ui/views/view_look.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

constexpr Extent k_canvas{203, 157};
constexpr unsigned k_seed = 20260131;
/// Framebuffer pixels per texel; 0: fitted.
const std::vector<double> k_all_zooms{0, 1.0 / 7, 0.25, 0.3, 1.0 / 3, 0.5, 0.77, 1.0, 1.7, 2.0, 3.3, 6.0, 8.0, 31.7};
const std::vector<double> k_some_zooms{0, 0.3, 1.0, 8.0};

class Painters : public ::testing::Test {
 protected:
  /// Texels of this many bytes each, in OpenGL's buffer and on the host.
  void fill(const std::vector<std::byte>& bytes, SharedBuffer& buffer, HostMemory& memory) {
    std::vector<std::uint32_t> words((bytes.size() + 3) / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    buffer.resize(words.size());
    buffer.upload(0, words);
    // one more element would be beyond what a sanitizer allows
    std::shared_ptr<std::byte> block(new std::byte[4 * words.size()], std::default_delete<std::byte[]>());
    std::memcpy(block.get(), words.data(), 4 * words.size());
    memory = std::move(block);
  }
  template <class T>
  static std::vector<std::byte> as_bytes(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }

  /// A stage of this type whose rows lie `gap` elements apart; value(x, y).
  template <class T, class Value>
  Shown stage_of(Scalar type, Extent extent, int gap, const Value& value) {
    const int pitch = extent.width + gap;
    std::vector<T> values;
    for (int y = 0; y < extent.height; ++y)
      for (int x = 0; x < pitch; ++x) values.push_back(static_cast<T>(value(x, y)));
    Shown shown;
    shown.ready = shown.stage.ready = true;
    shown.stage.stage.type = type;
    shown.stage.texels = extent;
    shown.stage.pitch = pitch;
    fill(as_bytes(values), words_, shown.stage.memory);
    shown.stage.texture = words_.texture();
    return shown;
  }

  template <class Content>
  void expect_alike(const Content& content, const ViewSpec& spec, const std::string& what) {
    const auto view = look_of(content, spec);
    ASSERT_TRUE(view) << what;
    stage_.bind();
    shader_.paint(content, spec);
    const std::vector<std::uint32_t> drawn = stage_.read();
    const auto [left, top, width, height] = spec.viewport;
    for (const int threads : {1, 3}) {
      std::vector<std::uint32_t> coloured(static_cast<std::size_t>(width * height), 0x12345678);
      colouring_.colour(view->look, view->host, {coloured.data(), width}, threads);
      int wrong = 0;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const std::uint32_t a = drawn[static_cast<std::size_t>((top + y) * k_canvas.width + left + x)],
                              b = coloured[static_cast<std::size_t>(y * width + x)];
          bool alike = true;
          for (int channel = 0; channel < 4; ++channel) alike = alike && std::abs(part(a, channel) - part(b, channel)) <= 1;
          if (!alike && ++wrong <= 3)
            ADD_FAILURE() << what << ", threads " << threads << ": at " << x << ", " << y << " the shader draws " << std::hex
                          << a << ", the host " << b;
        }
      ASSERT_EQ(wrong, 0) << what;
    }
    ++compared_;
  }

  /// The whole viewport of a view of this size somewhere in the canvas.
  static ViewSpec spec_of(Extent view, ViewKind kind) {
    ViewSpec spec;
    spec.viewport = {(k_canvas.width - view.width) / 2, (k_canvas.height - view.height) / 3, view.width, view.height};
    spec.framebuffer = k_canvas;
    spec.kind = kind;
    return spec;
  }

  /// Views of a content as people look at it: fitted, at every zoom, from every corner.
  template <class Content>
  void expect_alike_everywhere(const Content& content, Extent texels, ViewSpec spec, const std::string& what,
                               const std::vector<double>& zooms = k_all_zooms) {
    const double fitted = std::min(1.0 * spec.viewport.width / texels.width, 1.0 * spec.viewport.height / texels.height);
    for (const double listed : zooms)
      for (const auto& [part_x, part_y] : {std::pair{0.5, 0.5}, {0.0, 0.0}, {1.0, 1.0}, {0.137, 0.791}}) {
        const double zoom = listed > 0 ? listed : fitted;
        spec.zoom = zoom;
        spec.centre_x = part_x * texels.width;
        spec.centre_y = part_y * texels.height;
        for (const bool grid : {false, true}) {
          spec.grid = grid;
          ASSERT_NO_FATAL_FAILURE(expect_alike(
              content, spec,
              what + " zoom " + std::to_string(zoom) + " centre " + std::to_string(part_x) + (grid ? " grid" : "")));
        }
      }
  }

  /// All ranges and maps of a stage or a table.
  void expect_alike_in_ranges(const Shown& shown, Extent texels, const std::vector<std::pair<double, double>>& ranges,
                              const std::string& what) {
    ViewSpec spec = spec_of({89, 61}, ViewKind::stage);
    spec.zoom = 1.3;
    spec.centre_x = texels.width / 2.0;
    spec.centre_y = texels.height / 2.0;
    for (const auto& map : k_colour_maps)
      for (const auto& [low, high] : ranges)
        for (const bool deramp : {false, true})
          for (const RangeScale scale : {RangeScale::linear, RangeScale::logarithmic})
            for (const double gamma : {1.0, 2.2, 0.7}) {
              spec.colours = map.value;
              spec.lo = low;
              spec.hi = high;
              spec.deramp = deramp;
              spec.scale = scale;
              spec.gamma = gamma;
              ASSERT_NO_FATAL_FAILURE(expect_alike(shown, spec,
                                                   what + " " + std::string(map.id) + " " + std::to_string(low) + " ... " +
                                                       std::to_string(high) + (deramp ? " deramped" : "") +
                                                       (scale == RangeScale::logarithmic ? " log" : "") + " gamma " +
                                                       std::to_string(gamma)));
            }
  }

  Offscreen stage_{k_canvas};
  ViewPainter shader_;
  Colouring colouring_;
  SharedBuffer words_{DisplayPath::cpu}, results_{DisplayPath::cpu};
  std::mt19937_64 random_{k_seed};
  int compared_ = 0;
};

TEST_F(Painters, ColourWholeNumbersAlike) {
  constexpr Extent extent{83, 59};
  const auto noise = [&](int, int) { return random_(); };
  const auto table = [](int x, int y) {
    return std::uint64_t{127} * static_cast<std::uint64_t>((x + 1) * (y + 1)) +
           static_cast<std::uint64_t>((x * 7 + y * 13) % 29);
  };
  const std::vector<std::pair<double, double>> small{{0, 622000}, {100000, 100300}, {-50, 50}, {-1e5, 3e5}, {7e5, 8e5}};
  const std::vector<std::pair<double, double>> large{
      {0, 4294967295.0}, {-2147483648.0, 2147483647.0}, {4e9, 4.2e9}, {-9e9, 9e9}, {5e9, 6e9}, {-6e9, -5e9}};
  Shown shown = stage_of<std::uint32_t>(Scalar::u32, extent, 5, table);
  shown.mean = 127.4;
  expect_alike_in_ranges(shown, extent, small, "u32 table");
  shown = stage_of<std::uint32_t>(Scalar::u32, extent, 0, noise);
  shown.mean = 65000.7;
  expect_alike_in_ranges(shown, extent, large, "u32 noise");
  shown = stage_of<std::int32_t>(Scalar::s32, extent, 3, noise);
  shown.mean = 3.25;
  expect_alike_in_ranges(shown, extent, large, "s32 noise");
  shown = stage_of<std::uint8_t>(Scalar::u8, extent, 2, noise);
  shown.mean = 99;
  expect_alike_in_ranges(shown, extent, {{0, 255}, {100, 110}, {-300, 20}, {256, 300}}, "bytes");
  shown = stage_of<std::uint64_t>(Scalar::u64, extent, 1, [&](int x, int y) { return table(x, y) * 1000003; });
  shown.mean = 254.6;
  expect_alike_in_ranges(shown, extent, {{0, 6.3e11}, {2e11, 2.0001e11}, {-1e10, 1e11}}, "u64 table");
  shown = stage_of<std::uint64_t>(Scalar::u64, extent, 0, noise);
  expect_alike_in_ranges(shown, extent, {{0, 9e18}, {-9e18, 9e18}, {1e18, 1.1e18}}, "u64 noise");
  EXPECT_GT(compared_, 1000);
}

TEST_F(Painters, ColourFloatsAlike) {
  constexpr Extent extent{83, 59};
  std::normal_distribution<double> normal(0, 1);
  const auto noise = [&](int, int) { return 1000 * normal(random_); };
  Shown shown = stage_of<float>(Scalar::f32, extent, 0, noise);
  shown.mean = -0.75;
  const std::vector<std::pair<double, double>> ranges{{-2000, 2000}, {0, 10}, {0.125, 0.25}, {1e7, 2e7}};
  expect_alike_in_ranges(shown, extent, ranges, "f32");
  shown = stage_of<double>(Scalar::f64, extent, 7, noise);
  shown.mean = 0.3;
  expect_alike_in_ranges(shown, extent, ranges, "f64");
}

TEST_F(Painters, ColourWhatIsNoNumberAlike) {
  constexpr Extent extent{8, 4};
  const auto odd = [](int x, int y) {
    constexpr std::array<double, 8> k_odd{NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e-310, 1e300, -1e300};
    return k_odd[static_cast<std::size_t>(x + y) % k_odd.size()];
  };
  for (const auto& [low, high] : {std::pair{-1.0, 1.0}, {0.0, 1e30}}) {
    ViewSpec spec = spec_of({64, 32}, ViewKind::stage);
    spec.zoom = 8;
    spec.centre_x = 4;
    spec.centre_y = 2;
    spec.lo = low;
    spec.hi = high;
    expect_alike(stage_of<float>(Scalar::f32, extent, 0, odd), spec, "odd f32");
    expect_alike(stage_of<double>(Scalar::f64, extent, 0, odd), spec, "odd f64");
  }
}

TEST_F(Painters, FindTheSameTexels) {
  for (const Extent extent : {Extent{1, 1}, {2, 3}, {83, 59}, {301, 7}, {5, 411}, {997, 613}}) {
    const Shown shown = stage_of<std::uint32_t>(Scalar::u32, extent, 0, [&](int, int) { return random_() & 0xff; });
    const std::string what = ::testing::PrintToString(std::pair{extent.width, extent.height});
    for (const Extent view : {Extent{1, 1}, {88, 61}, {3, 150}}) {
      ViewSpec spec = spec_of(view, ViewKind::stage);
      spec.hi = 255;
      expect_alike_everywhere(shown, extent, spec, what);
      for (const double stretch : {0.5, 1.37}) {
        spec.stretch = stretch;
        expect_alike_everywhere(shown, extent, spec, what + " stretched", k_some_zooms);
      }
    }
  }
}

TEST_F(Painters, FindTheSameTexelsOfReducedPictures) {
  constexpr Extent extent{150, 101};
  Shown shown =
      stage_of<std::uint32_t>(Scalar::u32, extent, 0, [&](int x, int y) { return 3 * 100 * (3 * x + 1) * (3 * y + 1); });
  shown.stage.reduction = 3;
  shown.mean = 100;
  ViewSpec spec = spec_of({203, 157}, ViewKind::stage);
  spec.hi = 1e7;
  for (const bool deramp : {false, true}) {
    spec.deramp = deramp;
    expect_alike_everywhere(shown, {450, 303}, spec, "reduced");
  }
}

TEST_F(Painters, LookAlikeAnywhere) {
  constexpr Extent extent{700, 500};
  const Shown shown = stage_of<std::uint32_t>(Scalar::u32, extent, 4, [&](int, int) { return random_() & 0xff; });
  std::uniform_real_distribution<double> part(-0.2, 1.2), power(-6, 6);
  for (int run = 0; run < 400; ++run) {
    ViewSpec spec = spec_of({1 + static_cast<int>(random_() % 203), 1 + static_cast<int>(random_() % 157)}, ViewKind::stage);
    spec.hi = 255;
    spec.zoom = std::exp2(power(random_));
    spec.centre_x = part(random_) * extent.width;
    spec.centre_y = part(random_) * extent.height;
    spec.grid = random_() % 2;
    ASSERT_NO_FATAL_FAILURE(expect_alike(shown, spec, "seed " + std::to_string(k_seed) + " run " + std::to_string(run)));
  }
}

TEST_F(Painters, ShowPicturesAndFilteredFramesAlike) {
  constexpr Extent extent{120, 77};
  const auto words = [&] {
    std::vector<std::uint32_t> all(extent.area());
    for (std::uint32_t& word : all) word = static_cast<std::uint32_t>(random_());
    return as_bytes(all);
  };
  Filtered filtered;
  filtered.ready = true;
  filtered.texels = filtered.picture = extent;
  fill(words(), words_, filtered.picture_memory);
  fill(words(), results_, filtered.result_memory);
  filtered.picture_texture = words_.texture();
  filtered.result_texture = results_.texture();
  ViewSpec spec = spec_of({131, 90}, ViewKind::filtered);
  spec.gain = 4;
  for (const Compared compared : {Compared::result, Compared::original, Compared::difference})
    for (const int wipe : {0, 1, 60, 119, 500})
      for (const bool colour : {false, true}) {
        spec.compared = compared;
        spec.wipe = wipe;
        filtered.colour = colour;
        expect_alike_everywhere(filtered, extent, spec, "filtered, wipe " + std::to_string(wipe), k_some_zooms);
      }
  Shown shown;
  shown.ready = true;
  shown.picture = shown.texels = extent;
  shown.picture_texture = words_.texture();
  shown.picture_memory = filtered.picture_memory;
  expect_alike_everywhere(shown, extent, spec_of({203, 157}, ViewKind::picture), "picture");
}

TEST(Renderers, InSoftwareAreKnownByTheirNames) {
  for (const char* name :
       {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader", "Microsoft Basic Render Driver",
        "D3D12 (Microsoft Basic Render Driver)", "Apple Software Renderer", "GDI Generic"})
    EXPECT_TRUE(draws_in_software(name)) << name;
  for (const char* name :
       {"NVIDIA H200/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon Graphics (renoir)", ""})
    EXPECT_FALSE(draws_in_software(name)) << name;
}

TEST_F(OnStage, WhoPaintsIsChosenOrOrdered) {
  std::optional<ViewPainter> shader;
  EXPECT_EQ(choose_painter(Painter::cpu, shader).painter, Painter::cpu);
  EXPECT_FALSE(shader) << "it is not needed";
  const PainterChoice chosen = choose_painter({}, shader);
  EXPECT_EQ(shader.has_value(), chosen.painter == Painter::opengl);
  if (draws_in_software(renderer_name())) {
    EXPECT_EQ(chosen.painter, Painter::cpu) << chosen.reason;
  }
  EXPECT_NE(chosen.reason, "");
  EXPECT_EQ(choose_painter(Painter::opengl, shader).painter, Painter::opengl);
  ASSERT_TRUE(shader);
  EXPECT_GT(time_of_small_view(*shader), 0);
}

}  // namespace
}  // namespace satscope::app::testing
