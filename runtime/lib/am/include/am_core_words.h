// Names of short messages over one function for each number of words, am_short_KIND_N_. Part of
// <am_core.h>.
#pragma once

#define AM_SHORT_(kind, n, dest, h, ...) am_short_##kind##_##n##_(dest, (void *)(h), __VA_ARGS__)
#define AM_SHORT_FROM_(kind, n, m, dest, h, ...)                                                   \
    am_short_##kind##_##m##_(dest, (void *)(h), AM_WORD_(am_my_proc()) __VA_OPT__(, ) __VA_ARGS__)
#include <am_core_names.h>
