// SPDX-License-Identifier: Apache-2.0
// What the shaders paint, pixel by pixel: colours of the map, places, averages, wrapped and very large tables.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/render/embedded.h"
#include "app/render/shared_buffer.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

class Views : public OnStage {
 protected:
  Views() { wanted_.machine = Machine::cpu; }

  void show(std::shared_ptr<Samples> still, const std::string& type = "") {
    wanted_.still = std::move(still);
    wanted_.type = type;
    frame_.want(wanted_);
    settle(frame_);
    ASSERT_TRUE(frame_.shown().ready) << frame_.status().message;
    spec_.viewport = {0, 0, k_size.width, k_size.height};
    spec_.framebuffer = k_size;
  }
  /// Puts the top left corner of pixel (x, y) into the top left corner of the viewport.
  void look_at(double x, double y, double zoom) {
    spec_.zoom = zoom;
    spec_.centre_x = x + spec_.viewport.width / 2.0 / zoom;
    spec_.centre_y = y + spec_.viewport.height / 2.0 / zoom;
  }
  std::vector<std::uint32_t> painted() { return painted_by(painter_); }
  std::vector<std::uint32_t> painted_by(ViewPainter& painter) {
    stage_.bind();
    painter.paint(frame_.shown(), spec_);
    return stage_.read();
  }
  static std::uint32_t at_pixel(const std::vector<std::uint32_t>& image, int x, int y) {
    return image[static_cast<std::size_t>(y) * k_size.width + static_cast<std::size_t>(x)];
  }
  static Rgb grey(double level) {
    const float part = static_cast<float>(level / 255);
    return {part, part, part};
  }

  Frame frame_{DisplayPath::cpu};
  ViewPainter painter_;
  Wanted wanted_;
  ViewSpec spec_;
};

TEST(ColourMaps, HaveTheirPublishedColours) {
  // from the definitions by their authors: ends and middle of each map
  struct Known {
    ColourMap map;
    double t;
    std::array<int, 3> rgb;
  };
  for (const Known& known : {Known{ColourMap::cividis, 0, {0, 34, 78}}, Known{ColourMap::cividis, 1, {254, 232, 56}},
                             Known{ColourMap::cividis, 0.5, {124, 123, 120}}, Known{ColourMap::viridis, 0, {68, 1, 84}},
                             Known{ColourMap::viridis, 0.5, {33, 145, 140}}, Known{ColourMap::viridis, 1, {253, 231, 37}},
                             Known{ColourMap::magma, 0, {0, 0, 4}}, Known{ColourMap::magma, 0.5, {183, 55, 121}},
                             Known{ColourMap::magma, 1, {252, 253, 191}}, Known{ColourMap::grey, 0.5, {128, 128, 128}}}) {
    const Rgb colour = colour_of(known.map, known.t);
    const std::array<float, 3> got{colour.r, colour.g, colour.b};
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(std::abs(got[i] * 255 - static_cast<float>(known.rgb[i])) <= 2.0F)
          << id_of(known.map) << " at " << known.t << ", component " << i << " is " << got[i] * 255;
  }
  const Rgb low = colour_of(ColourMap::magma, -3), high = colour_of(ColourMap::magma, 7),
            none = colour_of(ColourMap::magma, NAN);
  EXPECT_EQ(low.b, colour_of(ColourMap::magma, 0).b);
  EXPECT_EQ(high.b, colour_of(ColourMap::magma, 1).b);
  EXPECT_EQ(none.b, low.b);
}

TEST(ColourMaps, GetBrighterAllTheWay) {
  for (const auto& map : k_colour_maps) {
    double before = -1;
    for (int i = 0; i <= 64; ++i) {
      const Rgb colour = colour_of(map.value, i / 64.0);
      const double light = 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b;
      EXPECT_GT(light, before) << map.id << " at " << i << "/64";
      before = light;
    }
  }
}

