# SPDX-License-Identifier: Apache-2.0
# satscope_embed(TARGET NAME FOLDER PATTERNS HEADER FUNCTION [NAMES]): compiles the text of the files FOLDER/<one of PATTERNS> into
# TARGET, as FUNCTION(path within FOLDER) of HEADER, and the list of those paths as NAMES(), if it is asked for. Works without any tool but CMake: this file is also the script that writes the C++ at build time.
if(CMAKE_SCRIPT_MODE_FILE)
  list(TRANSFORM PATTERNS PREPEND ${FOLDER}/)
  file(GLOB files LIST_DIRECTORIES false RELATIVE ${FOLDER} ${PATTERNS})
  list(SORT files)
  set(entries "")
  foreach(name IN LISTS files)
    file(READ ${FOLDER}/${name} text)
    string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  set(names "")
  if(NAMES)
    set(names "
std::vector<std::string_view> ${NAMES}() {
  std::vector<std::string_view> names;
  for (const auto& file : k_files_of_${FUNCTION}) names.push_back(file.first);
  return names;
}
")
  endif()
  file(WRITE ${OUT}
"#include \"${HEADER}\"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace satscope::app {
namespace {
constexpr std::pair<std::string_view, std::string_view> k_files_of_${FUNCTION}[]{
${entries}};
}  // namespace

std::string_view ${FUNCTION}(std::string_view name) {
  for (const auto& [known, text] : k_files_of_${FUNCTION})
    if (known == name) return text;
  throw std::logic_error(\"no embedded file is named \" + std::string(name));
}
${names}}  // namespace satscope::app
")
  return()
endif()

set(SATSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(satscope_embed target name folder patterns header function)
  list(TRANSFORM patterns PREPEND ${folder}/ OUTPUT_VARIABLE globs)
  file(GLOB files CONFIGURE_DEPENDS ${globs})
  set(out ${PROJECT_BINARY_DIR}/embedded/${name}.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} "-DPATTERNS=${patterns}" -DHEADER=${header} -DFUNCTION=${function} -DNAMES=${ARGV6}
      -DOUT=${out} -P ${SATSCOPE_EMBED_SCRIPT}
    DEPENDS ${files} ${SATSCOPE_EMBED_SCRIPT}
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
