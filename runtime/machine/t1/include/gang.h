// Time-sharing: all nodes switch programs at the same time (CSD-94-823 3.6, docs/gang.md). Needs a
// machine with `gang_scheduling`.
#pragma once

/// A program: runs on every node, in user mode, with its own stacks. It ends when all nodes have
/// returned from `main`; a node that has returned continues to handle messages until then. It may
/// use the whole network interface and <am.h>, and one program Split-C (splitc_run()); not library
/// state that another program may have changed halfway, such as that of printf and malloc.
struct gang_program {
    const char *name;
    void (*main)(void);
};

#define GANG_PROGRAMS 4 // at most

/// Statistics of a run, over all nodes.
struct gang_totals {
    unsigned switches; ///< switches of all nodes
    unsigned stored;   ///< messages in the network then, or not yet taken
    unsigned away;     ///< of these, at a node other than their destination
    unsigned vectors;  ///< of those stored: with a vector
    unsigned copies;   ///< of those stored: a multicast's at one of its nodes
    unsigned rests;    ///< of those stored: a multicast with nodes that had no copy yet
};

/// Runs the programs, each for `slice` cycles at a time, until all have ended; then `done` on every
/// node, in kernel mode. All nodes call it, in kernel mode, with the same arguments; not on a
/// machine with I/O nodes. If a kernel has no room for another stored message, the run ends.
void gang_run(const struct gang_program *programs, int count, unsigned slice,
              void (*done)(const struct gang_totals *totals)) __attribute__((noreturn));
