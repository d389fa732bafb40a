# SPDX-License-Identifier: Apache-2.0
# The rooms of the house see each other only through doors: a target that names a room can include "room/...", and no other.
# A door is a folder in the build tree that holds nothing but a link to the room.
#   satscope_door(TARGET VISIBILITY ROOM...)
function(satscope_door target visibility)
  foreach(room IN LISTS ARGN)
    set(door ${PROJECT_BINARY_DIR}/doors/${room})
    file(MAKE_DIRECTORY ${door})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${room} ${door}/${room} SYMBOLIC)
    target_include_directories(${target} ${visibility} ${door})
  endforeach()
endfunction()
