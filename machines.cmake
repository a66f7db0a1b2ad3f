# The machines with compilers, as the file of the tool chain lists them: INLET_GUEST_MACHINES; of these, INLET_ASKED_MACHINES have a
# compiler of their own, in a directory of their own.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/llvm-patches/machines)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/llvm-patches/machines lines REGEX "^[a-z0-9]+ ")
set(INLET_GUEST_MACHINES)
set(INLET_ASKED_MACHINES)
foreach(line IN LISTS lines)
  string(REGEX MATCH "^[a-z0-9]+" name "${line}")
  list(APPEND INLET_GUEST_MACHINES ${name})
  if(line MATCHES " asked$")
    list(APPEND INLET_ASKED_MACHINES ${name})
  endif()
endforeach()
# Those whose compilers are the distribution's have directories of their own, too. They have no Active Messages, so that tests
# over all INLET_GUEST_MACHINES do not apply.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/llvm-patches/stock/machines)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/llvm-patches/stock/machines lines REGEX "^[a-z0-9]+ ")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^[a-z0-9]+" name "${line}")
  list(APPEND INLET_ASKED_MACHINES ${name})
endforeach()

# DIRECTORY of a machine's compiler and library, beside the TOOLCHAIN of the others.
function(inlet_machine_toolchain directory machine toolchain)
  if(machine IN_LIST INLET_ASKED_MACHINES)
    string(APPEND toolchain "-${machine}")
  endif()
  set(${directory} ${toolchain} PARENT_SCOPE)
endfunction()
