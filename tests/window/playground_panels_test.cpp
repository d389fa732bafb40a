// SPDX-License-Identifier: Apache-2.0
// Shelf, race and the controls of parameters drawn off-screen, each alone: no text is cut or covered, what is clicked is large
// enough, and clicks do what they say. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <cfloat>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <set>
#include <thread>

#include "app/render/gl/offscreen.h"
#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "app/sources/synthetic.h"
#include "app/ui/imgui_versions.h"
#include "app/ui/panels/camera_watch.h"
#include "app/ui/panels/choices.h"
#include "app/window/painting.h"
#include "app/workspaces/playground/model.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/pixels.h"

namespace satscope::app {
namespace {

TEST(Panels, ALongTextIsCutWhereItsRoomEnds) {
  ImGui::CreateContext();
  ImFont& font = *ImGui::GetIO().Fonts->AddFontDefault();
  ImGui::GetIO().Fonts->Build();
  const auto wide = [&](const std::string& text) { return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, text.c_str()).x; };
  const std::string shortish = "a sentence that fits";
  EXPECT_EQ(cut_to_fit(font, shortish, wide(shortish) + 1), shortish);
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "letters of which none fits for ever; ";
  for (const float room : {0.0F, 10.0F, 100.5F, 300.0F, 1234.0F}) {
    const std::string cut = cut_to_fit(font, text, room);
    ASSERT_TRUE(cut.ends_with(" ..."));
    const std::string kept = cut.substr(0, cut.size() - 4);
    EXPECT_TRUE(text.starts_with(kept));
    EXPECT_TRUE(kept.empty() || wide(cut) <= room) << cut;
    EXPECT_GT(wide(text.substr(0, kept.size() + 2) + " ..."), room) << "there is room for more than " << cut;
  }
  const auto began = std::chrono::steady_clock::now();
  cut_to_fit(font, std::string(10'000'000, 'x'), 1000);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
  ImGui::DestroyContext();
}

Session in_playground() {
  Session session;
  session.workspace = "playground";
  return session;
}

struct NoWindow final : WindowServices {
  const CameraBus& cameras() const override { return no_cameras; }
  CameraBus no_cameras;
  bool animates() const override { return false; }
  bool has_popup() const override { return false; }
  void set_clipboard(const std::string& /*text*/) override {}
  std::string set_clipboard_picture(std::vector<std::byte> /*png*/) override { return {}; }
  bool write_aside(std::function<Notice()> /*write*/) override { return false; }
  void play_or_pause() override {}
  nlohmann::json state() override { return {}; }
  bool settled() const override { return true; }
  void show(const nlohmann::json& /*members*/, const std::string& /*below*/) override {}
  void change(const nlohmann::json& /*members*/) override {}
  void push_input(const InputEvent& /*event*/) override {}
  void remember_lesson(const std::string& /*id*/, const LessonProgress& /*progress*/) override {}
};

class PanelStage {
 public:
  /// input: empty for the synthetic camera at 97x61.
  PanelStage(Extent size, double scale, const std::string& theme, const std::string& input)
      : offscreen_(size), frame_(DisplayPath::cpu) {
    session.theme = theme;
    session.ui_scale = scale;
    session.workspace = "playground";
    session.edit.input = input;
    fonts_ = load_fonts(scale);
    apply_style(palette_of(theme), fonts_.text->FontSize);
    session.edit.live = input.empty();
    session.mode.extent = {97, 61};
    if (!input.empty()) samples_ = std::make_shared<Samples>(load_input(input));
  }

