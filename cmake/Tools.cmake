# Pictures (bastide_art) and the bastide command, with all that its tests use in bastide_tools.
find_package(Polyclipping REQUIRED)
bastide_sources(art_sources art)
bastide_library(bastide_art LEVEL O2 BUNDLE 12 SOURCES ${art_sources})
target_link_libraries(bastide_art PRIVATE Polyclipping::Polyclipping)

find_package(CLI11 REQUIRED)
find_package(Readline REQUIRED)
bastide_sources(command_sources tools)
# What the tests use, too: everything but the entry points of the subcommands.
set(tools_sources ${command_sources})
list(FILTER tools_sources INCLUDE REGEX
     "/tools/(terminal|arena|tune|review|join)/|_core\\.cpp$|/(setup_args|progress|signature)\\.cpp$")
list(REMOVE_ITEM command_sources ${tools_sources})

bastide_library(bastide_tools LEVEL O2 BUNDLE 8 SOURCES ${tools_sources})
bastide_unoptimised_debug(bastide_tools)
target_link_libraries(bastide_tools PUBLIC fmt::fmt Threads::Threads)
# Boost again, for a few lines a second.
set_source_files_properties(tools/join/bridge.cpp PROPERTIES COMPILE_OPTIONS -O0
                                                             SKIP_UNITY_BUILD_INCLUSION ON)
if(BASTIDE_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
  target_link_libraries(bastide_tools PRIVATE MPI::MPI_CXX)
  # Without the C++ bindings of old, which newer libraries lack.
  target_compile_definitions(bastide_tools PRIVATE BASTIDE_HAS_MPI OMPI_SKIP_MPICXX
                                                   MPICH_SKIP_MPICXX)
endif()
# PNG pictures; without librsvg `bastide render` makes SVG only and says what is missing.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(librsvg QUIET IMPORTED_TARGET librsvg-2.0 cairo)
endif()
if(TARGET PkgConfig::librsvg)
  target_compile_definitions(bastide_tools PRIVATE BASTIDE_HAS_RSVG=1)
  target_link_libraries(bastide_tools PRIVATE PkgConfig::librsvg)
else()
  message(STATUS "librsvg is not installed: no PNG pictures (script/bootstrap installs it)")
endif()

add_executable(bastide ${command_sources})
bastide_target(bastide)
bastide_compile_quickly(bastide O2)
bastide_unoptimised_debug(bastide)
bastide_bundle(bastide 12)
target_link_libraries(bastide PRIVATE ${libraries} fmt::fmt CLI11::CLI11 Readline::Readline
                                      Threads::Threads)
