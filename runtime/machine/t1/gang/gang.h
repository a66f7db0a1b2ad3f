// Time-sharing: all nodes switch between programs at once (CSD-94-823 3.6, docs/gang.md). Needs a
// machine with `gang_scheduling`.
#pragma once

/// A program: runs on every node, in user mode, with stacks of its own. It ends when all nodes have
/// returned from `main`; until then a node that has goes on handling messages. It may use the whole
/// network interface and <am.h>, one program Split-C (splitc_run()); not the libraries' state that
/// another may have half changed, such as that of printf and malloc.
struct gang_program {
    const char *name;
    void (*main)(void);
};

#define GANG_PROGRAMS 4 // at most

/// What a run was like, on all nodes together.
struct gang_totals {
    unsigned switches; ///< of all nodes at once
    unsigned stored;   ///< messages that were in the network then, or not yet taken
    unsigned away;     ///< of these, at another node than their destination's
    unsigned vectors;  ///< of those stored: with a vector
    unsigned copies;   ///< of those stored: a multicast's at one of its nodes
    unsigned rests;    ///< of those stored: a multicast with nodes that had no copy yet
};

/// Runs the programs, each for `slice` cycles at a time, until all have ended; then `done` on every
/// node, in kernel mode. All nodes call it, in kernel mode, with the same arguments; not on a
/// machine with I/O nodes. A kernel with no room for another stored message ends the run.
void gang_run(const struct gang_program *programs, int count, unsigned slice,
              void (*done)(const struct gang_totals *totals)) __attribute__((noreturn));