TEST_F(Views, PictureTexelsLieWhereTheyBelong) {
  auto still = picture_of({8, 6}, [](int x, int y) { return 30 * x + 5 * y; });
  show(still);
  spec_.kind = ViewKind::picture;
  look_at(0, 0, 8);
  const auto image = painted();
  for (int y = 0; y < k_size.height; ++y)
    for (int x = 0; x < k_size.width; ++x)
      expect_colour(at_pixel(image, x, y), grey(30 * (x / 8) + 5 * (y / 8)), ::testing::PrintToString(std::pair{x, y}));
}

TEST_F(Views, ColoursOfAPictureAreShownAsTheyAre) {
  auto still = picture_of({2, 1}, [](int, int) { return 1; });
  still->colours = {0xff102030, 0xff4080ff};
  show(still);
  look_at(0, 0, 8);
  const auto image = painted();
  EXPECT_EQ(at_pixel(image, 3, 3), 0xff102030);
  EXPECT_EQ(at_pixel(image, 11, 3), 0xff4080ff);
}

TEST_F(Views, HeatMapHasTheColoursOfTheHost) {
  show(noise({8, 6}, 11));
  spec_.kind = ViewKind::table;
  spec_.lo = 100;
  spec_.hi = 5000;
  look_at(0, 0, 8);
  for (const auto& map : k_colour_maps) {
    spec_.colours = map.value;
    for (const RangeScale scale : {RangeScale::linear, RangeScale::logarithmic})
      for (const double gamma : {1.0, 2.2}) {
        spec_.scale = scale;
        spec_.gamma = gamma;
        const auto image = painted();
        for (int y = 0; y < 6; ++y)
          for (int x = 0; x < 8; ++x) {
            const double above = std::max(to_double(frame_.padded(x + 1, y + 1).value()) - spec_.lo, 0.0),
                         span = spec_.hi - spec_.lo;
            const double t = scale == RangeScale::linear ? above / span : std::log(1 + above) / std::log(1 + span);
            expect_colour(at_pixel(image, 8 * x + 4, 8 * y + 4), colour_of(map.value, std::pow(std::min(t, 1.0), 1 / gamma)),
                          std::string(map.id) + " " + ::testing::PrintToString(std::pair{x, y}));
          }
      }
  }
}

TEST_F(Views, FloatTablesHaveTheColoursOfTheHost) {
  auto still = std::make_shared<Samples>();
  still->extent = {8, 6};
  std::vector<double> numbers;
  for (int i = 0; i < 48; ++i) numbers.push_back(i % 7 - 3.25);
  still->values = numbers;
  show(still);
  ASSERT_EQ(frame_.shown().table_type, Scalar::f32);
  spec_.kind = ViewKind::table;
  spec_.lo = -40;
  spec_.hi = 10;
  look_at(0, 0, 8);
  for (const bool deramp : {false, true}) {
    spec_.deramp = deramp;
    const auto image = painted();
    for (int y = 0; y < 6; ++y)
      for (int x = 0; x < 8; ++x) {
        double sum = 0, mean = 0;
        for (int j = 0; j < 6; ++j)
          for (int i = 0; i < 8; ++i) {
            const double number = numbers[static_cast<std::size_t>(8 * j + i)];
            mean += number / 48;
            if (i <= x && j <= y) sum += number;
          }
        const double value = deramp ? sum - mean * (x + 1) * (y + 1) : sum;
        expect_colour(at_pixel(image, 8 * x + 4, 8 * y + 4), colour_of(spec_.colours, (value + 40) / 50),
                      ::testing::PrintToString(std::pair{x, y}));
      }
  }
}

