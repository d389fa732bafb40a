// SPDX-License-Identifier: Apache-2.0
// More than one box: parts and the entries that they read, against sums by the definition; and the window that shows them, by
// its keys and its pointer. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "app/session/fields.h"
#include "app/workspaces/explore/boxes.h"
#include "kernels/adopted.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Extent k_small{13, 11};

/// Pixels by chance, and what the definition says of them.
class ShownPixels {
 public:
  explicit ShownPixels(unsigned seed) : values_(k_small.area()) {
    std::mt19937 random(seed);
    for (int& value : values_) value = static_cast<int>(random() % 256);
  }
  std::int64_t sum(const Box& box) const {
    std::int64_t sum = 0;
    for (int y = box.y; y < box.y + box.height; ++y)
      for (int x = box.x; x < box.x + box.width; ++x) sum += values_[static_cast<std::size_t>(y * k_small.width + x)];
    return sum;
  }
  std::int64_t padded(int x, int y) const { return sum({0, 0, x, y}); }

 private:
  std::vector<int> values_;
};

TEST(BoxParts, TheEntriesGiveTheSumOfTheParts) {
  const ShownPixels pixels(7);
  for (const Box& box : {Box{2, 3, 6, 6}, {0, 0, 13, 11}, {1, 1, 7, 5}, {12, 10, 1, 1}, {0, 4, 3, 3}, {5, 5, 2, 2}})
    for (std::size_t i = 0; i < k_box_shapes.size(); ++i) {
      const auto parts = parts_of(box, {.shape = static_cast<BoxShape>(i), .second = {}}, k_small);
      ASSERT_FALSE(parts.empty());
      std::int64_t by_pixels = 0, by_entries = 0;
      for (const BoxPart& part : parts) {
        EXPECT_TRUE(refusal(part.pixels, k_small).empty()) << k_box_shapes[i].id;
        by_pixels += part.factor * pixels.sum(part.pixels);
      }
      for (const auto& [x, y, factor] : entries_read(parts)) by_entries += factor * pixels.padded(x, y);
      EXPECT_EQ(by_entries, by_pixels) << k_box_shapes[i].id << " at " << box.x << "," << box.y;
    }
}

TEST(BoxParts, EqualPartsSideBySideShareReadsAndCancelOnEvenGround) {
  const Box box{2, 1, 9, 8};
  for (const auto& [shape, reads] : {std::pair{BoxShape::one, 4U},
                                     {BoxShape::pair_across, 6U},
                                     {BoxShape::pair_down, 6U},
                                     {BoxShape::triple_across, 8U},
                                     {BoxShape::triple_down, 8U}}) {
    const auto parts = parts_of(box, {.shape = shape, .second = {}}, k_small);
    EXPECT_EQ(entries_read(parts).size(), reads) << text_of(shape).id;
    if (shape == BoxShape::one) continue;
    double even = 0;
    for (const BoxPart& part : parts) {
      EXPECT_EQ(part.pixels.width, parts[0].pixels.width);
      EXPECT_EQ(part.pixels.height, parts[0].pixels.height);
      even += part.factor * part.pixels.area();
    }
    EXPECT_EQ(even, 0) << text_of(shape).id;
  }
  // 9 columns do not go into two halves: the last one is left out
  EXPECT_EQ(parts_of(box, {.shape = BoxShape::pair_across, .second = {}}, k_small)[1].pixels, (Box{6, 1, 4, 8}));
}

TEST(BoxParts, WhatIsTooSmallIsNotCut) {
  for (const BoxShape shape : {BoxShape::pair_across, BoxShape::pair_down, BoxShape::triple_across, BoxShape::triple_down})
    EXPECT_EQ(parts_of({3, 3, 1, 1}, {.shape = shape, .second = {}}, k_small).size(), 1U);
  EXPECT_TRUE(parts_of({}, {.shape = BoxShape::pair_across, .second = {}}, k_small).empty());
}

