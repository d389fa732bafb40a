# SPDX-License-Identifier: Apache-2.0
# Tests of the workspace Race. algorithm_race_test needs neither OpenGL nor a window; race_screen_test draws off-screen.
satscope_test(algorithm_race_test SOURCES algorithm_race_test.cpp race_standings_test.cpp LIBRARIES satscope_window)
satscope_include_dirs(algorithm_race_test PRIVATE app)
gtest_discover_tests(algorithm_race_test DISCOVERY_TIMEOUT 60)

satscope_test(race_screen_test SOURCES race_screen_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(race_screen_test PRIVATE app)
gtest_discover_tests(race_screen_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
