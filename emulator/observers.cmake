# inlet_observe: observers of runs, and their results. One library of six folders:
#   trace/ files of runs    analysis/ numbers from events    report/ tables and text    export/ other tools' formats
#   (with cpu/NAME/text.cpp and ni/NAME/text.cpp: what they say of instructions and of messages)
#   view/ the page          check/ rules that a run must keep
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)

# The page of 'inlet view' is compiled in; it is one file without other resources.
set(page view/page.html view/style.css view/script.js)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
file(READ view/page.html INLET_VIEW_MARKUP)
file(READ view/style.css INLET_VIEW_STYLE)
file(READ view/script.js INLET_VIEW_SCRIPT)
configure_file(view/view_page.h.in observers/view/view_page.h @ONLY)

add_library(inlet_observe STATIC
    report/annotate.cpp
    analysis/call_stack.cpp
    check/check_am.cpp
    analysis/cost_totals.cpp
    analysis/program_costs.cpp
    analysis/call_tree.cpp
    analysis/categories.cpp
    report/difference.cpp
    analysis/disassembler.cpp
    cpu/processors.cpp cpu/lanai/text.cpp cpu/mips/text.cpp cpu/ncube/text.cpp cpu/ppc/text.cpp cpu/sparc/text.cpp cpu/x86/text.cpp
    ni/interface_texts.cpp ni/cm5/text.cpp ni/myrinet/text.cpp ni/ncube2/text.cpp ni/sp2/text.cpp ni/voyager/text.cpp
    report/event_list.cpp
    report/explain.cpp
    export/export.cpp
    export/export_callgrind.cpp
    export/export_folded.cpp
    export/export_kanata.cpp
    export/export_perfetto.cpp
    analysis/functions.cpp
    analysis/ledger.cpp
    analysis/loop_turn.cpp
    analysis/message_log.cpp
    analysis/mpi_calls.cpp
    report/mpi_table.cpp
    report/message_path.cpp
    trace/output_file.cpp
    analysis/polls.cpp
    analysis/profile.cpp
    trace/record_player.cpp
    trace/recording.cpp
    report/report.cpp
    analysis/round_trip.cpp
    report/round_trip_output.cpp
    trace/run_player.cpp
    trace/run_recorder.cpp
    report/run_line.cpp
    report/run_summary.cpp
    report/sections.cpp report/traffic_sections.cpp
    report/table.cpp
    trace/trace_filter.cpp
    trace/trace_frames.cpp
    trace/event_words.cpp trace/trace_hash.cpp trace/trace_hash_lanes.cpp
    trace/trace_header.cpp
    trace/trace_output.cpp
    trace/trace_reader.cpp
    analysis/trace_totals.cpp
    trace/trace_writer.cpp
    analysis/traffic.cpp
    analysis/trip_bounds.cpp
    analysis/wait_finder.cpp
    analysis/wait_meter.cpp
    analysis/wiring.cpp
    analysis/window_traps.cpp
    analysis/adapter_trips.cpp
    report/trip_lines.cpp
    analysis/turn_code.cpp
    analysis/event_names.cpp
    view/view.cpp
    analysis/cause_split.cpp)
set_source_files_properties(report/run_line.cpp report/sections.cpp report/traffic_sections.cpp report/table.cpp trace/trace_header.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON) # names like another's
target_include_directories(inlet_observe PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/observers)
target_link_libraries(inlet_observe
    PUBLIC inlet_machine
    PRIVATE nlohmann_json::nlohmann_json ${INLET_FMT} ${INLET_CAPSTONE} ${INLET_ZSTD})

if(BUILD_TESTING)
    find_package(GTest REQUIRED)
    add_executable(observe_test
        tests/observers/call_stack_test.cpp
        tests/observers/check_am_test.cpp
        tests/observers/disassembler_test.cpp
        tests/observers/inspect_test.cpp
        tests/observers/profile_test.cpp
        tests/observers/round_trip_test.cpp
        tests/observers/run_trace_test.cpp
        tests/observers/table_test.cpp
        tests/observers/trace_hash_test.cpp
        tests/observers/trace_test.cpp
        tests/observers/turns_test.cpp
        tests/observers/wait_test.cpp)
    target_link_libraries(observe_test
        PRIVATE inlet_observe inlet_machine nlohmann_json::nlohmann_json GTest::gtest_main)
    target_compile_options(observe_test PRIVATE ${INLET_TEST_OPTIONS})
    set_target_properties(observe_test PROPERTIES UNITY_BUILD ON)
    inlet_unit_tests(observe_test)
endif()
