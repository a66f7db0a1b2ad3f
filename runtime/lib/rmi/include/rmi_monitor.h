// Monitors as in Java (Bhoedjang's thesis, 001, 7.2.1): mutual exclusion and waiting at any point
// of a method. <rmi.hpp> wraps them. A thread may hold monitors while it calls remote methods; this
// is the difference from Panda's mutexes.
#pragma once

#include <pan_threads.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Threads enter in the order in which they came or were notified. All zero: free.
typedef struct {
    pan_thread_p owner;
    unsigned depth; ///< how often the owner has entered it
    struct rmi_threads {
        pan_thread_p first, last;
    } entering, waiting; ///< waiting: for a notification
} rmi_monitor_t;

/// Waits until no other thread owns the monitor. The owner may enter it again.
void rmi_monitor_enter(rmi_monitor_t *m);
void rmi_monitor_exit(rmi_monitor_t *m);
/// Gives the monitor away, waits for a notification, and enters the monitor again. The caller owns
/// the monitor, as for the following functions.
void rmi_monitor_wait(rmi_monitor_t *m);
/// Lets the thread that has waited longest, or all, enter the monitor after its owner.
void rmi_monitor_notify(rmi_monitor_t *m);
void rmi_monitor_notify_all(rmi_monitor_t *m);

#ifdef __cplusplus
}
#endif
