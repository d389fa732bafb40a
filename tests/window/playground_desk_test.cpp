// SPDX-License-Identifier: Apache-2.0
// What one keeps of the playground, in the whole window off-screen: the bar at the picture, the chain as a command.
#include <fmt/format.h>

#include <cstdlib>

#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting chain_over(const std::string& chain, const std::string& input = "pattern:scene:96x64") {
  Setting setting;
  setting.workspace = "playground";
  setting.chain = chain;
  setting.input = input;
  return setting;
}

TEST(PlaygroundDesk, TheBarIsAtOnePlaceForAllFilters) {
  const auto places = [](const Stage& stage) {
    const nlohmann::json controls = stage.state()["controls"];
    nlohmann::json all;
    for (const char* button : {"record", "save_result", "original", "wipe", "difference", "copy_command"})
      all[button] = controls.at(button);
    return all;
  };
  for (const double scale : {1.0, 2.0}) {
    Setting setting = chain_over("box");
    setting.scale = scale;
    const nlohmann::json first = places(Stage(setting));
    for (const auto& [button, at] : first.items()) {
      EXPECT_LE(at["y"].get<double>() + at["h"].get<double>(), 720) << button << " at scale " << scale;
      EXPECT_GE(at["h"].get<double>(), 24) << button;
    }
    for (const Filter& filter : filters()) {
      setting.chain = filter.id;
      EXPECT_EQ(places(Stage(setting)), first) << filter.id << " at scale " << scale;
    }
    setting.chain = "box";
    Stage stage(setting);
    stage.click(stage.control("wipe"));
    EXPECT_EQ(stage.state()["playground"]["wipe"], true);
    EXPECT_EQ(places(stage), first);
    InputQueue& input = stage.screen().input();
    const Point original = stage.control("original");
    input.push(InputEvent::move_to(original.x, original.y));
    input.push(InputEvent::press(MouseButton::left, true));
    stage.frames(4);
    EXPECT_EQ(stage.state()["playground"]["shows"], "original");
    input.push(InputEvent::press(MouseButton::left, false));
    stage.settle();
    EXPECT_EQ(stage.state()["playground"]["shows"], "result");
  }
}

/// Runs a copied line in a folder, and says whether that went well.
bool run_line(const std::string& line, const std::filesystem::path& folder) {
  const std::filesystem::path program(SATSCOPE_PROGRAM);
  return std::system(
             fmt::format("cd '{}' && PATH='{}':\"$PATH\" {} 2>said", folder.string(), program.parent_path().string(), line)
                 .c_str()) == 0;
}

// the photo of the window beside what the line makes
TEST(PlaygroundDesk, TheCommandGivesTheSamePicture) {
  const test::Folder folder;
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  const std::string odd_name = folder.file("it's a picture; $HOME.png");
  std::filesystem::copy_file(
      [&] {
        const Samples scene = load_input("pattern:scene:96x64");
        return write_png(folder.file("scene.png"), scene.extent, std::vector<std::uint32_t>(scene.extent.area(), 0xFF3060A0U));
      }(),
      odd_name);
  for (const bool colour : {true, false})
    for (const auto& [chain, input] : std::vector<std::pair<std::string, std::string>>{
             {"box r=3; gauss sigma=2.5 n=4; unsharp amount=150", "pattern:scene:96x64"},
             {"sauvola r=5 k=0.25", "pattern:scene:96x64"},
             {"median r=2", odd_name}}) {
      SCOPED_TRACE(chain + (colour ? "" : ", luma"));
      Stage stage(chain_over(chain, input));
      if (!colour) stage.click(stage.control("colour"));
      stage.key({.key = 'C', .ctrl = true});
      const std::string line = stage.clipboard();
      ASSERT_TRUE(line.starts_with("satscope filter ")) << line;
      ASSERT_TRUE(run_line(line, folder.path())) << line << test::read_file(folder.file("said"));
      stage.key({.key = 'E', .ctrl = true});
      stage.settle();
      const Samples photo = load_input(folder.file("satscope-result-1.png")),
                    made = load_input(folder.file("satscope-result.png"));
      ASSERT_EQ(photo.extent, made.extent);
      EXPECT_EQ(photo.colours, made.colours);
      for (int y = 0; y < made.extent.height; ++y)
        for (int x = 0; x < made.extent.width; ++x) ASSERT_EQ(photo.value(x, y), made.value(x, y)) << x << ", " << y;
      for (const char* name : {"satscope-result-1.png", "satscope-result.png"}) std::filesystem::remove(folder.file(name));
    }
  ::unsetenv("XDG_PICTURES_DIR");
}

TEST(PlaygroundDesk, WhatNoCommandMakesIsSaid) {
  for (const auto& [chain, part] : std::vector<std::pair<std::string, std::string>>{
           {"motion", "motion measures"}, {"variable map=painted", "needs the input 'radius map'"}}) {
    Stage stage(chain_over(chain));
    stage.clipboard() = "kept";
    stage.click(stage.control("copy_command"));
    EXPECT_EQ(stage.clipboard(), "kept");
    EXPECT_NE(stage.state()["message"].get<std::string>().find(part), std::string::npos) << stage.state()["message"];
  }
}

}  // namespace
}  // namespace satscope::app