TEST_F(Views, NarrowRangeFarUpTheRampKeepsItsSteps) {
  // steps of 30 at a table value of 4.06e9, where a float alone knows only steps of 256
  const int side = 4000, dark = 16;
  show(picture_of({side, side}, [](int x, int y) { return x < side - dark ? 255 : y == side - 1 ? 30 : 0; }), "8u32u");
  ASSERT_EQ(frame_.shown().reduction, 1);
  const double before = 255.0 * (side - dark) * side;
  spec_.kind = ViewKind::table;
  spec_.colours = ColourMap::grey;
  spec_.lo = before;
  spec_.hi = before + 30 * dark;
  look_at(side - dark, side - 1, 4);
  const auto image = painted();
  for (int i = 0; i < dark; ++i)
    expect_colour(at_pixel(image, 4 * i + 2, 2), grey(255.0 * (i + 1) / dark), "column " + std::to_string(i));
}

TEST_F(Views, WordsAreReadInPairsWhereTheTableIsWide) {
  const int side = 4200;  // the last rows are beyond 2^32
  show(picture_of({side, side}, [](int, int) { return 255; }), "8u64u");
  ASSERT_EQ(frame_.shown().table_type, Scalar::u64);
  const int step = frame_.shown().reduction;  // beyond the limit of software at this size
  spec_.kind = ViewKind::table;
  spec_.lo = 255.0 * 3900 * 3900;
  spec_.hi = 255.0 * side * side;
  ASSERT_LT(spec_.lo, 4294967296.0);
  ASSERT_GT(spec_.hi, 4294967296.0);
  for (const int corner : {3904, 4000, 4104, 4120}) {
    look_at(corner, corner, 8.0 / step);
    const auto image = painted();
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 8; ++i) {
        const double value = 255.0 * (corner + i * step + 1) * (corner + j * step + 1);
        expect_colour(at_pixel(image, 8 * i + 4, 8 * j + 4),
                      colour_of(spec_.colours, (value - spec_.lo) / (spec_.hi - spec_.lo)),
                      ::testing::PrintToString(std::pair{corner + i * step, corner + j * step}));
      }
  }
}

// CUDA writes tables into OpenGL's buffer so
TEST_F(Views, RowsOfATableMayLieApart) {
  constexpr int width = 5, height = 4, pitch = 32;
  std::vector<std::uint32_t> words(pitch * height, 1000);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) words[y * pitch + x] = static_cast<std::uint32_t>(10 * x + 50 * y);
  SharedBuffer buffer(DisplayPath::cpu);
  buffer.resize(words.size());
  buffer.upload(0, words);
  const Shown shown{.ready = true,
                    .picture = {width, height},
                    .texels = {width, height},
                    .table_texture = buffer.texture(),
                    .table_pitch = pitch,
                    .spreads = {},
                    .stage = {}};
  spec_.viewport = {0, 0, k_size.width, k_size.height};
  spec_.framebuffer = k_size;
  spec_.kind = ViewKind::table;
  spec_.lo = 0;
  spec_.hi = 255;
  look_at(0, 0, 8);
  stage_.bind();
  painter_.paint(shown, spec_);
  const auto image = stage_.read();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expect_colour(at_pixel(image, 8 * x + 4, 8 * y + 4), colour_of(spec_.colours, (10 * x + 50 * y) / 255.0),
                    ::testing::PrintToString(std::pair{x, y}));
}

TEST_F(Views, DerampedViewSeesThroughTheWrap) {
  const int side = 4200;  // 255 * 4200 * 4200 is beyond 2^32
  const auto white = picture_of({side, side}, [](int, int) { return 255; });
  for (const std::string type : {"8u32u", "8u64u"}) {
    show(white, type);
    EXPECT_EQ(frame_.status().type, type);
    EXPECT_DOUBLE_EQ(frame_.shown().mean, 255);
    EXPECT_DOUBLE_EQ(frame_.shown().total, 255.0 * side * side - (type == "8u32u" ? 4294967296.0 : 0));
    ASSERT_TRUE(frame_.shown().spreads);
    EXPECT_EQ(frame_.shown().spreads->deramped.min, 0);
    EXPECT_EQ(frame_.shown().spreads->deramped.max, 0);
    spec_.kind = ViewKind::table;
    spec_.deramp = true;
    spec_.lo = -1;
    spec_.hi = 1;
    look_at(side - 16, side - 12, 4);
    const auto image = painted();
    for (int y = 2; y < k_size.height; y += 8)
      for (int x = 2; x < k_size.width; x += 8)
        expect_colour(at_pixel(image, x, y), colour_of(spec_.colours, 0.5),
                      type + " " + ::testing::PrintToString(std::pair{x, y}));
  }
}

