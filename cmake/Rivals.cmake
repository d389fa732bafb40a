# SPDX-License-Identifier: Apache-2.0
# Libraries that others would call for a table. Without one of them everything else is built, and the program says what is missing.

# OpenCV is a module of its own, loaded when it is asked for: a program that is carried elsewhere starts without OpenCV too, and
# the program without a window depends on none of the libraries that OpenCV brings along.
find_path(SATSCOPE_OPENCV_INCLUDE opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
find_library(SATSCOPE_OPENCV_CORE opencv_core)
find_library(SATSCOPE_OPENCV_IMGPROC opencv_imgproc)
set(file ${CMAKE_SHARED_MODULE_PREFIX}satscope_opencv${CMAKE_SHARED_MODULE_SUFFIX})
set_source_files_properties(algorithms/opencv.cpp PROPERTIES COMPILE_DEFINITIONS "SATSCOPE_OPENCV_MODULE=\"${file}\"")
set_source_files_properties(module.cpp PROPERTIES COMPILE_DEFINITIONS
  "SATSCOPE_MODULES=\"${PROJECT_BINARY_DIR}\";SATSCOPE_INSTALLED_MODULES=\"${CMAKE_INSTALL_LIBDIR}/satscope\"")
if(SATSCOPE_OPENCV_INCLUDE AND SATSCOPE_OPENCV_CORE AND SATSCOPE_OPENCV_IMGPROC)
  set_property(SOURCE algorithms/opencv.cpp APPEND PROPERTY COMPILE_DEFINITIONS SATSCOPE_HAS_OPENCV)
  add_library(satscope_opencv MODULE algorithms/opencv_module.cpp)
  target_include_directories(satscope_opencv SYSTEM PRIVATE ${SATSCOPE_OPENCV_INCLUDE})
  target_link_libraries(satscope_opencv PRIVATE ${SATSCOPE_OPENCV_IMGPROC} ${SATSCOPE_OPENCV_CORE})
  satscope_warnings(satscope_opencv)
  set_target_properties(satscope_opencv PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  add_dependencies(satscope_kernels satscope_opencv)
else()
  message(STATUS "OpenCV not found: its cv::integral is listed as missing")
endif()

# NPP's headers are all that the build needs; its libraries are loaded when they are asked for.
set(npp OFF)
if(SATSCOPE_HAS_CUDA)
  find_path(SATSCOPE_NPP_INCLUDE nppi_statistics_functions.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
  if(SATSCOPE_NPP_INCLUDE)
    set(npp ON)
    set_source_files_properties(algorithms/npp.cu PROPERTIES COMPILE_DEFINITIONS
      "SATSCOPE_NPP_LIBRARIES=\"${CUDAToolkit_LIBRARY_DIR}\"" INCLUDE_DIRECTORIES ${SATSCOPE_NPP_INCLUDE})
  else()
    message(STATUS "NPP's headers not found: its nppiIntegral is listed as missing")
  endif()
endif()
satscope_optional_source(satscope_kernels "${npp}" algorithms/npp.cu)
target_link_libraries(satscope_kernels PRIVATE ${CMAKE_DL_LIBS})
