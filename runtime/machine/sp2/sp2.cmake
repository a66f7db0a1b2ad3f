# CMake's toolchain file for programs of an SP-2's nodes: cmake -DCMAKE_TOOLCHAIN_FILE=.../sp2.cmake
#
# It is in the directory of the toolchain, beside bin/ and sp2/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); SP2_RUN has its options (default: 1 node).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR powerpc)

set(sp2_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${sp2_bin}/sp2-clang)
set(CMAKE_CXX_COMPILER ${sp2_bin}/sp2-clang++)
set(CMAKE_ASM_COMPILER ${sp2_bin}/sp2-clang)
set(CMAKE_AR ${sp2_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${sp2_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${sp2_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${sp2_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${sp2_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${sp2_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/sp2)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(SP2_RUN "--machine;sp2;--nodes;1" CACHE STRING "Options of inlet run for add_test()")
find_program(SP2_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(SP2_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${SP2_INLET} run ${SP2_RUN})
endif()
