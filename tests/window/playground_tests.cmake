# SPDX-License-Identifier: Apache-2.0
# Tests of the playground. playground_test needs neither OpenGL nor a window; playground_screen_test draws off-screen.
satscope_test(playground_test SOURCES playground_test.cpp playground_tools_test.cpp recording_test.cpp ../app/made_files.cpp LIBRARIES satscope_window)
satscope_include_dirs(playground_test PRIVATE app)
gtest_discover_tests(playground_test DISCOVERY_TIMEOUT 60)

satscope_test(playground_screen_test SOURCES playground_screen_test.cpp playground_desk_test.cpp playground_stumbles_test.cpp playground_camera_test.cpp playground_crop_test.cpp playground_tinkerer_test.cpp face_walk_test.cpp playground_view_test.cpp drawn_text.cpp ../app/made_files.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(playground_screen_test PRIVATE app)
target_compile_definitions(playground_screen_test PRIVATE SATSCOPE_PROGRAM="$<TARGET_FILE:satscope>")
add_dependencies(playground_screen_test satscope)
gtest_discover_tests(playground_screen_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
