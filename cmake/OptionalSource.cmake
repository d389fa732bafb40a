# SPDX-License-Identifier: Apache-2.0
# Parts that a build may lack: their file, or the stub beside it, which says what is missing.
#   satscope_optional_source(TARGET PRESENT FILE)   `x.cu` where PRESENT is true, else `x_none.cpp`
function(satscope_optional_source target present file)
  if(NOT present)
    string(REGEX REPLACE "\\.[a-z]+$" "_none.cpp" file ${file})
  endif()
  target_sources(${target} PRIVATE ${file})
endfunction()
