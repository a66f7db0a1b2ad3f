// Shared by am_core.c and am_bulk.c.
#pragma once

#include <sp2_am.h>

extern struct sp2_endpoint __am_endpoint;
/// Asks the adapter for this node's number.
void __am_start(void);

/// Transfers that other nodes have requested. Polls of main send them, as requests: a handler
/// cannot wait for the window, and replies must find room in theirs.
extern unsigned __am_gets_open;
/// Sends those for which there is room.
void __am_serve_gets(void);