TEST(BoxParts, ASecondBoxStandsBesideTheFirst) {
  for (const Box& box : {Box{0, 0, 4, 4}, {9, 0, 4, 4}, {0, 0, 13, 4}, {0, 7, 13, 4}, {4, 4, 3, 3}}) {
    const Box second = beside(box, k_small);
    EXPECT_TRUE(refusal(second, k_small).empty());
    const bool apart = second.x >= box.x + box.width || second.x + second.width <= box.x || second.y >= box.y + box.height ||
                       second.y + second.height <= box.y;
    EXPECT_TRUE(apart) << box.x << "," << box.y;
  }
  EXPECT_EQ(beside({0, 0, 13, 11}, k_small), (Box{0, 0, 13, 11}));  // there is no other place
}

TEST(BoxParts, ASessionKeepsThemAndSaysWhatIsWrong) {
  const BoxSet set{.shape = BoxShape::triple_down, .second = {1, 2, 3, 4}};
  EXPECT_EQ(read_part<BoxSet>(written(set)), set);
  EXPECT_EQ(read_part<BoxSet>(nlohmann::json::object()), BoxSet{});
  for (const char* wrong : {R"({"shape": "five"})", R"({"shape": 3})", R"({"second": {"x": "a"}})"}) {
    try {
      read_part<BoxSet>(nlohmann::json::parse(wrong));
      ADD_FAILURE() << wrong;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("session: boxes", 0), 0U) << error.what();
    }
  }
}

/// What the window says of the parts is what the pixels give, by another program's numbers: those of its own first state.
TEST(BoxesScreen, KeysAndPointerTakeThemInHand) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore"});
  const auto explore = [&] { return stage.state().at("explore"); };
  const auto box = [&] { return stage.screen().session().edit.box; };
  const double whole = stage.state().at("box").at("sum");
  stage.key(plain('E'));
  stage.key(plain('E'));  // left − right
  ASSERT_EQ(explore().at("parts").size(), 2U);
  const double left = explore().at("parts")[0].at("sum"), right = explore().at("parts")[1].at("sum");
  EXPECT_EQ(left + right, whole);
  EXPECT_EQ(explore().at("parts_value"), left - right);
  EXPECT_EQ(explore().at("parts_reads"), 6);
  stage.key(plain('Y'));  // one box again, to be explained
  EXPECT_TRUE(explore().at("why").get<bool>());
  stage.key(plain('Y'));
  stage.key({.key = 'E', .shift = true});  // two boxes
  ASSERT_EQ(explore().at("parts").size(), 2U);
  const Box first = box();
  const auto second = explore().at("parts")[1];
  stage.key(plain('X'));
  EXPECT_EQ(box().x, second.at("x").get<int>());
  stage.key(plain('X'));
  EXPECT_EQ(box(), first);
  // a press into the second box takes it in hand, and a drag moves it
  const auto view = stage.state().at("views").at("picture");
  const double zoom = stage.state().at("view").at("zoom");
  const auto on_screen = [&](double x, double y) {
    return Point{view.at("x").get<double>() + view.at("w").get<double>() / 2 + (x - 32) * zoom,
                 view.at("y").get<double>() + view.at("h").get<double>() / 2 + (y - 24) * zoom};
  };
  const double x = second.at("x").get<double>() + second.at("w").get<double>() / 2,
               y = second.at("y").get<double>() + second.at("h").get<double>() / 2;
  InputQueue& input = stage.screen().input();
  const Point from = on_screen(x, y), to = on_screen(x, y + 5);
  input.push(InputEvent::move_to(from.x, from.y));
  input.push(InputEvent::press(MouseButton::left, true));
  stage.frames(3);
  input.push(InputEvent::move_to(to.x, to.y));
  stage.frames(3);
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
  EXPECT_EQ(box().x, second.at("x").get<int>());
  EXPECT_EQ(box().y, second.at("y").get<int>() + 5);
  EXPECT_EQ(explore().at("parts")[1].at("x"), first.x);
  stage.key(ctrl('Z'));
  EXPECT_EQ(box(), first);
}

