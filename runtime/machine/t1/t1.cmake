# CMake's toolchain file for programs of T1's nodes: cmake -DCMAKE_TOOLCHAIN_FILE=.../t1.cmake
#
# It is in the directory of the toolchain, beside bin/ and t1/, and finds everything from there. `inlet`, if it is
# installed with the toolchain or on the PATH, runs the programs of add_test(); T1_RUN has its options (default: 4 nodes).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR mips)

set(t1_bin ${CMAKE_CURRENT_LIST_DIR}/bin)
set(CMAKE_C_COMPILER ${t1_bin}/t1-clang)
set(CMAKE_CXX_COMPILER ${t1_bin}/t1-clang++)
set(CMAKE_ASM_COMPILER ${t1_bin}/t1-clang)
set(CMAKE_AR ${t1_bin}/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${t1_bin}/llvm-ranlib CACHE FILEPATH "")
foreach(language IN ITEMS C CXX) # for the compiler: check_ipo_supported() and -flto look these up
  set(CMAKE_${language}_COMPILER_AR ${t1_bin}/llvm-ar CACHE FILEPATH "")
  set(CMAKE_${language}_COMPILER_RANLIB ${t1_bin}/llvm-ranlib CACHE FILEPATH "")
endforeach()
set(CMAKE_OBJCOPY ${t1_bin}/llvm-objcopy CACHE FILEPATH "")
set(CMAKE_OBJDUMP ${t1_bin}/llvm-objdump CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .elf)

# Libraries and headers come from the nodes' toolchain, programs from this computer.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/t1)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(T1_RUN "--machine;t1;--nodes;4" CACHE STRING "Options of inlet run for add_test()")
find_program(T1_INLET inlet HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../bin)
if(T1_INLET)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${T1_INLET} run ${T1_RUN})
endif()
