# SPDX-License-Identifier: Apache-2.0
# What is written once per file, in kernels/KIND with a list.cmake beside the headers: generates the units that make every entry of
# the list for one machine, and the list itself as C++. KIND is `algorithms` (plans of tables) or `filters` (drafts of filters).
#
#   kind         namespace of NAME        function made of NAME's template        described by
set(SATSCOPE_algorithms_SCOPE satscope)
set(SATSCOPE_algorithms_MAKES "Plan" plan "Request" PlanOnOneMachine "Algorithm" algorithm_descriptions)
set(SATSCOPE_filters_SCOPE satscope::filter_kernels)
set(SATSCOPE_filters_MAKES "FilterDraft" draft "FilterRequest" DraftOnOneMachine "Filter" filter_descriptions)

foreach(kind algorithms filters)
  string(TOUPPER ${kind} KIND)
  include(${CMAKE_CURRENT_LIST_DIR}/../kernels/${kind}/list.cmake)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/kernels/${kind} ${PROJECT_SOURCE_DIR}/kernels/${kind}/*.h)
  list(TRANSFORM files REPLACE "\\.h$" "")
  set(listed ${SATSCOPE_${KIND}} ${SATSCOPE_${KIND}_PARTS})
  list(SORT files)
  list(SORT listed)
  if(NOT files STREQUAL listed)
    set(unlisted ${files})
    list(REMOVE_ITEM unlisted ${listed})
    set(missing ${listed})
    list(REMOVE_ITEM missing ${files})
    list(REMOVE_DUPLICATES missing)
    set(differ "")
    if(unlisted)
      list(JOIN unlisted ", " unlisted)
      string(APPEND differ "\n  not in list.cmake: ${unlisted}")
    endif()
    if(missing)
      list(JOIN missing ", " missing)
      string(APPEND differ "\n  without a header: ${missing}")
    endif()
    if(NOT differ)
      set(differ "\n  an entry is listed twice")
    endif()
    message(FATAL_ERROR "kernels/${kind}/list.cmake and the headers beside it differ.${differ}")
  endif()
endforeach()

# The words of a kind, in the caller's scope.
macro(satscope_kind kind)
  string(TOUPPER ${kind} KIND)
  set(names ${SATSCOPE_${KIND}})
  set(scope ${SATSCOPE_${kind}_SCOPE})
  list(GET SATSCOPE_${kind}_MAKES 0 result)
  list(GET SATSCOPE_${kind}_MAKES 1 maker)
  list(GET SATSCOPE_${kind}_MAKES 2 request)
  list(GET SATSCOPE_${kind}_MAKES 3 pointer)
  list(GET SATSCOPE_${kind}_MAKES 4 description)
  list(GET SATSCOPE_${kind}_MAKES 5 descriptions)
endmacro()

# Entries that follow one another share a unit as long as their headers together have at most so many bytes: what a compiler does
# before it comes to the first kernel takes as long as a small one.
set(SATSCOPE_UNIT_BYTES 20000)

# satscope_shares(OUT KIND): which entries share units, each share's names joined by "+".
function(satscope_shares out kind)
  satscope_kind(${kind})
  set(shares "")
  set(share "")
  set(filled 0)
  foreach(name IN LISTS names)
    file(SIZE ${PROJECT_SOURCE_DIR}/kernels/${kind}/${name}.h bytes)
    math(EXPR filled "${filled} + ${bytes}")
    if(share AND filled GREATER SATSCOPE_UNIT_BYTES)
      list(APPEND shares ${share})
      set(share ${name})
      set(filled ${bytes})
    else()
      string(JOIN "+" share ${share} ${name})
    endif()
  endforeach()
  set(${out} ${shares} ${share} PARENT_SCOPE)
endfunction()

# satscope_units(OUT KIND SUFFIX INCLUDE BACKEND FUNCTION): units `NAMES.SUFFIX` that define FUNCTION over BACKEND for every entry.
function(satscope_units out kind suffix include backend function)
  satscope_kind(${kind})
  satscope_shares(shares ${kind})
  set(units "")
  foreach(share IN LISTS shares)
    set(unit ${PROJECT_BINARY_DIR}/units/${kind}/${share}.${suffix})
    string(REPLACE "+" ";" share ${share})
    set(includes "")
    set(functions "")
    foreach(name IN LISTS share)
      string(APPEND includes "#include \"kernels/${kind}/${name}.h\"\n")
      string(APPEND functions
"namespace ${scope}::${name} {
${result} ${function}(const ${request}& request);
${result} ${function}(const ${request}& request) { return ${maker}<${backend}>(request); }
}  // namespace ${scope}::${name}
")
    endforeach()
    file(CONFIGURE OUTPUT ${unit} CONTENT "${includes}#include \"${include}\"\n${functions}" @ONLY)
    list(APPEND units ${unit})
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()

# satscope_unit_list(OUT KIND FUNCTION NAME): a C++ file that defines `NAME`, the FUNCTION of every entry in order.
function(satscope_unit_list out kind function name)
  satscope_kind(${kind})
  set(declarations "")
  set(entries "")
  foreach(entry IN LISTS names)
    string(APPEND declarations "namespace ${scope}::${entry} { ${result} ${function}(const ${request}&); }\n")
    string(APPEND entries "  ${scope}::${entry}::${function},\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/units/${kind}/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT
"#include \"kernels/units.h\"
namespace satscope { const std::vector<${pointer}>& ${name}(); }
${declarations}
namespace satscope {
const std::vector<${pointer}>& ${name}() {
  static const std::vector<${pointer}> list{
${entries}  };
  return list;
}
}  // namespace satscope
" @ONLY)
  set(${out} ${file} PARENT_SCOPE)
endfunction()

# satscope_descriptions(OUT KIND): a C++ file with the descriptions of all entries in order.
function(satscope_descriptions out kind)
  satscope_kind(${kind})
  set(includes "")
  set(entries "")
  foreach(name IN LISTS names)
    string(APPEND includes "#include \"kernels/${kind}/${name}.h\"\n")
    string(APPEND entries "      ${scope}::${name}::describe(),\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/units/${kind}/${descriptions}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT
"#include \"kernels/units.h\"
${includes}
namespace satscope {
std::vector<${description}> ${descriptions}() {
  return {
${entries}  };
}
}  // namespace satscope
" @ONLY)
  set(${out} ${file} PARENT_SCOPE)
endfunction()
