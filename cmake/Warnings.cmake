# SPDX-License-Identifier: Apache-2.0
# satscope_warnings(TARGET): the warnings that our own code is held to.
function(satscope_warnings target)
  set(host -Wall -Wextra -Wshadow -Wconversion)
  # because: under a sanitizer GCC 12 loses sight of what std::regex has set
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
    list(APPEND host -Wno-maybe-uninitialized)
  endif()
  set(werror "")
  set(werror_cuda "")
  if(SATSCOPE_WERROR)
    set(werror -Werror)
    set(werror_cuda -Werror=all-warnings -Xcompiler=-Werror)
  endif()
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${host} -Wpedantic ${werror}>)
  # without -Wpedantic: nvcc's own line directives offend it thousands of times
  # with -std=c++20: CMake 3.25 and nvcc 13 ignore CMAKE_CUDA_STANDARD
  # with -Wno-unknown-pragmas: the host compiler sees the unrolling that only the device compiler knows
  list(JOIN host "," host_for_nvcc)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 -Xcompiler=${host_for_nvcc},-Wno-unknown-pragmas ${werror_cuda}>)
endfunction()
