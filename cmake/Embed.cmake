# bastide_embed(VAR FOLDER HEADER FUNCTION): generate a source file with data/FOLDER/*.txt in it, which
# defines FUNCTION as HEADER declares it; its path goes to VAR.
function(bastide_embed var folder header function)
  file(GLOB data CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/data/${folder}/*.txt")
  list(SORT data)
  set(output "${CMAKE_BINARY_DIR}/embedded_${folder}.cpp")
  set(names "${CMAKE_BINARY_DIR}/embedded_${folder}.list")
  # The list changes only when a file comes or goes, so that a removal regenerates too.
  string(REPLACE ";" "\n" lines "${data}")
  file(CONFIGURE OUTPUT "${names}" CONTENT "${lines}\n" @ONLY)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DLIST=${names}" "-DOUTPUT=${output}" "-DFOLDER=${folder}"
            "-DHEADER=${header}" "-DFUNCTION=${function}"
            -P "${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${data} "${names}" "${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    COMMENT "Embedding data/${folder}"
    VERBATIM)
  # It turns warnings off, for itself.
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${var} "${output}" PARENT_SCOPE)
endfunction()
