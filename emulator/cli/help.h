// Examples that --help prints after the options.
#pragma once

namespace inlet::cli {

inline constexpr const char *main_footer = R"(Examples:
  inlet run kernel.elf                        16 nodes of a T1 execute kernel.elf
  inlet run --nodes 4 --trace k.trace kernel.elf 100
                                              4 nodes; 100 is the program's; everything is recorded
  inlet gdb --nodes 4 kernel.elf              the same under gdb; every node is a thread
  inlet hunt --nodes 4 kernel.elf             does the result depend on the order of arrival?
  inlet sweep --set costs.send=2,5,9 kernel.elf
                                              what does it cost on variants of a machine?
  inlet compare kernel.c --on t1,cm5,sp2      what does it cost on other machines?
  inlet report k.trace                        a request and its reply, instruction by instruction
  inlet annotate k.trace                      the costliest function, cycles beside source lines
  inlet path --slowest k.trace                the life of the slowest message
  inlet view -o k.html k.trace                a page for the browser: time line, messages, costs
  inlet export --perfetto -o k.pftrace k.trace
                                              a time line for ui.perfetto.dev
  inlet machines t1                           every number of the machine, and who says so
  inlet logp                                  what messages cost on it: overheads, bandwidth, LogP
  inlet reproduce t1                          what the T1 paper says beside what compiled code does

'inlet COMMAND --help' tells more. Programs are made with 't1-clang -O2 kernel.c -o kernel.elf'.)";

inline constexpr const char *run_footer = R"(Options after PROGRAM are the program's own.

Examples:
  inlet run kernel.elf                        output line by line, marked with its node
  inlet run --nodes 1 --summary kernel.elf    afterwards: instructions, cycles, messages, waiting
  inlet run --trace k.trace kernel.elf        record; read it with 'inlet report k.trace'
  inlet run --machine my.json --json kernel.elf > result.json
  inlet run --check-am kernel.elf             are its message handlers what they should be?
  inlet run --checkpoint-every 1000000000 kernel.elf
  inlet run --resume kernel-003000000000.snapshot kernel.elf
  inlet run --gdb 3333 kernel.elf             then: gdb-multiarch kernel.elf -ex 'target remote :3333'
  inlet run --jitter 17 kernel.elf            with the delays that 'inlet hunt' found a race with

Exit status: the program's (the first node's that is not 0); 1 --check-am found something; 2 wrong
usage or input; 3 a node faulted; 4 --max-cycles reached; 5 deadlock, or the run has stalled; 130 interrupted.
docs/cli.md has the details.)";

inline constexpr const char *gdb_footer =
    R"(Starts the run and gdb-multiarch, connected to it, on this terminal. Every node is a thread: 'info
threads', 'thread 3'. Going back works too: 'reverse-continue', 'reverse-stepi'. 'monitor help' lists
what else can be asked. 'inlet run --gdb PORT' waits for a gdb that you start yourself.

Examples:
  inlet gdb --nodes 4 kernel.elf
  inlet gdb --jitter 17 kernel.elf            where 'inlet hunt' found a race

docs/debugging.md shows a session.)";

inline constexpr const char *hunt_footer =
    R"(Runs PROGRAM without jitter, then with seeds 1 to N, and compares how the run ends, the exit status
of each node and the lines of each node. The first seed that differs is reported with the command
that repeats it. Programs that print times need --ignore or --ignore-output.

Examples:
  inlet hunt kernel.elf                       100 seeds
  inlet hunt --seeds 1000 --nodes 4 kernel.elf
  inlet hunt --ignore '[0-9]+ cycles' kernel.elf
  inlet hunt --seeds 1000 --plan done kernel.elf | parallel    elsewhere, or with --resume
  inlet hunt --seeds 1000 --gather done kernel.elf             what these have found

Exit status: 0 all the same; 1 one differs, the run without jitter fails, or results are missing; 2
wrong usage or input; 130 interrupted. With --result: 0, whatever the result says.)";

inline constexpr const char *sweep_footer =
    R"(Runs PROGRAM once for every combination of the values of --set and --nodes, several at a time, and
prints a line for each: cycles, instructions, messages, and where the cycles of all nodes went.
Parts of a key may be shortened: net.hop=1,2,4. 'inlet machines NAME' lists the keys.

Examples:
  inlet sweep --set network.hop_latency=1,2,4 --nodes 4,16 kernel.elf
  inlet sweep --set costs.send=1:9:2 kernel.elf       1, 3, 5, 7, 9
  inlet sweep --machine my.json --set costs.send=1,5 --set dispatch=1,5 --csv kernel.elf > costs.csv
  inlet sweep --set costs.send=1:100 --plan done kernel.elf | parallel
  inlet sweep --set costs.send=1:100 --gather done kernel.elf

