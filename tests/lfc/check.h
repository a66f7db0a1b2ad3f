// CHECK of the programs in this folder: counts failed conditions, and prints the first three.
#pragma once

#include <am_core.h>
#include <stdio.h>

static int wrong;

static void check_failed(int line, const char *what) {
    if (wrong++ < 3) printf("%d: line %d: %s\n", am_my_proc(), line, what);
}
#define CHECK(condition) ((condition) ? (void)0 : check_failed(__LINE__, #condition))
