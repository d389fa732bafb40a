# SPDX-License-Identifier: Apache-2.0
# Tests of the workspace Steps. steps_test needs neither OpenGL nor a window; steps_screen_test draws off-screen.
satscope_test(steps_test SOURCES steps_test.cpp steps_barriers_test.cpp stages_play_test.cpp stages_caption_test.cpp steps_banks_test.cpp steps_filter_test.cpp steps_guess_test.cpp steps_lanes_test.cpp steps_layout_test.cpp steps_look_back_arrows_test.cpp steps_look_back_step_test.cpp steps_look_back_sums_test.cpp steps_lookback_test.cpp steps_marks_test.cpp steps_movement_test.cpp steps_moving_test.cpp steps_pair_test.cpp steps_sums_test.cpp steps_caption_test.cpp steps_unseen_test.cpp steps_touches_test.cpp LIBRARIES satscope_window)
satscope_include_dirs(steps_test PRIVATE app)
gtest_discover_tests(steps_test DISCOVERY_TIMEOUT 60)

satscope_test(steps_screen_test SOURCES steps_screen_test.cpp steps_beside_screen_test.cpp steps_filter_screen_test.cpp steps_ways_screen_test.cpp steps_text_test.cpp steps_lookback_screen_test.cpp steps_pair_screen_test.cpp steps_save_screen_test.cpp drawn_text.cpp stages_screen_test.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(steps_screen_test PRIVATE app)
gtest_discover_tests(steps_screen_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

# How long a move takes at 64 x 64, in every view; printed by hand, not judged.
add_executable(moves EXCLUDE_FROM_ALL moves.cpp)
satscope_warnings(moves)
satscope_include_dirs(moves PRIVATE app)
target_link_libraries(moves PRIVATE satscope_window PkgConfig::epoxy)
