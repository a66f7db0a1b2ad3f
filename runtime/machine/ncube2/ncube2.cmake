# CMake's toolchain file for programs of an nCUBE/2's x86 nodes: cmake -DCMAKE_TOOLCHAIN_FILE=.../ncube2.cmake
#
# It is in the directory of the toolchain, beside bin/ and ncube2/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); NCUBE2_RUN has its options (default: 1 node).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR i386)

set(ncube2_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${ncube2_bin}/ncube2-clang)
set(CMAKE_CXX_COMPILER ${ncube2_bin}/ncube2-clang++)
set(CMAKE_ASM_COMPILER ${ncube2_bin}/ncube2-clang)
set(CMAKE_AR ${ncube2_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${ncube2_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${ncube2_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${ncube2_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${ncube2_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${ncube2_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/ncube2)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(NCUBE2_RUN "--machine;ncube2-x86;--nodes;1" CACHE STRING "Options of inlet run for add_test()")
find_program(NCUBE2_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(NCUBE2_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${NCUBE2_INLET} run ${NCUBE2_RUN})
endif()
