# CMake's toolchain file for programs of the hosts of a Myrinet: cmake -DCMAKE_TOOLCHAIN_FILE=.../myrinet.cmake
#
# It is in the directory of the toolchain, beside bin/ and myrinet/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); MYRINET_RUN has its options (default: 1 node).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR i386)

set(myrinet_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${myrinet_bin}/myrinet-clang)
set(CMAKE_CXX_COMPILER ${myrinet_bin}/myrinet-clang++)
set(CMAKE_ASM_COMPILER ${myrinet_bin}/myrinet-clang)
set(CMAKE_AR ${myrinet_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${myrinet_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${myrinet_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${myrinet_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${myrinet_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${myrinet_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/myrinet)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(MYRINET_RUN "--machine;myrinet;--nodes;1" CACHE STRING "Options of inlet run for add_test()")
find_program(MYRINET_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(MYRINET_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${MYRINET_INLET} run ${MYRINET_RUN})
endif()
