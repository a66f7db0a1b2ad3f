# cmake -DGENERATOR=inlet-isa -DISA=isa/ -DWORK=empty/ -P cli.cmake
# Exit status, messages, and that a file which would not change is not written.
function(expect status pattern)
  execute_process(COMMAND ${GENERATOR} ${ARGN} RESULT_VARIABLE got
                  OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT got EQUAL status OR NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${ARGN}\nexit status ${got}, expected ${status}\n"
                        "expected a match of: ${pattern}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(COPY ${ISA}/ DESTINATION ${WORK}/isa)

expect(0 "no overlap" --isa ${WORK}/isa --check)
expect(0 "" --help)
expect(2 "--isa" --check)
expect(2 "isa" --isa ${WORK}/nowhere)

expect(0 "^$" --isa ${WORK}/isa --emulator ${WORK}/out --header ${WORK}/out/xnet_isa.h
       --llvm ${WORK}/out/llvm --doc ${WORK}/out/extension.md)
foreach(name t1_isa.h sparc.h ppc.h x86.h xnet_isa.h extension.md
        llvm/IntrinsicsXNET.td llvm/BuiltinsXNetMips.def llvm/XNetTargets.def
        llvm/MipsXNetGenInstrs.td)
  if(NOT EXISTS ${WORK}/out/${name})
    message(FATAL_ERROR "${name} was not written")
  endif()
endforeach()

# Unchanged text is not written again.
file(TIMESTAMP ${WORK}/out/t1_isa.h before "%s")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
expect(0 "^$" --isa ${WORK}/isa --emulator ${WORK}/out)
file(TIMESTAMP ${WORK}/out/t1_isa.h after "%s")
if(NOT before STREQUAL after)
  message(FATAL_ERROR "t1_isa.h was written again")
endif()

# A directory cannot be written as a file.
expect(1 "out: cannot be written" --isa ${WORK}/isa --header ${WORK}/out)

# An encoding that takes words of another instruction.
file(READ ${WORK}/isa/xnet/hret.json hret)
string(REPLACE "011100" "100000" overlapping "${hret}")
file(WRITE ${WORK}/isa/xnet/hret.json "${overlapping}")
expect(1 "0x4A000020 is both send0 .* and hret " --isa ${WORK}/isa --check)

# A member that the schema does not know.
string(REPLACE "\"cost\"" "\"price\"" unknown "${hret}")
file(WRITE ${WORK}/isa/xnet/hret.json "${unknown}")
expect(1 "xnet/hret.json: /price: is not a known member" --isa ${WORK}/isa --check)
