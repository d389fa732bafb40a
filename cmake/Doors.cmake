# SPDX-License-Identifier: Apache-2.0
# The folders at the top see each other only through doors: a target that names a folder can include "folder/...", and no other.
# A door is a folder in the build tree that holds nothing but a link to the one behind it.
#   satscope_door(TARGET VISIBILITY FOLDER...)
function(satscope_door target visibility)
  foreach(folder IN LISTS ARGN)
    set(door ${PROJECT_BINARY_DIR}/doors/${folder})
    file(MAKE_DIRECTORY ${door})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${door}/${folder} SYMBOLIC)
    target_include_directories(${target} ${visibility} ${door})
  endforeach()
endfunction()
