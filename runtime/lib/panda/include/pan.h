// Panda-ST on LFC (Bhoedjang's thesis, 001, chapter 6 and 7.4.1): the calls of <pan_system.h> for
// programs with one thread. Handlers run on main's stack, in pan_poll and in calls that wait; they
// may send and consume.
#pragma once

#ifdef PAN_MT_H
#error "a program uses <pan.h> or <pan_mt.h>"
#endif
#define PAN_ST_H

#include <pan_system.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PAN_RPC_PROTO = PAN_PROTO - 8 };

/// Handles at most one packet that has arrived.
void pan_poll(void);
/// Waits until a packet arrives, and handles it.
void pan_wait(void);

/// How many of `bytes` bytes pan_unicast can send now, without waiting for packets, in a message
/// with a header of `proto_size` bytes; -1: no message.
int pan_room(unsigned bytes, int proto_size);

#ifdef __cplusplus
}
#endif
