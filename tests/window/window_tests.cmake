# SPDX-License-Identifier: Apache-2.0
# Tests of the window's own parts. Those without OpenGL need nothing of the machine; window_screen_test draws off-screen.
satscope_test(window_parts_test
  SOURCES icon_test.cpp window_session_test.cpp window_geometry_test.cpp window_keys_test.cpp window_look_test.cpp window_quality_test.cpp lessons_test.cpp
  LIBRARIES satscope_window)
satscope_include_dirs(window_parts_test PRIVATE app)
gtest_discover_tests(window_parts_test DISCOVERY_TIMEOUT 60)

satscope_test(window_screen_test SOURCES window_screen_test.cpp window_cache_test.cpp render_stage.cpp cell_grids_test.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(window_screen_test PRIVATE app)
# alone, because a heap that others used may have a place for what it allocates
set(needs_own_heap Screen.GivesLargeBlocksBackToTheSystem)
gtest_discover_tests(window_screen_test DISCOVERY_TIMEOUT 60 TEST_FILTER "-${needs_own_heap}" PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
gtest_discover_tests(window_screen_test DISCOVERY_TIMEOUT 60 TEST_FILTER "${needs_own_heap}" TEST_LIST own_heap
  PROPERTIES LABELS alone ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

satscope_test(window_live_test SOURCES window_live_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(window_live_test PRIVATE app)
gtest_discover_tests(window_live_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

# alone in its program, which has an operator new of its own
satscope_test(window_memory_test SOURCES memory_screen_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(window_memory_test PRIVATE app)
gtest_discover_tests(window_memory_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

satscope_test(window_sums_test SOURCES window_sums_test.cpp explore_reads_test.cpp explore_boxes_test.cpp help_screen_test.cpp lessons_screen_test.cpp lesson_class_test.cpp lesson_answer_test.cpp lesson_words_test.cpp lesson_paper_test.cpp lesson_live_test.cpp lesson_tools_test.cpp foreign_letters_test.cpp presentation_screen_test.cpp presentation_class_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(window_sums_test PRIVATE app)
target_compile_definitions(window_sums_test PRIVATE SATSCOPE_TEST_LESSONS="${CMAKE_CURRENT_SOURCE_DIR}/lessons")
gtest_discover_tests(window_sums_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

satscope_test(sessions_test SOURCES sessions_test.cpp figures_test.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(sessions_test PRIVATE app)
gtest_discover_tests(sessions_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

satscope_test(papers_page_test SOURCES papers_screen_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(papers_page_test PRIVATE app)
gtest_discover_tests(papers_page_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

satscope_test(editor_test SOURCES editor_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(editor_test PRIVATE app)
gtest_discover_tests(editor_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

# Every lesson of ours is taken by its own solutions: off-screen, and in the real window by mouse and keys, where two (one of acts, one of
# questions) show that keys and mouse arrive; the others are for ./test --all.
file(GLOB lessons CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/lessons/*.md)
foreach(lesson IN LISTS lessons)
  cmake_path(GET lesson STEM name)
  add_test(NAME lesson.${name} COMMAND satscope lesson ${lesson} --check --run)
  set_tests_properties(lesson.${name} PROPERTIES LABELS window TIMEOUT 600 ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1"
    SKIP_REGULAR_EXPRESSION "there is no C[+][+] compiler here")
  ui_e2e(lesson.${name} ${CMAKE_CURRENT_SOURCE_DIR}/lessons.py ${lesson})
  if(NOT name MATCHES "^(01|05)-")
    set_tests_properties(window.lesson.${name} PROPERTIES LABELS "ui_e2e;all_lessons")
  endif()
endforeach()

# Random input for 20 s; `./test --all` asks for ten minutes.
add_executable(soak soak.cpp)
satscope_warnings(soak)
satscope_leak_checker(soak)
satscope_include_dirs(soak PRIVATE app)
target_link_libraries(soak PRIVATE satscope_window PkgConfig::epoxy)
add_test(NAME window.soak COMMAND soak)
set_tests_properties(window.soak PROPERTIES LABELS window COST 100 TIMEOUT 1500 ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")

# A program with a workspace of its own: its list stands in for that of the library.
satscope_test(tiny_workspace_test SOURCES tiny/tiny.cpp tiny/tiny_view.cpp tiny/tiny_test.cpp drawn_text.cpp LIBRARIES satscope_window PkgConfig::epoxy PkgConfig::imgui)
satscope_include_dirs(tiny_workspace_test PRIVATE app)
gtest_discover_tests(tiny_workspace_test DISCOVERY_TIMEOUT 60 PROPERTIES ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
