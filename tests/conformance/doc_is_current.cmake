# cmake -DGENERATOR=inlet-conformance -DROOT=source/ -DBINARY_DIR=build/ -P doc_is_current.cmake
set(fresh ${BINARY_DIR}/conformance-t1.fresh.md)
execute_process(COMMAND ${GENERATOR} --isa ${ROOT}/isa --suite ${ROOT}/tests/conformance/t1 --doc ${fresh}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${fresh} ${ROOT}/docs/conformance-t1.md
                RESULT_VARIABLE differs)
if(differs)
  message(FATAL_ERROR "docs/conformance-t1.md is not what tests/conformance/t1 says now. Refresh it with\n"
                      "  cmake --build ${BINARY_DIR} --target conformance_doc")
endif()
