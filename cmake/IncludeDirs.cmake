# SPDX-License-Identifier: Apache-2.0
# The folders at the top are closed to each other: a target that names a folder can include "folder/...", and no other.
# Its include path is a folder in the build tree that holds only a link to that folder.
#   satscope_include_dirs(TARGET VISIBILITY FOLDER...)
function(satscope_include_dirs target visibility)
  foreach(folder IN LISTS ARGN)
    set(folder_of_link ${PROJECT_BINARY_DIR}/include_dirs/${folder})
    file(MAKE_DIRECTORY ${folder_of_link})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${folder_of_link}/${folder} SYMBOLIC)
    target_include_directories(${target} ${visibility} $<BUILD_INTERFACE:${folder_of_link}>)
  endforeach()
endfunction()
