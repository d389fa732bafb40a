# SPDX-License-Identifier: Apache-2.0
# cmake --install: the program with its modules, man page and completions, and what a desktop needs to find it and to open its files.
set(satscope_share ${PROJECT_SOURCE_DIR}/assets/desktop)
install(TARGETS satscope RUNTIME)
foreach(module satscope_opencv satscope_openimageio)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/satscope)
  endif()
endforeach()

# the program writes them itself, so that they say what it says
foreach(description "man=man/man1/satscope.1" "bash=bash-completion/completions/satscope" "zsh=zsh/site-functions/_satscope"
        "fish=fish/vendor_completions.d/satscope.fish")
  string(REGEX MATCH "^([a-z]+)=(.*/)([^/]+)$" found ${description})
  set(written ${PROJECT_BINARY_DIR}/described/${CMAKE_MATCH_1}/${CMAKE_MATCH_3})
  install(CODE "
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/described/${CMAKE_MATCH_1})
    execute_process(COMMAND \"$<TARGET_FILE:satscope>\" describe ${CMAKE_MATCH_1} OUTPUT_FILE \"${written}\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${written} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${CMAKE_MATCH_2})
endforeach()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(SATSCOPE_GUI)
  install(FILES ${satscope_share}/satscope.desktop DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/applications)
  install(FILES ${satscope_share}/satscope.xml DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/mime/packages)
  install(FILES ${satscope_share}/satscope.svg DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/icons/hicolor/scalable/apps)
  install(FILES ${satscope_share}/io.github.satscope.satscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/metainfo)
endif()
