// SPDX-License-Identifier: Apache-2.0
// A program with a window on a machine that has no EGL, as a bare server with a GPU, or no OpenGL at all.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/app/broken_libraries.h"
#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

struct Lacks {
  const char* name;
  std::vector<std::string> libraries;
  std::string named;  ///< in what is said
};

class WithoutOpenGl : public testing::TestWithParam<Lacks> {
 protected:
  void SetUp() override {
#ifndef SATSCOPE_GUI
    GTEST_SKIP() << "this satscope was built without a window";
#endif
    for (const std::string& library : GetParam().libraries) broken_.add(library);
  }
  BrokenLibraries broken_;
  Folder files_;
};

TEST_P(WithoutOpenGl, TheDoctorSaysSoAndGoesOn) {
  std::map<std::string, nlohmann::json> checks;
  const nlohmann::json said = run_json({"doctor", "--json"});
  for (const auto& check : said.at("checks")) checks[check.at("id")] = check;
  for (const char* id : {"opengl", "interop"}) {
    EXPECT_FALSE(checks[id].at("works").get<bool>()) << id;
    EXPECT_NE(checks[id].at("cure").get<std::string>().find("libegl1, libgl1"), std::string::npos) << checks[id];
  }
  EXPECT_NE(checks["opengl"].at("detail").get<std::string>().find(GetParam().named), std::string::npos) << checks["opengl"];
  for (const char* id : {"fonts", "ffmpeg", "threads"}) EXPECT_TRUE(checks.contains(id)) << "it goes on to " << id;
}

TEST_P(WithoutOpenGl, ShotSaysASentence) {
  expect_refused({"shot", files_.file("a.png"), "pattern:noise:20x10"}, k_failed, {"not supported here", GetParam().named});
  EXPECT_EQ(files_.names(), std::vector<std::string>{});
}

TEST_P(WithoutOpenGl, CommandsNeverAskForIt) {
  const std::string log = files_.file("loaded");
  ::setenv("LD_DEBUG", "libs", 1);
  ::setenv("LD_DEBUG_OUTPUT", log.c_str(), 1);
  const std::vector<Outcome> outcomes{run({"list"}), run({"sat", "pattern:noise:20x10", "-o", files_.file("a.npy")}),
                                      run({"bench", "--algorithms", "serial", "--sizes", "20x10", "--machine", "cpu"})};
  ::unsetenv("LD_DEBUG");
  ::unsetenv("LD_DEBUG_OUTPUT");
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.code, 0) << outcome.err;
  int logs = 0;
  for (const std::string& name : files_.names()) {
    if (!name.starts_with("loaded.")) continue;
    ++logs;
    std::stringstream text;
    text << std::ifstream(files_.file(name)).rdbuf();
    EXPECT_NE(text.str().find("find library=libc.so.6"), std::string::npos) << "what is loaded is not listed";
    // not libGLX: an OpenCV may be linked with it, and is then absent
    for (const char* library : {"libEGL", "libGL.so", "libOpenGL"})
      EXPECT_EQ(text.str().find(std::string("find library=") + library), std::string::npos) << library;
  }
  EXPECT_EQ(logs, 3);
}

const std::vector<Lacks>& machines() {
  static const std::vector<Lacks> list{{"egl", {"libEGL.so.1"}, "libEGL.so.1 cannot be loaded"},
                                       {"gl",
                                        {"libGL.so", "libGL.so.1", "libGLX.so.0", "libGLX.so.1", "libOpenGL.so.0"},
                                        "neither libOpenGL.so.0 nor libGL.so.1 can be loaded"}};
  return list;
}

INSTANTIATE_TEST_SUITE_P(Machines, WithoutOpenGl, testing::ValuesIn(machines()),
                         [](const auto& lacks) { return lacks.param.name; });

/// Without EGL alone it opens: on X nothing asks for that.
TEST(WithoutOpenGlAtAll, TheWindowSaysASentence) {
#ifndef SATSCOPE_GUI
  GTEST_SKIP() << "this satscope was built without a window";
#endif
  BrokenLibraries broken;
  for (const std::string& library : machines().back().libraries) broken.add(library);
  expect_refused({"pattern:noise:20x10"}, k_failed, {"the window cannot open"});
}

TEST(WithoutADisplay, AMissingFileIsNamedFirst) {
#ifndef SATSCOPE_GUI
  GTEST_SKIP() << "this satscope was built without a window";
#endif
  const char* const shown = std::getenv("DISPLAY");
  const std::string display = shown ? shown : "";
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) ::unsetenv(name);
  const Folder folder;
  folder.write("there.csv", "1\n");
  for (const std::string name : {"no.png", "./none", "no.cu", "no.satscope", "no/there.csv"})
    expect_refused({name}, k_failed, {"cannot read '" + name + "': there is no such file"}, folder.path().string());
  for (const char* input : {"there.csv", "./there.csv", "pattern:noise:20x10", "figure:ehsan-2", "camera", "."})
    expect_refused({input}, k_failed, {"the window cannot open"}, folder.path().string());
  if (shown) ::setenv("DISPLAY", display.c_str(), 1);
}

}  // namespace
}  // namespace satscope::test
