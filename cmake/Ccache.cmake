# Compile through ccache where it is installed.
find_program(BASTIDE_CCACHE ccache)
mark_as_advanced(BASTIDE_CCACHE)
if(BASTIDE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${BASTIDE_CCACHE}")
endif()
