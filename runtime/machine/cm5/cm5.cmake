# CMake's toolchain file for programs of a CM-5's nodes: cmake -DCMAKE_TOOLCHAIN_FILE=.../cm5.cmake
#
# It is in the directory of the toolchain, beside bin/ and cm5/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); CM5_RUN has its options (default: 1 node).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR sparc)

set(cm5_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${cm5_bin}/cm5-clang)
set(CMAKE_CXX_COMPILER ${cm5_bin}/cm5-clang++)
set(CMAKE_ASM_COMPILER ${cm5_bin}/cm5-clang)
set(CMAKE_AR ${cm5_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${cm5_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${cm5_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${cm5_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${cm5_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${cm5_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/cm5)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CM5_RUN "--machine;cm5;--nodes;1" CACHE STRING "Options of inlet run for add_test()")
find_program(CM5_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(CM5_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CM5_INLET} run ${CM5_RUN})
endif()
