#pragma once

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

/// Ends this node's program; its handlers go on (docs/t1-abi.md). From main and from handlers.
_Noreturn void exit(int status);
/// exit(134), as a shell reports SIGABRT.
_Noreturn void abort(void);
int atoi(const char *text);
int abs(int value);