  /// One frame of the window.
  void draw(const std::function<void(PlaygroundUi&)>& panel) {
    now_ += 0.05;
    Wanted wanted;
    wanted.still = samples_;
    if (session.edit.live) wanted.live = {.words = session.edit.source, .mode = session.mode};
    frame_.want(wanted);
    frame_.advance();
    step_playground(model, frame_, session, now_, true);
    offscreen_.bind();
    fill_pixels_for_shots_only();
    glClearColor(0.1F, 0.1F, 0.1F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(offscreen_.size().width), static_cast<float>(offscreen_.size().height)};
    io.DeltaTime = 0.05F;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    controls.clear();
    model.begin_frame();
    Ui ui{.session = session,
          .settings = settings_,
          .doing = doing_,
          .frame = frame_,
          .samples = samples_,
          .workspace = *workspace_,
          .sources = sources_,
          .window = window_,
          .palette = palette_of(session.theme),
          .fonts = fonts_,
          .loading = false,
          .now = now_,
          .em = fonts_.text->FontSize,
          .can_undo = false,
          .can_redo = false,
          .views = views_,
          .controls = controls,
          .lettered = lettered_,
          .requests = requests_,
          .animating = animating_};
    PlaygroundUi with{ui, model, tool_};
    panel(with);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  void click(const std::string& control, const Chord& with, const std::function<void(PlaygroundUi&)>& panel) {
    const Area at = controls.at(control);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {static_cast<float>(at.middle().x), static_cast<float>(at.middle().y)};
    pass_modifiers(io, with);
    for (const bool down : {false, true, false}) {
      io.MouseDown[0] = down;
      draw(panel);
    }
    pass_modifiers(io, {});
    io.MousePos = {-1, -1};
    draw(panel);
  }
  void expect_readable(const std::string& where, std::size_t letters_at_least) {
    const auto letters = drawn_letters();
    EXPECT_GT(letters.size(), letters_at_least) << where;
    for (const std::string& fault : faults_of(letters, {})) ADD_FAILURE() << fault << "; " << where;
    for (const auto& [id, area] : controls) {
      if (id == "shelf:rivals") continue;  // a caption
      EXPECT_GE(std::min(area.width, area.height), 24) << id << ", " << where;
    }
    shot(where);
  }
  void shot(const std::string& name) {
    if (const char* folder = shots_folder())
      write_png(std::string(folder) + "/" + name + ".png", offscreen_.size(), offscreen_.read());
  }

  Session session;
  PlaygroundModel model;
  std::map<std::string, Area> controls;

 private:
  Offscreen offscreen_;  // before all that needs its context
  Host host_;
  GuiContext gui_{host_};
  Frame frame_;
  Settings settings_;
  Interaction doing_;
  PlaygroundDoing tool_;
  std::unique_ptr<Workspace> workspace_ = kind_of(in_playground()).make();
  CameraWatch sources_;
  NoWindow window_;
  bool animating_ = false;
  Fonts fonts_;
  std::shared_ptr<const Samples> samples_;
  std::vector<ViewSpec> views_;
  std::vector<LetteredText> lettered_;
  std::vector<ActionRequest> requests_;
  double now_ = 0;
};

void shelf_in(PlaygroundUi& ui, const Area& area) {
  begin_area("shelf", area, Ground::scrolling);
  draw_shelf(ui);
  ImGui::End();
}

TEST(Shelf, IsReadableAtEveryWidthAndFillsItself) {
  for (const double scale : {1.0, 2.0})
    for (const double ems : {10.0, 17.0, 30.0}) {
      const std::string theme = scale > 1 ? "light" : "dark";
      // all cards are in sight
      const Extent size{static_cast<int>(ems * 16 * scale), static_cast<int>((ems < 12 ? 1900 : 1500) * scale)};
      PanelStage stage(size, scale, theme, "");
      const auto panel = [&](PlaygroundUi& ui) { shelf_in(ui, {0, 0, 1.0 * size.width, 1.0 * size.height}); };
      for (int i = 0; i < 600 && stage.model.shelf.texture.texture() == 0; ++i) {
        ASSERT_NO_FATAL_FAILURE(stage.draw(panel));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      ASSERT_NO_FATAL_FAILURE(stage.draw(panel));
      EXPECT_NE(stage.model.shelf.texture.texture(), 0U);
      stage.expect_readable("shelf-" + std::to_string(static_cast<int>(ems)) + "-" + theme, 150);
      for (const Filter& filter : filters()) EXPECT_TRUE(stage.controls.contains("shelf:" + filter.id));
    }
}

TEST(Shelf, ClickAddsShiftReplacesAndCtrlEmptiesTheRest) {
  PanelStage stage({400, 1000}, 1, "dark", "");
  const auto panel = [&](PlaygroundUi& ui) { shelf_in(ui, {0, 0, 400, 1000}); };
  const auto chain = [&] {
    std::string ids;
    for (const ChainEntry& entry : stage.session.edit.part<PlaygroundEdit>().chain) ids += entry.filter + " ";
    return fmt::format("{}chosen {}", ids, stage.session.part<PlaygroundView>().chosen);
  };
  for (int i = 0; i < 3; ++i) stage.draw(panel);
  stage.click("shelf:bradley", {}, panel);
  EXPECT_EQ(chain(), "box bradley chosen 1");
  stage.click("shelf:bradley", {}, panel);
  EXPECT_EQ(chain(), "box bradley chosen 1") << "a double click adds one";
  stage.click("shelf:gauss", {}, panel);
  EXPECT_EQ(chain(), "box bradley gauss chosen 2");
  stage.session.part<PlaygroundView>().chosen = 0;
  stage.click("shelf:lens", {.shift = true}, panel);
  EXPECT_EQ(chain(), "lens bradley gauss chosen 0");
  stage.click("shelf:mosaic", {.ctrl = true}, panel);
  EXPECT_EQ(chain(), "mosaic chosen 0");
}

TEST(Shelf, RestsWhenItIsNotSeen) {
  PanelStage stage({400, 1000}, 1, "dark", "");
  const auto panel = [&](PlaygroundUi& ui) { shelf_in(ui, {0, 0, 400, 1000}); };
  for (int i = 0; i < 600 && stage.model.shelf.texture.texture() == 0; ++i) {
    stage.draw(panel);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (int i = 0; i < 100 && !stage.model.settled(); ++i) stage.draw(panel);
  EXPECT_TRUE(stage.model.settled());
  for (int i = 0; i < 500 && (i < 2 || stage.model.shelf.thumbnails.busy()); ++i) {
    stage.draw([](PlaygroundUi&) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  stage.session.edit.part<PlaygroundEdit>().chain = {{.filter = "sauvola"}};
  for (int i = 0; i < 20; ++i) {
    stage.draw([](PlaygroundUi&) {});
    EXPECT_FALSE(stage.model.shelf.thumbnails.busy());
    EXPECT_EQ(stage.model.due_at(1), 0);
  }
  for (int i = 0; i < 5; ++i) stage.draw(panel);
  EXPECT_TRUE(stage.model.shelf.thumbnails.busy() || stage.model.shelf.owed || stage.model.shelf.thumbnails.advance());
}

TEST(Shelf, ShowsAnotherPictureWhereFacesOfALiveSourceAreHidden) {
  PanelStage stage({400, 1000}, 1, "dark", "");
  const auto panel = [&](PlaygroundUi& ui) { shelf_in(ui, {0, 0, 400, 1000}); };
  const auto made = [&](bool hidden) {
    for (int i = 0; i < 2000 && (i < 4 || stage.model.shelf.texture.texture() == 0 || stage.model.shelf.stands_in != hidden ||
                                 stage.model.shelf.thumbnails.busy());
         ++i) {
      stage.draw(panel);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_EQ(stage.model.shelf.stands_in, hidden);
    EXPECT_EQ(letters_on_screen().find(letters_of("hides faces")) != std::u32string::npos, hidden);
    return stage.model.shelf.thumbnails.atlas().picture.words;
  };
  std::vector<ChainEntry>& chain = stage.session.edit.part<PlaygroundEdit>().chain;
  // the camera's picture at its start, which was over before the shelf began; in all detail
  PictureWords scene{{97, 61}, std::vector<std::uint32_t>(std::size_t{97} * 61)};
  draw_synthetic(scene.words, scene.extent, 0);
  Progress progress;
  const Atlas expected = ThumbnailMaker().make({.frame = scene, .whole = scene.extent}, progress);
  chain = {{.filter = "faces"}};
  EXPECT_EQ(made(true), expected.picture.words);
  chain = {{.filter = "box"}};
  EXPECT_NE(made(false), expected.picture.words);
}

/// Times as a GPU might give them: the table 0.2 ms, the running sum 0.15, the others growing; one left out.
std::shared_ptr<RaceResults> made_up() {
  auto results = std::make_shared<RaceResults>(RaceResults{.extent = {1920, 1080}, .rounds = 3, .most_ms = 1000});
  for (const Filter& filter : racers_of("box")) {
    const std::size_t comma = filter.title.find(", ");
    RaceLine line{.filter = filter.id, .name = comma == std::string::npos ? "table" : filter.title.substr(comma + 2)};
    for (const int r : race_radii()) {
      const double side = 2 * r + 1;
      const double ms = filter.id == "box-naive"       ? 0.01 * side * side
                        : filter.id == "box-separable" ? 0.02 * side
                        : filter.id == "box"           ? 0.2
                                                       : 0.15;
      if (ms > 1000) {
        if (line.left_out_from == 0) line.predicted_ms = ms;
        line.left_out_from = line.left_out_from ? line.left_out_from : r;
        continue;
      }
      line.points.push_back(
          {.r = r, .runs = 21, .median_ms = ms, .p10_ms = 0.9 * ms, .p90_ms = 1.2 * ms, .table_ms = 0.6 * ms});
    }
    results->lines.push_back(line);
  }
  return results;
}

TEST(Race, IsReadableFromSmallToLarge) {
  for (const double scale : {1.0, 2.0})
    for (const Extent size : {Extent{300, 160}, Extent{480, 260}, Extent{640, 420}, Extent{1200, 300}, Extent{620, 640}})
      for (const std::string kind : {"plain", "wrong", "empty"}) {
        const Extent all{static_cast<int>(size.width * scale), static_cast<int>(size.height * scale)};
        const std::string theme = scale > 1 ? "light" : "dark";
        PanelStage stage(all, scale, theme, "pattern:noise:20x20:1");
        auto results = made_up();
        if (kind == "wrong") {
          results->lines[2].wrong = "at r = 7 its result differs from the table's in 412 of 2073600 pixels, first at (3, 4)";
          results->lines[2].points.clear();
        }
        stage.model.race.results = kind == "empty" ? nullptr : results;
        for (int i = 0; i < 3; ++i)
          ASSERT_NO_FATAL_FAILURE(stage.draw([&](PlaygroundUi& ui) {
            draw_race(ui, {0, 0, 1.0 * all.width, 1.0 * all.height});
            ui.playground.race.seen.now = false;  // these times are not measured
          }));
        stage.expect_readable(
            "race-" + std::to_string(size.width) + "x" + std::to_string(size.height) + "-" + kind + "-" + theme,
            kind == "empty" ? 25 : 90);
      }
}

TEST(Race, IsReadableWhereTextIsLargeForTheRoom) {
  PanelStage stage({300, 160}, 2, "dark", "pattern:noise:20x20:1");
  stage.model.race.results = made_up();
  for (int i = 0; i < 3; ++i)
    ASSERT_NO_FATAL_FAILURE(stage.draw([&](PlaygroundUi& ui) {
      draw_race(ui, {0, 0, 300, 160});
      ui.playground.race.seen.now = false;
    }));
  stage.expect_readable("race-300x160-large", 3);  // the rest is in the tooltip
}

TEST(Race, RunsWhileItIsSeenAndClosesByItsButton) {
  PanelStage stage({640, 420}, 1, "dark", "");
  stage.session.part<PlaygroundView>().race = true;
  const auto panel = [&](PlaygroundUi& ui) { draw_race(ui, {0, 0, 640, 420}); };
  for (int i = 0; i < 4000 && !(stage.model.race.results && stage.model.settled()); ++i) {
    ASSERT_NO_FATAL_FAILURE(stage.draw(panel));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_TRUE(stage.model.race.results);
  EXPECT_EQ(stage.model.race.results->extent, (Extent{97, 61}));
  EXPECT_TRUE(stage.model.race.race->running());
  stage.expect_readable("race-measured", 90);
  stage.click("race:close", {}, panel);
  EXPECT_FALSE(stage.session.part<PlaygroundView>().race);
  stage.draw([](PlaygroundUi&) {});
  stage.draw([](PlaygroundUi&) {});
  EXPECT_FALSE(stage.model.race.race->running());
  EXPECT_EQ(stage.model.due_at(1), 0);
}

// ---------------------------------------------------------------- parameters

TEST(Parameters, ANumberOrAChoiceIsAComboAndASlider) {
  const Param threads{.id = "threads",
                      .fallback = std::string("auto"),
                      .choices = {"auto"},
                      .range = ParamRange{.min = 2, .max = 2048, .step = 2, .whole = true},
                      .help = "How many threads"};
  PanelStage stage({300, 200}, 1, "dark", "");
  Params params;
  const auto panel = [&](PlaygroundUi& ui) {
    begin_area("panel", {0, 0, 300, 200}, Ground::scrolling);
    draw_param(ui, threads, params);
    ImGui::End();
  };
  const auto settle = [&] {
    for (int i = 0; i < 3; ++i) stage.draw(panel);
  };
  settle();
  EXPECT_TRUE(params.empty());
  EXPECT_FALSE(stage.controls.contains("param:threads:value")) << "auto has no slider";
  stage.click("param:threads", {}, panel);
  settle();
  stage.click("param:threads:number", {}, panel);
  settle();
  EXPECT_EQ(params, (Params{{"threads", 64.0}})) << "the middle of 2 to 2048 on a slider of equal ratios";
  ASSERT_TRUE(stage.controls.contains("param:threads:value"));
  stage.shot("parameter-number");

  const Area slider = stage.controls.at("param:threads:value");
  std::set<double> seen;
  ImGuiIO& io = ImGui::GetIO();
  for (int x = 0; x < static_cast<int>(slider.width); x += 3) {  // dragged from one end to the other
    io.MousePos = {static_cast<float>(slider.x + x), static_cast<float>(slider.middle().y)};
    io.MouseDown[0] = true;
    stage.draw(panel);
    ASSERT_NO_THROW(threads.value_in(params)) << x;
    seen.insert(std::get<double>(params.at("threads")));
  }
  EXPECT_GT(seen.size(), 30U);
  EXPECT_EQ(*seen.begin(), 2);
  EXPECT_EQ(*seen.rbegin(), 2048);
  io.MouseDown[0] = false;
  io.MousePos = {-1, -1};
  settle();
  stage.click("param:threads", {}, panel);
  settle();
  stage.click("param:threads:auto", {}, panel);
  settle();
  EXPECT_EQ(params, (Params{{"threads", std::string("auto")}}));
}

}  // namespace
}  // namespace satscope::app
