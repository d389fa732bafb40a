# SPDX-License-Identifier: Apache-2.0
# What is different where a program is for Windows.
#   satscope_windows(TARGET)   an icon, the manifest, no DLLs but those of Windows; TARGET.exe is the window, which has no console, and
#                              TARGET-cli.exe the same program for a console
if(NOT WIN32)
  function(satscope_windows target)
  endfunction()
  return()
endif()

enable_language(RC)
string(APPEND CMAKE_CXX_STANDARD_LIBRARIES " -ldwmapi")  # besides those that CMake has there
# localtime_r, and as little as can be of the macros of windows.h
add_compile_definitions(_POSIX_THREAD_SAFE_FUNCTIONS NOMINMAX WIN32_LEAN_AND_MEAN)

function(satscope_windows target)
  set(icon ${PROJECT_BINARY_DIR}/satscope.ico)
  set(svg ${PROJECT_SOURCE_DIR}/assets/desktop/satscope.svg)
  set(script ${PROJECT_SOURCE_DIR}/scripts/icon.py)
  add_custom_command(OUTPUT ${icon} COMMAND ${script} ${svg} ${icon} DEPENDS ${svg} ${script} COMMENT "Icon" VERBATIM)
  set(manifest ${PROJECT_BINARY_DIR}/satscope.manifest)
  set(resources ${PROJECT_BINARY_DIR}/satscope.rc)
  configure_file(${PROJECT_SOURCE_DIR}/assets/windows/satscope.manifest.in ${manifest} @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/assets/windows/satscope.rc.in ${resources} @ONLY)
  set_source_files_properties(${resources} PROPERTIES OBJECT_DEPENDS "${icon};${manifest}")
  target_sources(${target} PRIVATE ${resources} ${icon})
  set_target_properties(${target} PROPERTIES WIN32_EXECUTABLE ON)
  target_link_options(${target} PRIVATE -static LINKER:--gc-sections $<$<CONFIG:Release>:-s>)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_OBJCOPY} --subsystem console $<TARGET_FILE:${target}> $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>-cli.exe)
endfunction()
