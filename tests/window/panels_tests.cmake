# SPDX-License-Identifier: Apache-2.0
# Tests of Playground's shelf and race. playground_parts_test needs neither OpenGL nor a window; playground_panels_test draws
# off-screen.
satscope_test(playground_parts_test SOURCES race_test.cpp thumbnails_test.cpp LIBRARIES satscope_window)
satscope_include_dirs(playground_parts_test PRIVATE app)
gtest_discover_tests(playground_parts_test DISCOVERY_TIMEOUT 60)

satscope_test(playground_panels_test SOURCES playground_panels_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(playground_panels_test PRIVATE app)
gtest_discover_tests(playground_panels_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

# The workspace Storage, drawn off-screen.
satscope_test(storage_screen_test SOURCES storage_screen_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(storage_screen_test PRIVATE app)
gtest_discover_tests(storage_screen_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
