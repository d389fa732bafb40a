# SPDX-License-Identifier: Apache-2.0
# Parts that a build may lack: their file, or the stub beside it, which says what is missing. Parts that a system has its own way
# to do: a small header, and a file for each system beside it.
#   satscope_optional_source(TARGET PRESENT FILE)   `x.cu` where PRESENT is true, else `x_none.cpp`
#   satscope_system_sources(LIST)                   of `x_posix.cpp`, `x_windows.cpp` and `x_web.cpp` in LIST that of this system;
#                                                   `x_elsewhere.cpp` is of Windows and browsers alike; because Emscripten has
#                                                   much of POSIX, x_posix.cpp is the browser's where there is no other
function(satscope_optional_source target present file)
  if(NOT present)
    string(REGEX REPLACE "\\.[a-z]+$" "_none.cpp" file ${file})
  endif()
  target_sources(${target} PRIVATE ${file})
endfunction()

set(SATSCOPE_SYSTEM posix)
if(EMSCRIPTEN)
  set(SATSCOPE_SYSTEM web)
elseif(WIN32)
  set(SATSCOPE_SYSTEM windows)
endif()

function(satscope_system_sources list)
  if(EMSCRIPTEN)
    set(replaced ${${list}})
    list(FILTER replaced INCLUDE REGEX "_(web|elsewhere)\\.cpp$")
    list(TRANSFORM replaced REPLACE "_(web|elsewhere)\\.cpp$" "_posix.cpp")
    list(FILTER ${list} EXCLUDE REGEX "_windows\\.cpp$")
    list(REMOVE_ITEM ${list} ${replaced})
    set(${list} ${${list}} PARENT_SCOPE)
    return()
  endif()
  set(systems posix windows web elsewhere)
  list(REMOVE_ITEM systems ${SATSCOPE_SYSTEM})
  if(WIN32)
    list(REMOVE_ITEM systems elsewhere)
  endif()
  list(JOIN systems "|" others)
  list(FILTER ${list} EXCLUDE REGEX "_(${others})\\.cpp$")
  if(WIN32)  # because: what windows.h defines are words elsewhere
    set(ours ${${list}})
    list(FILTER ours INCLUDE REGEX "_windows\\.cpp$")
    set_source_files_properties(${ours} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()
