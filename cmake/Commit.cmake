# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
# cmake -DSOURCE=... -DHEADER=... -P Commit.cmake: writes the commit that is built into a header, only if it is another one.
# With -DCOMMIT=... it is that one, for sources without a repository.
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=10 --dirty=+ --exclude=* OUTPUT_VARIABLE COMMIT
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define SATSCOPE_COMMIT \"@COMMIT@\"\n" @ONLY)
