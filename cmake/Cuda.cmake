# SPDX-License-Identifier: Apache-2.0
# Finds a CUDA toolkit that is new enough and sets SATSCOPE_HAS_CUDA and the architectures.
set(SATSCOPE_HAS_CUDA OFF)
if(NOT SATSCOPE_CUDA)
  message(STATUS "CUDA: switched off (SATSCOPE_CUDA=OFF)")
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER)
  find_program(SATSCOPE_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin)
  if(SATSCOPE_NVCC)
    set(CMAKE_CUDA_COMPILER ${SATSCOPE_NVCC})
  endif()
endif()
if(NOT CMAKE_CUDA_COMPILER)
  message(STATUS "CUDA: no nvcc found; building for the CPU only")
  return()
endif()

execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE nvcc_says ERROR_QUIET)
string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" _ "${nvcc_says}")
set(SATSCOPE_TOOLKIT "${CMAKE_MATCH_1}")
if(SATSCOPE_TOOLKIT STREQUAL "" OR SATSCOPE_TOOLKIT VERSION_LESS 12.4)
  message(STATUS "CUDA: toolkit '${SATSCOPE_TOOLKIT}' is older than 12.4; building for the CPU only")
  return()
endif()

# Not CMake's `native`, which fails where there is no GPU: the GPU that is present, else Hopper.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE present ERROR_QUIET RESULT_VARIABLE asked)
  if(asked EQUAL 0 AND present MATCHES "^([0-9]+)\\.([0-9]+)")
    set(CMAKE_CUDA_ARCHITECTURES "${CMAKE_MATCH_1}${CMAKE_MATCH_2}-real")
  else()
    set(CMAKE_CUDA_ARCHITECTURES 90-real)
  endif()
endif()
if(CMAKE_CUDA_ARCHITECTURES MATCHES "120" AND SATSCOPE_TOOLKIT VERSION_LESS 12.8)
  list(FILTER CMAKE_CUDA_ARCHITECTURES EXCLUDE REGEX "^120")  # unknown to older toolkits
  list(APPEND CMAKE_CUDA_ARCHITECTURES 90-virtual)            # so that later GPUs still find PTX
endif()

# because: half of a unit's time is the other types, whose kernels are the same text; ./test asks for it where no GPU runs them
option(SATSCOPE_FEW_GPU_TYPES "kernels of the GPU for 8u32u and 8u64u only" OFF)

set(CMAKE_CUDA_RUNTIME_LIBRARY Static)  # one binary, which also starts where there is no CUDA
enable_language(CUDA)
# The host's half of a .cu file only launches; nvcc optimises the GPU's half whatever the options of the host's compiler.
set(CMAKE_CUDA_FLAGS_RELEASE "-Xcompiler=-O1 -DNDEBUG")
find_package(CUDAToolkit REQUIRED)
set(SATSCOPE_HAS_CUDA ON)
message(STATUS "CUDA: toolkit ${SATSCOPE_TOOLKIT}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
