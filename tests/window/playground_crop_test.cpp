// SPDX-License-Identifier: Apache-2.0
// A crop of the source that is drawn on the result with the mouse, in the whole window off-screen.
#include "app/ui/views/view_transform.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

TEST(PlaygroundCrop, IsDrawnOnThePicture) {
  for (const std::string input : {"pattern:scene:96x64", "synthetic:96x64"}) {
    SCOPED_TRACE(input);
    Setting setting;
    setting.workspace = "playground";
    setting.chain = "box r=3";
    setting.input = input;
    setting.size = {1280, 1600};
    Stage stage(setting);
    const auto transform = [&] { return stage.screen().session().edit.transform; };
    const auto drag = [&](Point from, Point to) {
      const nlohmann::json area = stage.state()["views"]["result"];
      const View view = stage.screen().session().view;
      const auto at = [&](Point p) { return to_screen(view, {area["x"], area["y"], area["w"], area["h"]}, p); };
      InputQueue& queue = stage.screen().input();
      queue.push(InputEvent::move_to(at(from).x, at(from).y));
      queue.push(InputEvent::press(MouseButton::left, true));
      stage.frames(2);
      queue.push(InputEvent::move_to(at(to).x, at(to).y));
      stage.frames(2);
      queue.push(InputEvent::press(MouseButton::left, false));
      stage.frames(2);
      stage.settle();
    };
    const auto says = [](const std::string& text) {
      return letters_on_screen().find(letters_of(text)) != std::u32string::npos;
    };
    stage.click(stage.control("transform"));
    stage.click(stage.control("crop_on_picture"));
    EXPECT_TRUE(says("96x64+0+0"));
    drag({10.5, 8.5}, {59.5, 39.5});
    EXPECT_TRUE(says("50x32+10+8") && says("50 × 32"));
    drag({60, 24}, {70, 24});
    EXPECT_TRUE(says("60x32+10+8")) << "the right edge";
    drag({10, 8}, {14, 6});
    EXPECT_TRUE(says("56x34+14+6")) << "the upper left corner";
    drag({40.5, 20.5}, {45.5, 30.5});
    EXPECT_TRUE(says("56x34+19+16")) << "as a whole";
    stage.shot("playground-crop");
    EXPECT_TRUE(transform().none()) << "not yet";
    stage.key({.key = k_key_escape});
    EXPECT_TRUE(transform().none());
    EXPECT_FALSE(says("56x34") || says("56 × 34"));
    drag({30.5, 20.5}, {50.5, 40.5});
    EXPECT_FALSE(says("21x21")) << "a drag moves the picture again";

    // what is drawn goes with the picture: 96 x 64 by a quarter turn, then mirrored
    stage.click(stage.control("crop_on_picture"));
    drag({10.5, 8.5}, {59.5, 39.5});
    stage.click(stage.control("rotate_right"));
    EXPECT_TRUE(says("32 × 50")) << "as wide as it was high";
    EXPECT_TRUE(says("50x32+10+8")) << "of the source as it came";
    stage.click(stage.control("flip_across"));
    EXPECT_TRUE(says("32 × 50") && says("50x32+10+8"));
    stage.shot("playground-crop-rotated");
    stage.key({.key = k_key_enter});
    EXPECT_EQ(transform().crop, (Box{10, 8, 50, 32}));
    EXPECT_EQ(stage.state()["playground"]["picture"]["w"], 32);
    for (int i = 0; i < 3; ++i) stage.key({.key = 'Z', .ctrl = true});
    EXPECT_TRUE(transform().none());
    stage.settle();

    stage.click(stage.control("crop_on_picture"));
    drag({10.5, 8.5}, {59.5, 39.5});
    drag({80.5, 50.5}, {80.5, 50.5});
    EXPECT_EQ(transform().crop, (Box{10, 8, 50, 32})) << "a click outside";
    EXPECT_EQ(stage.state()["playground"]["picture"]["w"], 50);
    // what is cropped already is cropped further, and the numbers are of the source as it came
    stage.key({.key = 'C', .shift = true});
    drag({5.5, 5.5}, {24.5, 14.5});
    EXPECT_TRUE(says("20x10+15+13"));
    stage.key({.key = k_key_enter});
    EXPECT_EQ(transform().crop, (Box{15, 13, 20, 10}));
    stage.key({.key = 'Z', .ctrl = true});
    EXPECT_EQ(transform().crop, (Box{10, 8, 50, 32}));
    stage.key({.key = 'Z', .ctrl = true});
    EXPECT_TRUE(transform().none());
    stage.settle();
    if (!stage.screen().session().edit.live) continue;
    if (!stage.state()["playground"]["mirrored"].get<bool>()) stage.key({.key = 'M'});
    stage.settle();
    stage.key({.key = 'C', .shift = true});
    drag({10.5, 8.5}, {59.5, 39.5});
    EXPECT_TRUE(says("50x32+36+8")) << "of the source, which is not mirrored";
    stage.click(stage.control("rotate_left"));
    EXPECT_TRUE(says("50x32+36+8") && says("32 × 50"));
    stage.click(stage.control("rotate_right"));
    EXPECT_TRUE(says("50x32+36+8") && says("50 × 32"));
    stage.key({.key = k_key_enter});
    EXPECT_EQ(transform().crop, (Box{36, 8, 50, 32}));
  }
}

}  // namespace
}  // namespace satscope::app
