# SPDX-License-Identifier: Apache-2.0
# satscope_precompile(TARGET HEADER...): headers that most files of a target read anyway, parsed once. Targets of one folder are
# compiled alike and share what the first of them has.
function(satscope_precompile target)
  get_property(owner DIRECTORY PROPERTY SATSCOPE_PRECOMPILED)
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "^(.+)$" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${ARGN})
  set_property(DIRECTORY PROPERTY SATSCOPE_PRECOMPILED ${target})
endfunction()
