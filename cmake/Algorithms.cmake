# SPDX-License-Identifier: Apache-2.0
# Generates, for every algorithm of the list, one unit per machine, and the list itself as C++.
include(${CMAKE_CURRENT_LIST_DIR}/../kernels/algorithms/list.cmake)

file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/kernels/algorithms ${PROJECT_SOURCE_DIR}/kernels/algorithms/*.h)
set(files ${headers})
list(TRANSFORM files REPLACE "\\.h$" "")
set(listed ${SATSCOPE_ALGORITHMS})
list(SORT files)
list(SORT listed)
if(NOT files STREQUAL listed)
  message(FATAL_ERROR "kernels/algorithms/list.cmake and the headers beside it differ.\n  listed: ${listed}\n  files:  ${files}")
endif()

# satscope_units(OUT SUFFIX BACKEND FUNCTION): a unit `NAME.SUFFIX` per algorithm that defines FUNCTION over BACKEND.
function(satscope_units out suffix include backend function)
  set(units "")
  foreach(name IN LISTS SATSCOPE_ALGORITHMS)
    set(unit ${PROJECT_BINARY_DIR}/units/${name}.${suffix})
    file(CONFIGURE OUTPUT ${unit} CONTENT
"#include \"kernels/algorithms/${name}.h\"
#include \"${include}\"
namespace satscope::${name} {
Plan ${function}(const Request& request);
Plan ${function}(const Request& request) { return plan<${backend}>(request); }
}  // namespace satscope::${name}
" @ONLY)
    list(APPEND units ${unit})
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()

# satscope_unit_list(OUT FUNCTION NAME): a C++ file that defines `NAME`, the FUNCTION of every algorithm in order.
function(satscope_unit_list out function name)
  set(declarations "")
  set(entries "")
  foreach(algorithm IN LISTS SATSCOPE_ALGORITHMS)
    string(APPEND declarations "namespace satscope::${algorithm} { Plan ${function}(const Request&); }\n")
    string(APPEND entries "  ${algorithm}::${function},\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/units/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT
"#include \"kernels/units.h\"
${declarations}
namespace satscope {
const std::vector<PlanOnOneMachine>& ${name}() {
  static const std::vector<PlanOnOneMachine> list{
${entries}  };
  return list;
}
}  // namespace satscope
" @ONLY)
  set(${out} ${file} PARENT_SCOPE)
endfunction()

# satscope_descriptions(OUT): a C++ file with the descriptions of all algorithms in order.
function(satscope_descriptions out)
  set(includes "")
  set(entries "")
  foreach(name IN LISTS SATSCOPE_ALGORITHMS)
    string(APPEND includes "#include \"kernels/algorithms/${name}.h\"\n")
    string(APPEND entries "      ${name}::describe(),\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/units/descriptions.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT
"#include \"kernels/units.h\"
${includes}
namespace satscope {
std::vector<Algorithm> descriptions() {
  return {
${entries}  };
}
}  // namespace satscope
" @ONLY)
  set(${out} ${file} PARENT_SCOPE)
endfunction()
