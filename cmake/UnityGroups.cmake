# SPDX-License-Identifier: Apache-2.0
# satscope_unity_groups(TARGET): files of one folder are compiled sixteen at a time as one, for they read the same headers.
# Only these share their unnamed namespaces.
function(satscope_unity_groups target)
  set(most 16)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    get_filename_component(folder ${folder} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    if(NOT DEFINED ${group}_count)
      set(${group}_count 0)
    endif()
    math(EXPR part "${${group}_count} / ${most}")
    math(EXPR ${group}_count "${${group}_count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  # because: to g++ all but the list of files are headers, whose unnamed namespaces it warns of
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()
