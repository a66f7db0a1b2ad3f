# A program without a dynamic linker starts in half of the time (docs/benchmarks.md), so `inlet` is one where all that it needs
# is there as archives, as on Debian 12. Otherwise it has shared libraries. Gives INLET_STATIC, and what the emulator links:
# INLET_FMT, INLET_LIBDW, INLET_ZSTD, INLET_CAPSTONE. Those who link the installed library have shared ones in any case.
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CAPSTONE REQUIRED IMPORTED_TARGET capstone)
pkg_check_modules(LIBELF REQUIRED IMPORTED_TARGET libelf)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)

set(INLET_FMT fmt::fmt)
set(INLET_LIBDW PkgConfig::LIBDW PkgConfig::LIBELF)
set(INLET_ZSTD PkgConfig::ZSTD)
# As an archive in any case: the dynamic linker would relocate its 1.8 MB of tables at each start.
find_library(INLET_CAPSTONE_ARCHIVE libcapstone.a)
set(INLET_CAPSTONE PkgConfig::CAPSTONE)
if(INLET_CAPSTONE_ARCHIVE)
  set(INLET_CAPSTONE $<BUILD_INTERFACE:${INLET_CAPSTONE_ARCHIVE}> $<INSTALL_INTERFACE:PkgConfig::CAPSTONE>)
endif()

set(INLET_STATIC OFF)
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND INLET_SANITIZE STREQUAL OFF)
  find_library(INLET_ZSTD_ARCHIVE libzstd.a)
  set(dwarf_archives)
  foreach(name IN ITEMS dw elf lzma bz2 z)
    find_library(INLET_${name}_ARCHIVE lib${name}.a)
    list(APPEND dwarf_archives ${INLET_${name}_ARCHIVE})
  endforeach()
  set(archives ${dwarf_archives} ${INLET_ZSTD_ARCHIVE} ${INLET_CAPSTONE_ARCHIVE})
  if(NOT archives MATCHES NOTFOUND)
    # The package of fmt has no archive. This one has every function of its headers.
    set(fmt_source ${CMAKE_CURRENT_LIST_DIR}/emulator/cli/fmt_functions.cpp)
    # The compiler looks frames up for exceptions in a table, which it has for shared programs only; in static ones it sorts
    # them all at the first exception, in 2 ms. So this asks for the table, and registers nothing.
    set(INLET_STATIC_OPTIONS -static -no-pie
        -Wl,--eh-frame-hdr,--wrap=__register_frame_info,--wrap=__deregister_frame_info)
    if(NOT DEFINED INLET_STATIC_WORKS)
      try_run(INLET_STATIC_STATUS INLET_STATIC_LINKS ${PROJECT_BINARY_DIR}/static_link
          SOURCES ${CMAKE_CURRENT_LIST_DIR}/emulator/cli/static_link_probe.cpp ${fmt_source}
          CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${LIBDW_INCLUDE_DIRS}
          COMPILE_DEFINITIONS -fkeep-inline-functions
          LINK_OPTIONS ${INLET_STATIC_OPTIONS} LINK_LIBRARIES ${archives}
          CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON)
      if(INLET_STATIC_LINKS AND INLET_STATIC_STATUS EQUAL 0)
        set(INLET_STATIC_WORKS ON CACHE INTERNAL "")
      else()
        set(INLET_STATIC_WORKS OFF CACHE INTERNAL "")
      endif()
    endif()
    set(INLET_STATIC ${INLET_STATIC_WORKS})
  endif()
endif()
if(INLET_STATIC)
  add_library(inlet_fmt STATIC ${fmt_source})
  set_target_properties(inlet_fmt PROPERTIES UNITY_BUILD OFF)
  target_compile_options(inlet_fmt PRIVATE -fkeep-inline-functions -ffunction-sections)
  target_include_directories(inlet_fmt SYSTEM PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
  set(INLET_FMT $<BUILD_INTERFACE:inlet_fmt> $<INSTALL_INTERFACE:fmt::fmt>)
  list(TRANSFORM dwarf_archives REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
  set(INLET_LIBDW ${dwarf_archives} $<INSTALL_INTERFACE:PkgConfig::LIBDW> $<INSTALL_INTERFACE:PkgConfig::LIBELF>)
  set(INLET_ZSTD $<BUILD_INTERFACE:${INLET_ZSTD_ARCHIVE}> $<INSTALL_INTERFACE:PkgConfig::ZSTD>)
endif()
