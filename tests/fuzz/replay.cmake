# SPDX-License-Identifier: Apache-2.0
# fuzz_replay: the fuzz targets as one program that reads the inputs which the fuzzer kept (corpus/). It needs no clang, and the
# build's own sanitizers watch it.
include(fuzz/documents.cmake)
list(TRANSFORM SATSCOPE_DOCUMENTS REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/app/\\1.cpp" OUTPUT_VARIABLE documents)
list(FILTER documents EXCLUDE REGEX "/commands/")  # which are in a library
if(SATSCOPE_GUI)
  set(documents "")  # they are the window's
endif()
# not videos: FFmpeg would be what is tested
set(targets cascades conditions files results sessions stored texts traces words)
find_package(CLI11 REQUIRED)
find_package(pugixml REQUIRED)
add_executable(fuzz_replay ${PROJECT_BINARY_DIR}/fuzz_replay.cpp ${documents})
satscope_include_dirs(fuzz_replay PRIVATE app tests)
satscope_leak_checker(fuzz_replay)
set_target_properties(fuzz_replay PROPERTIES UNITY_BUILD OFF)  # because: files of many folders, whose local names are alike
target_compile_options(fuzz_replay PRIVATE $<$<CONFIG:Debug>:-O0>)  # as commands
target_link_libraries(fuzz_replay PRIVATE satscope_commands pugixml)
foreach(target IN LISTS targets)
  target_sources(fuzz_replay PRIVATE fuzz/fuzz_${target}.cpp)
  set_source_files_properties(fuzz/fuzz_${target}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_DEFINITIONS LLVMFuzzerTestOneInput=replay_${target})
  string(APPEND declarations "int replay_${target}(const std::uint8_t*, std::size_t);\n")
  string(APPEND rows "{\"${target}\", replay_${target}},\n")
  add_test(NAME fuzz.${target} COMMAND fuzz_replay ${target} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${target}.json)
endforeach()
configure_file(fuzz/replay.cpp.in ${PROJECT_BINARY_DIR}/fuzz_replay.cpp @ONLY)
