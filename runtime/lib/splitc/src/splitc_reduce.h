// Reductions and scans of one type and operation.
#pragma once

#include "splitc_runtime.h"

void splitc_reduce_to_one(const char *name, void *caller, splitc_combine combine,
                          splitc_value *value);
void splitc_reduce_to_all(const char *name, void *caller, splitc_combine combine,
                          splitc_value *value);
void splitc_scan(const char *name, void *caller, splitc_combine combine, splitc_value *value);

#define SPLITC_COLLECTIVE(kind, letter, type, op)                                                  \
    type all_##kind##_##letter##op(type value) {                                                   \
        splitc_value v = {{0, 0}};                                                                 \
        __builtin_memcpy(&v, &value, sizeof value);                                                \
        splitc_##kind("all_" #kind "_" #op " of " #type, __builtin_return_address(0),              \
                      combine_##letter##op, &v);                                                   \
        __builtin_memcpy(&value, &v, sizeof value);                                                \
        return value;                                                                              \
    }

/// All operations of an integer type; sums wrap, computed in the unsigned type.
#define SPLITC_INTEGERS(letter, type, wraps)                                                       \
    SPLITC_DEFINE(letter, type, add, (type)((wraps)a + (wraps)b))                                  \
    SPLITC_DEFINE(letter, type, max, a > b ? a : b)                                                \
    SPLITC_DEFINE(letter, type, min, a < b ? a : b)                                                \
    SPLITC_DEFINE(letter, type, or, a | b)                                                         \
    SPLITC_DEFINE(letter, type, and, a &b)

/// `expression` combines a, of the processors before, and b, of those after.
#define SPLITC_DEFINE(letter, type, op, expression)                                                \
    static void combine_##letter##op(splitc_value *left, const splitc_value *right) {              \
        type a, b;                                                                                 \
        __builtin_memcpy(&a, left, sizeof a);                                                      \
        __builtin_memcpy(&b, right, sizeof b);                                                     \
        a = expression;                                                                            \
        __builtin_memcpy(left, &a, sizeof a);                                                      \
    }                                                                                              \
    SPLITC_COLLECTIVE(reduce_to_one, letter, type, op)                                             \
    SPLITC_COLLECTIVE(reduce_to_all, letter, type, op)                                             \
    SPLITC_COLLECTIVE(scan, letter, type, op)
