# The engine for web pages and Node.js: engine, notation, bots, reviews and wasm/ in one module, bastide.wasm.
# script/wasm builds it. No threads, no files, no exceptions; a host gives the clock and nothing else.
bastide_sources(wasm_sources wasm)
add_executable(bastide_wasm ${wasm_sources})
set_target_properties(bastide_wasm PROPERTIES OUTPUT_NAME bastide SUFFIX .wasm)
bastide_target(bastide_wasm)
bastide_compile_quickly(bastide_wasm ${small_level})
bastide_bundle(bastide_wasm 20)
target_link_libraries(bastide_wasm PRIVATE ${libraries})
target_link_options(bastide_wasm PRIVATE
  -mexec-model=reactor -O3 -Wl,--gc-sections -Wl,--strip-all
  # The stack lies lowest: one that grows too far ends in a trap, not in other data.
  -Wl,--stack-first -Wl,-z,stack-size=1048576)