Exit status: 0; 1 a run fails, its program exits with another status than 0, or results are missing;
2 wrong usage or input, before anything runs; 130 interrupted. With --result: 0, whatever the result
says.)";

inline constexpr const char *compare_footer =
    R"(Compiles the sources for each machine with its compiler (-O2 unless an option says otherwise), runs
each program, and prints a line for each machine, then what differs most from the first and why.
Words that are no options of inlet go to the compilers: more sources, -O3, -DN=4, -lmpi. Every word
behind --args goes to the program.

Examples:
  inlet compare kernel.c --on t1,cm5,sp2,ncube2-x86
  inlet compare kernel.c --on cm5,cm5-xnet,sp2,sp2-xnet --nodes 4 --args 100
  inlet compare main.c work.cpp -O3 -DN=64 -lmpi --on t1,cm5 --csv > results.csv
  inlet compare kernel.c --on t1,cm5 --ignore '[0-9]+ cycles'
  inlet compare kernel.c --on t1,cm5 --keep out     then: inlet run --trace k.trace out/t1/kernel.elf

Exit status: 0; 1 a source does not compile, a compiler is not there, a run fails, or machines print
different lines; 2 wrong usage or input, before anything is compiled; 130 interrupted.)";

inline constexpr const char *machines_footer = R"(Examples:
  inlet machines                 the list
  inlet machines t1              its numbers, each with its source or 'assumed'
  inlet machines t1 --json > my.json
                                 a start for a machine of your own: inlet run --machine my.json ...)";

inline constexpr const char *reproduce_footer =
    R"(It shows the inputs that come from the paper, then what was measured, then every instruction that was.

Examples:
  inlet reproduce t1
  inlet reproduce t1 --machine my.json        the same code on other numbers
  inlet reproduce t1 --set costs.ctc2=2
  inlet reproduce t1 --json | jq '.results[] | {id, cycles, paper}')";

inline constexpr const char *logp_footer =
    R"(Runs one program that measures with the machine's own clock, and watches it. docs/logp.md says how
each number is taken.

Examples:
  inlet logp                                  T1, 16 nodes
  inlet logp --nodes 8x8 --instructions       and which instructions they are
  inlet logp --set costs.send=1 --csv > logp.csv
  inlet logp --json | jq .logp)";

inline constexpr const char *annotate_footer =
    R"(Examples:
  inlet annotate k.trace                    the costliest function
  inlet annotate k.trace fetch_add          this one
  inlet annotate --hot 5 k.trace            the five costliest
Source lines need a program compiled with -g that is still the one that ran.)";

inline constexpr const char *path_footer =
    R"(Examples:
  inlet path --slowest k.trace
  inlet path --message 3:17 k.trace         the 17th message that node 3 sent)";

inline constexpr const char *diff_footer =
    R"(Functions and handlers are compared by name; the programs need not be the same.

Examples:
  inlet diff before.trace after.trace
  inlet diff --section functions --csv before.trace after.trace > functions.csv)";

inline constexpr const char *explain_footer =
    R"(Examples:
  inlet explain                             all causes
  inlet explain dispatch
  inlet explain --machine my.json cache)";

inline constexpr const char *export_footer =
    R"(Examples:
  inlet export --perfetto -o k.pftrace k.trace         open it in https://ui.perfetto.dev
  inlet export --callgrind -o callgrind.out k.trace    callgrind_annotate --inclusive=yes callgrind.out
  inlet export --folded -o k.folded k.trace            flamegraph.pl --countname cycles k.folded > k.svg
  inlet export --kanata --node 3 -o k.kanata k.trace)";

inline constexpr const char *view_footer =
    R"(The page has the keys in its own help: press ? in it.

Examples:
  inlet view -o k.html k.trace                and open k.html in a browser)";

inline constexpr const char *report_footer =
    R"(Without --message it shows the last request that another node answered.

Examples:
  inlet report k.trace                      round trip, nodes, totals
  inlet report --message 3:17 k.trace       the 17th message that node 3 sent
  inlet report --hot 10 k.trace             the 10 costliest functions, instructions and handlers
  inlet report --section latency,links k.trace
  inlet report --section matrix --csv k.trace > matrix.csv
  inlet report --json k.trace | jq .round_trip.parts)";

} // namespace inlet::cli
