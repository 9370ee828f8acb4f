# bastide_embed_tiles(VAR): generate embedded_tiles.cpp from data/tiles/*.txt; its path goes to VAR.
function(bastide_embed_tiles var)
  file(GLOB data CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/data/tiles/*.txt")
  list(SORT data)
  set(output "${CMAKE_BINARY_DIR}/embedded_tiles.cpp")
  set(names "${CMAKE_BINARY_DIR}/embedded_tiles.list")
  # The list changes only when a file comes or goes, so that a removal regenerates too.
  string(REPLACE ";" "\n" lines "${data}")
  file(CONFIGURE OUTPUT "${names}" CONTENT "${lines}\n" @ONLY)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DLIST=${names}" "-DOUTPUT=${output}"
            -P "${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${data} "${names}" "${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    COMMENT "Embedding data/tiles"
    VERBATIM)
  set(${var} "${output}" PARENT_SCOPE)
endfunction()
