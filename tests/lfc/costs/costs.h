// A row of the tables of docs/mpi.md, docs/crl.md and docs/panda.md: cycles of the machine's clock,
// which all nodes share.
#pragma once

#include <am_core.h>
#include <stdio.h>

enum { rounds = 8 };

static void row(const char *what, unsigned cycles) { printf("%s: %u\n", what, cycles); }
