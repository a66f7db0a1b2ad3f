// Between the files of Split-C's runtime.
#pragma once

#include <fail.h>
#include <splitc_core.h>

/// What collectives carry from one processor to another.
typedef struct {
    uint32_t word[2];
} splitc_value;

/// *left becomes the value of `left` and `right`, which are those of processors that follow.
typedef void (*splitc_combine)(splitc_value *left, const splitc_value *right);

/// One collective, from its beginning to its end on this processor.
typedef struct {
    unsigned number;      ///< of the collectives of this run; the same on every processor
    const char *name;     ///< and so is its address
    void *return_address; ///< the call, for messages
} splitc_call;
splitc_call splitc_enter(const char *name, void *return_address);

/// How many children this processor has: 0, 1, ... are processors MYPROC + 1, + 2, + 4 ...
unsigned splitc_children(void);

/// Up the tree: *value becomes that of this processor and of those below, and goes to the parent.
/// Where `below` is given, below[k] is that of this processor and its children before child k.
void splitc_up(const splitc_call *call, splitc_combine combine, splitc_value *value,
               splitc_value *below);

/// One edge. The root has no parent: nothing goes there, and 0 says that nothing came from there.
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

/// A Split-C program from its beginning to its end.
static inline int splitc_whole(int argc, char **argv) {
    splitc_heap_start();
    barrier();
    const int status = splitc_main(argc, argv);
    splitc_end_of_main();
    return status;
}

enum { splitc_levels = 16 };
