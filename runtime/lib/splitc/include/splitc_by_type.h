// Reductions and scans by the type of their argument. Part of <splitc.h> and <split-c/split-c.h>.
#pragma once

#include <splitc_core.h>

// clang-format off
#define SPLITC_BY_TYPE_(f, op, value)                                                              \
    _Generic(+(value), SPLITC_INTEGERS_(f, op), float: f##_f##op, double: f##_d##op)(value)
#define SPLITC_BY_WORD_(f, op, value) _Generic(+(value), SPLITC_INTEGERS_(f, op))(value)
#define SPLITC_INTEGERS_(f, op)                                                                    \
    int: f##_i##op, unsigned: f##_u##op, long: f##_l##op, unsigned long: f##_ul##op,               \
    long long: f##_ll##op, unsigned long long: f##_ull##op
// clang-format on

/// Collective. Combines one value of each processor, all of one type: an integer of 32 or 64 bits
/// (smaller ones are ints), float or double; `or` and `and` of integers only. to_one: processor 0
/// gets the result, others get 0. to_all: all get it. scan: of the processors 0 to MYPROC. Values
/// are combined in an order that depends on PROCS only, so sums of floats are the same in every
/// run. Sums of integers wrap. max and min ignore NaNs: the result is a NaN if all values are.
#define all_reduce_to_one_add(value) SPLITC_BY_TYPE_(all_reduce_to_one, add, value)
#define all_reduce_to_one_max(value) SPLITC_BY_TYPE_(all_reduce_to_one, max, value)
#define all_reduce_to_one_min(value) SPLITC_BY_TYPE_(all_reduce_to_one, min, value)
#define all_reduce_to_one_or(value) SPLITC_BY_WORD_(all_reduce_to_one, or, value)
#define all_reduce_to_one_and(value) SPLITC_BY_WORD_(all_reduce_to_one, and, value)
#define all_reduce_to_all_add(value) SPLITC_BY_TYPE_(all_reduce_to_all, add, value)
#define all_reduce_to_all_max(value) SPLITC_BY_TYPE_(all_reduce_to_all, max, value)
#define all_reduce_to_all_min(value) SPLITC_BY_TYPE_(all_reduce_to_all, min, value)
#define all_reduce_to_all_or(value) SPLITC_BY_WORD_(all_reduce_to_all, or, value)
#define all_reduce_to_all_and(value) SPLITC_BY_WORD_(all_reduce_to_all, and, value)
#define all_scan_add(value) SPLITC_BY_TYPE_(all_scan, add, value)
#define all_scan_max(value) SPLITC_BY_TYPE_(all_scan, max, value)
#define all_scan_min(value) SPLITC_BY_TYPE_(all_scan, min, value)
#define all_scan_or(value) SPLITC_BY_WORD_(all_scan, or, value)
#define all_scan_and(value) SPLITC_BY_WORD_(all_scan, and, value)
