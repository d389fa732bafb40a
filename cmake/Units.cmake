# SPDX-License-Identifier: Apache-2.0
# What is written once per file, in kernels/KIND with a list.cmake beside the headers: generates, for every entry of the list, one
# unit per machine, and the list itself as C++. KIND is `algorithms` (plans of tables) or `filters` (drafts of filters).
#
#   kind         namespace of NAME        function made of NAME's template        described by
set(SATSCOPE_algorithms_SCOPE satscope)
set(SATSCOPE_algorithms_MAKES "Plan" plan "Request" PlanOnOneMachine "Algorithm" algorithm_descriptions)
set(SATSCOPE_filters_SCOPE satscope::filters)
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
    message(FATAL_ERROR "kernels/${kind}/list.cmake and the headers beside it differ.\n  listed: ${listed}\n  files:  ${files}")
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

# satscope_units(OUT KIND SUFFIX INCLUDE BACKEND FUNCTION): a unit `NAME.SUFFIX` per entry that defines FUNCTION over BACKEND.
function(satscope_units out kind suffix include backend function)
  satscope_kind(${kind})
  set(units "")
  foreach(name IN LISTS names)
    set(unit ${PROJECT_BINARY_DIR}/units/${kind}/${name}.${suffix})
    file(CONFIGURE OUTPUT ${unit} CONTENT
"#include \"kernels/${kind}/${name}.h\"
#include \"${include}\"
namespace ${scope}::${name} {
${result} ${function}(const ${request}& request);
${result} ${function}(const ${request}& request) { return ${maker}<${backend}>(request); }
}  // namespace ${scope}::${name}
" @ONLY)
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