TEST_F(Views, SeveralTexelsInAPixelAreAveraged) {
  show(picture_of({256, 192}, [](int x, int) { return x % 2 ? 255 : 0; }));
  for (const double zoom : {0.5, 0.25}) {
    look_at(0, 0, zoom);
    const auto image = painted();
    expect_colour(at_pixel(image, 20, 20), grey(127.5), "zoom " + std::to_string(zoom));
  }
}

TEST_F(Views, OutsideOfThePictureIsCalm) {
  show(picture_of({4, 4}, [](int, int) { return 255; }));
  look_at(-2, -2, 8);
  spec_.grid = true;
  const auto image = painted();
  expect_colour(at_pixel(image, 3, 3), spec_.background, "before");
  expect_colour(at_pixel(image, 60, 20), spec_.background, "behind");
  expect_colour(at_pixel(image, 20, 20), grey(255), "inside");
}

TEST_F(Views, GridLinesTexelsOnlyWhereTheyAreLarge) {
  show(picture_of({64, 64}, [](int, int) { return 255; }));
  spec_.grid = true;
  look_at(0, 0, 8);
  auto image = painted();
  EXPECT_LT(part(at_pixel(image, 16, 20), 0), 240);
  EXPECT_EQ(part(at_pixel(image, 20, 20), 0), 255);
  look_at(0, 0, 4);
  image = painted();
  EXPECT_EQ(part(at_pixel(image, 16, 20), 0), 255);
}

TEST_F(Views, OnlyTheViewportIsTouched) {
  show(picture_of({64, 64}, [](int, int) { return 255; }));
  spec_.viewport = {8, 4, 16, 10};
  look_at(0, 0, 1);
  stage_.bind();
  spec_.background = {0, 0, 0};
  const auto image = painted();
  EXPECT_EQ(part(at_pixel(image, 8, 4), 1), 255);
  EXPECT_EQ(part(at_pixel(image, 23, 13), 1), 255);
  for (const auto& [x, y] : {std::pair{7, 4}, {8, 3}, {24, 13}, {23, 14}})
    EXPECT_EQ(at_pixel(image, x, y), 0U) << x << ", " << y;
}

TEST_F(Views, ShadersAreReadFromDisk) {
  const auto folder = std::filesystem::temp_directory_path() / ("satscope-shaders-" + std::to_string(std::rand()));
  std::filesystem::create_directory(folder);
  const auto write = [&](const std::string& text) { std::ofstream(folder / "view.frag") << text; };
  setenv("SATSCOPE_SHADERS", folder.c_str(), 1);
  show(picture_of({4, 4}, [](int, int) { return 255; }));
  write("this is no shader");
  try {
    ViewPainter painter;
    ADD_FAILURE() << "that is no shader";
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("view.frag"), std::string::npos) << problem.what();
  }
  look_at(0, 0, 8);
  write("out vec4 colour; void main() { colour = vec4(0.0, 0.0, 1.0, 1.0); }");
  ViewPainter from_disk;
  EXPECT_EQ(at_pixel(painted_by(from_disk), 4, 4), 0xffff0000U);
  unsetenv("SATSCOPE_SHADERS");
  std::filesystem::remove_all(folder);
  EXPECT_THROW(embedded_shader("no.such"), std::logic_error);
}

}  // namespace
}  // namespace satscope::app::testing
