# cmake -DGENERATOR=inlet-isa -DISA=isa/ -DBINARY_DIR=build/ -P doc_is_current.cmake
set(fresh ${BINARY_DIR}/extension.fresh.md)
execute_process(COMMAND ${GENERATOR} --isa ${ISA} --doc ${fresh} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${fresh} ${ISA}/../docs/extension.md
                RESULT_VARIABLE differs)
if(differs)
  message(FATAL_ERROR "docs/extension.md is not what isa/ says now. Refresh it with\n"
                      "  cmake --build ${BINARY_DIR} --target isa_doc")
endif()
