# SPDX-License-Identifier: Apache-2.0
# CMake's toolchain file of the preset `windows`: Debian's cross compiler for Windows, with Microsoft's present C library (UCRT), which
# knows UTF-8. scripts/windows.sh makes the libraries of the prefix.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(SATSCOPE_WINDOWS_HOST x86_64-w64-mingw32ucrt)
set(CMAKE_C_COMPILER ${SATSCOPE_WINDOWS_HOST}-gcc)
set(CMAKE_CXX_COMPILER ${SATSCOPE_WINDOWS_HOST}-g++)
set(CMAKE_RC_COMPILER ${SATSCOPE_WINDOWS_HOST}-windres)
set(CMAKE_FIND_ROOT_PATH /opt/satscope-windows)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
