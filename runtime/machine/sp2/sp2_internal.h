// Shared by am_core.c and am_bulk.c.
#pragma once

#include <sp2_am.h>

extern struct sp2_endpoint __am_endpoint;
/// Asks the adapter for this node's number.
void __am_start(void);

/// Transfers that other nodes have requested. Polls of main send them, as requests: a handler
/// cannot wait for the window, and replies must find room in theirs.
extern unsigned __am_gets_open;
/// 1: the program ends (am_core.c). That is counted in __am_gets_open.
extern unsigned __am_ends;
/// Sends those for which there is room; at the end of the program, acknowledges.
void __am_serve_gets(void);
