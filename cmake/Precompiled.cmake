# SPDX-License-Identifier: Apache-2.0
# satscope_precompile(TARGET HEADER...): headers of libraries that most files of a target read anyway, parsed once.
function(satscope_precompile target)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# satscope_precompile_tests(TARGET HEADER...): the same; the tests of one folder are compiled alike and share what the first of them has.
function(satscope_precompile_tests target)
  get_property(owner DIRECTORY PROPERTY SATSCOPE_PRECOMPILED)
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    satscope_precompile(${target} ${ARGN})
    set_property(DIRECTORY PROPERTY SATSCOPE_PRECOMPILED ${target})
  endif()
endfunction()
