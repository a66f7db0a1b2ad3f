// Shared by the files of Split-C's runtime.
#pragma once

#include <fail.h>
#include <splitc_core.h>

/// The values that collectives carry from one processor to another.
typedef struct {
    uint32_t word[2];
} splitc_value;

/// *left becomes the combination of `left` and `right`; `right` is of later processors.
typedef void (*splitc_combine)(splitc_value *left, const splitc_value *right);

/// One collective, from its beginning to its end on this processor.
typedef struct {
    unsigned number;      ///< number among this run's collectives; the same on every processor
    const char *name;     ///< and its address is the same, too
    void *return_address; ///< the call, for error messages
} splitc_call;
splitc_call splitc_enter(const char *name, void *return_address);

/// How many children this processor has: 0, 1, ... are processors MYPROC + 1, + 2, + 4 ...
unsigned splitc_children(void);

/// Up the tree: *value becomes the value of this processor and its subtree, and goes to the parent.
/// If `below` is given, below[k] is the value of this processor and its children before child k.
void splitc_up(const splitc_call *call, splitc_combine combine, splitc_value *value,
               splitc_value *below);

/// One edge. The root has no parent: a send to it does nothing, and a receive from it returns 0.
void splitc_to_parent(const splitc_call *call, const splitc_value *value);
void splitc_from_child(const splitc_call *call, unsigned k, splitc_value *value);
int splitc_from_parent(const splitc_call *call, splitc_value *value);
void splitc_to_child(const splitc_call *call, unsigned k, const splitc_value *value);
void splitc_to_children(const splitc_call *call, const splitc_value *value);

/// After a collective without a way up or without a way down.
void splitc_acknowledge_down(void);
void splitc_acknowledge_up(void);

void splitc_heap_start(void);

/// When splitc_main has returned: waits until all operations of all processors are complete.
void splitc_end_of_main(void);

/// A Split-C program from its start to its end.
static inline int splitc_whole(int argc, char **argv) {
    splitc_heap_start();
    barrier();
    const int status = splitc_main(argc, argv);
    splitc_end_of_main();
    return status;
}

enum { splitc_levels = 16 };
