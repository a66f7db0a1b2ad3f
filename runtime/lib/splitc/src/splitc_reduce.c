#include "splitc_reduce.h"

void splitc_reduce_to_one(const char *name, void *caller, splitc_combine combine,
                          splitc_value *value) {
    const splitc_call call = splitc_enter(name, caller);
    splitc_up(&call, combine, value, 0);
    splitc_acknowledge_up();
    if (MYPROC) *value = (splitc_value){{0, 0}};
}

void splitc_reduce_to_all(const char *name, void *caller, splitc_combine combine,
                          splitc_value *value) {
    const splitc_call call = splitc_enter(name, caller);
    splitc_up(&call, combine, value, 0);
    splitc_from_parent(&call, value);
    splitc_to_children(&call, value);
}

// On the way up a processor receives each child's value; on the way down, the value of all
// processors before itself: a child gets that combined with the values before it here.
void splitc_scan(const char *name, void *caller, splitc_combine combine, splitc_value *value) {
    const splitc_call call = splitc_enter(name, caller);
    splitc_value own = *value, below[splitc_levels], before;
    splitc_up(&call, combine, value, below);
    const int some_before = splitc_from_parent(&call, &before);
    for (unsigned k = 0, n = splitc_children(); k < n; ++k) {
        splitc_value left = below[k];
        if (some_before) {
            left = before;
            combine(&left, &below[k]);
        }
        splitc_to_child(&call, k, &left);
    }
    if (some_before) {
        combine(&before, &own);
        own = before;
    }
    *value = own;
}