/// The left half sums to 2^32 + 12 and gives 12, the right one to 20.
TEST(BoxesScreen, PartsThatWrapStandBesideWhatThePixelsGive) {
  const std::string name = (std::filesystem::temp_directory_path() / fmt::format("parts-{}.csv", ::getpid())).string();
  std::ofstream(name) << "4294967295,1,7,5\n0,8,2,2\n2,2,2,2\n";
  Stage stage({.algorithm = "serial", .box = Box{0, 0, 4, 3}, .workspace = "explore", .input = name, .type = "32u32u"});
  std::filesystem::remove(name);
  stage.key(plain('E'));
  stage.key(plain('E'));  // left − right
  const auto wrapped = stage.state().at("explore");
  ASSERT_EQ(wrapped.at("parts").size(), 2U);
  EXPECT_EQ(wrapped.at("parts_value"), 12 - 20);
  EXPECT_EQ(wrapped.at("parts_exact"), false);
  EXPECT_EQ(wrapped.at("parts_true_value"), 4294967288.0);
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.code < 128) text += static_cast<char>(letter.code);
  EXPECT_NE(text.find("4,294,967,288"), text.npos) << text;
  stage.shot("parts-wrap");
  stage.key(plain('E'));  // top − bottom: the wrapped pixel is in the one, too
  EXPECT_EQ(stage.state().at("explore").at("parts_exact"), false);
}

TEST(BoxesScreen, TextsAreReadable) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {640, 400}})
    for (const double scale : {1.0, 2.0}) {
      Stage stage({.size = size,
                   .scale = scale,
                   .theme = scale > 1 ? "light" : "dark",
                   .box = Box{10, 8, 20, 16},
                   .workspace = "explore"});
      for (std::size_t i = 1; i < k_box_shapes.size(); ++i) {
        stage.key(plain('E'));
        const std::string where = fmt::format("boxes-{}x{}-{}-{}", size.width, size.height, scale, k_box_shapes[i].id);
        for (const std::string& fault : faults_of(drawn_letters(), {"side"})) ADD_FAILURE() << fault << "; " << where;
        stage.shot(where);
      }
    }
}

/// The entry under the pointer says which P it is, and agrees with the corner whose mark is there.
TEST(ExploreStatus, TheEntryAtACornerIsItsLetter) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore"});
  const auto view = stage.state().at("views").at("table");
  const double zoom = stage.state().at("view").at("zoom");
  for (const auto& read : stage.state().at("box").at("reads")) {
    const double x = read.at("x"), y = read.at("y");
    // P(x, y) is the inclusive entry of pixel (x - 1, y - 1)
    stage.move_to({view.at("x").get<double>() + view.at("w").get<double>() / 2 + (x - 0.5 - 32) * zoom,
                   view.at("y").get<double>() + view.at("h").get<double>() / 2 + (y - 0.5 - 24) * zoom});
    const auto hover = stage.state().at("hover");
    EXPECT_EQ(hover.at("read"), read.at("corner"));
    EXPECT_EQ(hover.at("ii"), read.at("value"));
    EXPECT_EQ(hover.at("p"), (nlohmann::json{{"x", x}, {"y", y}}));
    std::string drawn;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window == "bottom" && letter.code < 128) drawn += static_cast<char>(letter.code);
    EXPECT_NE(drawn.find(fmt::format("=P({},{})={}", x, y, read.at("corner").get<std::string>())), std::string::npos) << drawn;
  }
}

// a table of one number, which is another one in the next version
TEST(ExploreFile, ShowsTheTableOfItsNewestVersion) {
  static std::atomic<std::uint32_t> number{7};
  Algorithm file = known_algorithm("serial");
  file.id = "newest.cu";
  file.plan = [](const Request& request) {
    Plan plan = known_algorithm("serial").plan(request);
    plan.passes.resize(1);
    plan.passes[0].cpu = [now = number.load(), area = request.extent.area()](const Memory& memory, const HostRun&) {
      std::fill_n(static_cast<std::uint32_t*>(memory.at.back()), area, now);
    };
    return plan;
  };
  const Algorithm& adopted =
      adopt(file, [](const Request&, std::span<const std::byte>, const TraceOptions&) { return Trace{}; });
  Stage stage({.algorithm = "newest.cu", .box = Box{0, 0, 2, 2}, .workspace = "explore"});
  EXPECT_EQ(stage.state().at("box").at("sum"), 7);
  number = 9;
  change_adopted(adopted, adopted.natural_form, adopted.trace_sizes.back());
  stage.settle();
  EXPECT_EQ(stage.state().at("box").at("sum"), 9);
}

}  // namespace
}  // namespace satscope::app
