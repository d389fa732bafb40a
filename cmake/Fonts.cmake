# SPDX-License-Identifier: Apache-2.0
# satscope_embed_fonts(TARGET): compiles DejaVu Sans, Sans Bold and Sans Mono into TARGET, as app/ui/drawing/fonts/font_files.h declares. So
# letters, and pictures of them, are the same on every machine. Only the characters below are kept: a tenth of the bytes. This
# file is also the script that writes the C++ at build time.
if(CMAKE_SCRIPT_MODE_FILE)
  set(fonts "")
  set(entries "")
  foreach(name IN LISTS NAMES)
    file(READ ${FOLDER}/${name}.ttf bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER ${name} symbol)
    string(APPEND fonts "constexpr unsigned char k_${symbol}[]{${bytes}};\n")
    string(APPEND entries "  if (name == \"${name}\") return k_${symbol};\n")
  endforeach()
  string(REPLACE "-" "," ranges "${CHARACTERS}")
  string(REPLACE ";" "," ranges "${ranges}")
  file(WRITE ${OUT}
"#include \"app/ui/drawing/fonts/font_files.h\"

#include <stdexcept>
#include <string>

namespace satscope::app {
namespace {
${fonts}constexpr unsigned k_characters[]{${ranges}};
}  // namespace

std::span<const unsigned char> font_file(std::string_view name) {
${entries}  throw std::logic_error(\"no embedded font is named \" + std::string(name));
}
std::span<const unsigned> font_characters() { return k_characters; }
}  // namespace satscope::app
")
  return()
endif()

# First and last of each range: Latin with accents (file names), Greek, Cyrillic, punctuation, sub- and superscripts, arrows, minus
# and the like, and a full square.
set(SATSCOPE_CHARACTERS 0x0020-0x024F 0x0370-0x03FF 0x0400-0x045F 0x2010-0x2027 0x2030-0x205E 0x2070-0x209C 0x2190-0x2199 0x2200-0x2265 0x25A0-0x25A0)
set(SATSCOPE_FONTS DejaVuSans DejaVuSans-Bold DejaVuSansMono)
set(SATSCOPE_FONTS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(satscope_embed_fonts target)
  find_path(SATSCOPE_DEJAVU DejaVuSans.ttf PATHS /usr/share/fonts PATH_SUFFIXES truetype/dejavu dejavu dejavu-sans-fonts TTF)
  find_program(SATSCOPE_FONT_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  execute_process(COMMAND ${SATSCOPE_FONT_PYTHON} -c "import fontTools.subset" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT SATSCOPE_DEJAVU OR NOT failed EQUAL 0)
    message(FATAL_ERROR "The fonts of the window are made of DejaVu by fontTools: install fonts-dejavu-core and python3-fonttools.")
  endif()
  string(REPLACE "0x" "" unicodes "${SATSCOPE_CHARACTERS}")
  string(REPLACE ";" "," unicodes "${unicodes}")
  set(folder ${PROJECT_BINARY_DIR}/embedded/fonts)
  file(MAKE_DIRECTORY ${folder})
  foreach(name IN LISTS SATSCOPE_FONTS)
    add_custom_command(
      OUTPUT ${folder}/${name}.ttf
      COMMAND ${SATSCOPE_FONT_PYTHON} -m fontTools.subset ${SATSCOPE_DEJAVU}/${name}.ttf --unicodes=${unicodes}
        --output-file=${folder}/${name}.ttf --layout-features= --no-hinting --no-recalc-timestamp
      DEPENDS ${SATSCOPE_DEJAVU}/${name}.ttf ${SATSCOPE_FONTS_SCRIPT}
      COMMENT "Subset of ${name}"
      VERBATIM)
    list(APPEND files ${folder}/${name}.ttf)
  endforeach()
  set(out ${PROJECT_BINARY_DIR}/embedded/fonts.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} "-DNAMES=${SATSCOPE_FONTS}" "-DCHARACTERS=${SATSCOPE_CHARACTERS}" -DOUT=${out}
      -P ${SATSCOPE_FONTS_SCRIPT}
    DEPENDS ${files} ${SATSCOPE_FONTS_SCRIPT}
    COMMENT "Embedding fonts"
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
