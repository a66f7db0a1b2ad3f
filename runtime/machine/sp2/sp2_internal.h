// What am_core.c and am_bulk.c have in common.
#pragma once

#include <sp2_am.h>

extern struct sp2_endpoint __am_endpoint;
/// Asks the adapter who this node is.
void __am_start(void);

/// Transfers that other nodes have asked for. They are sent from polls of main, as requests: in a
/// handler nothing can wait for the window, and replies must find room in theirs.
extern unsigned __am_gets_open;
/// Sends what has room of them.
void __am_serve_gets(void);
