# Header-only libraries for the WebAssembly build. Debian's other headers are for another machine: these alone are
# linked into a folder of their own.
set(wasm_headers "${CMAKE_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${wasm_headers}")
foreach(library nlohmann fmt)
  file(CREATE_LINK "/usr/include/${library}" "${wasm_headers}/${library}" SYMBOLIC)
endforeach()

add_library(bastide_wasm_headers INTERFACE)
target_include_directories(bastide_wasm_headers SYSTEM INTERFACE "${wasm_headers}")
target_compile_definitions(bastide_wasm_headers INTERFACE JSON_NOEXCEPTION FMT_HEADER_ONLY)
foreach(name nlohmann_json::nlohmann_json fmt::fmt Threads::Threads)
  add_library(${name} INTERFACE IMPORTED)
endforeach()
target_link_libraries(nlohmann_json::nlohmann_json INTERFACE bastide_wasm_headers)
target_link_libraries(fmt::fmt INTERFACE bastide_wasm_headers)

add_compile_definitions(BASTIDE_WASM BASTIDE_NO_THREADS BASTIDE_NO_FILES)
# What every browser has had since 2023.
add_compile_options(-fno-exceptions -mbulk-memory -mnontrapping-fptoint -msign-ext -msimd128
                    -ffunction-sections -fdata-sections)
