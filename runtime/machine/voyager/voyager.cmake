# CMake's toolchain file for programs of StarT-Voyager's sites: cmake -DCMAKE_TOOLCHAIN_FILE=.../voyager.cmake
#
# It is in the directory of the toolchain, beside bin/ and voyager/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); VOYAGER_RUN has its options (default: 1 node).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR powerpc)

set(voyager_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${voyager_bin}/voyager-clang)
set(CMAKE_CXX_COMPILER ${voyager_bin}/voyager-clang++)
set(CMAKE_ASM_COMPILER ${voyager_bin}/voyager-clang)
set(CMAKE_AR ${voyager_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${voyager_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${voyager_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${voyager_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${voyager_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${voyager_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/voyager)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(VOYAGER_RUN "--machine;voyager;--nodes;1" CACHE STRING "Options of inlet run for add_test()")
find_program(VOYAGER_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(VOYAGER_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${VOYAGER_INLET} run ${VOYAGER_RUN})
endif()
