# Compile through ccache where it is installed when a folder is configured first. One that comes later does not
# change the commands of a folder, or everything in it would be compiled once more.
if(NOT DEFINED CACHE{BASTIDE_CCACHE})
  find_program(ccache_found ccache NO_CACHE)
  if(NOT ccache_found)
    set(ccache_found "")
  endif()
  set(BASTIDE_CCACHE "${ccache_found}" CACHE FILEPATH "The ccache to compile through; empty for none")
endif()
mark_as_advanced(BASTIDE_CCACHE)
if(BASTIDE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${BASTIDE_CCACHE}")
endif()
