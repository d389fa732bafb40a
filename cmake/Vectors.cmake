# SPDX-License-Identifier: Apache-2.0
# Highway: vectors of the processor, the best of it chosen when the program runs. Without it the CPU sums one by one.
find_package(hwy QUIET)
if(NOT TARGET hwy::hwy)
  find_path(SATSCOPE_HWY_INCLUDE hwy/highway.h)
  find_library(SATSCOPE_HWY_LIBRARY hwy)
  if(SATSCOPE_HWY_INCLUDE AND SATSCOPE_HWY_LIBRARY)
    add_library(hwy::hwy UNKNOWN IMPORTED)
    set_target_properties(hwy::hwy PROPERTIES IMPORTED_LOCATION ${SATSCOPE_HWY_LIBRARY}
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${SATSCOPE_HWY_INCLUDE} INTERFACE_INCLUDE_DIRECTORIES ${SATSCOPE_HWY_INCLUDE})
    if(SATSCOPE_HWY_LIBRARY MATCHES "\\.so$")
      set_target_properties(hwy::hwy PROPERTIES INTERFACE_COMPILE_DEFINITIONS HWY_SHARED_DEFINE)
    endif()
  endif()
endif()
if(TARGET hwy::hwy)
  target_sources(satscope_kernels PRIVATE algorithms/cpu_simd.cpp)
  target_link_libraries(satscope_kernels PRIVATE hwy::hwy)
  # because: its loops are the ones that count, also where everything else is built for looking into
  set_source_files_properties(algorithms/cpu_simd.cpp PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
else()
  message(STATUS "Highway not found: the CPU has no vectors")
  target_sources(satscope_kernels PRIVATE algorithms/cpu_simd_missing.cpp)
endif()
