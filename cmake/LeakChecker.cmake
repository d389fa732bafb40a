# SPDX-License-Identifier: Apache-2.0
# satscope_leak_checker(TARGET): tells the leak checker, in a build that has one, what it has to know of a program.
function(satscope_leak_checker target)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/leak_checker.cpp)
  endif()
endfunction()
