// run: --nodes 2
// Active Messages beside Panda-MT: node 1 sends numbered Active Messages, and between them messages
// of Panda that wake a more important thread on node 0. Both threads there poll. Each handler runs
// to its end before the next one, in the order in which the messages were sent.
#include <am.h>
#include <pan_mt.h>
#include <stdio.h>

enum { count = 600, period = 3 };

static pan_port_p port;
static pan_mutex_p mutex;
static pan_cond_p woken_up;
static int wake_ups, wrong, is_inside;
static volatile int got;

static void number(int src, int n) {
    (void)src;
    if ((AM_ORDERED && n != got) || is_inside++) ++wrong;
    for (volatile int i = 0; i < 20; ++i) {
    }
    --is_inside;
    ++got;
}

static void wake_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    pan_mutex_lock(mutex);
    ++wake_ups;
    pan_cond_signal(woken_up);
    pan_mutex_unlock(mutex);
}

static void important(void *arg) {
    (void)arg;
    for (int i = 0; i < count / period; ++i) {
        pan_mutex_lock(mutex);
        while (wake_ups == i) pan_cond_wait(woken_up);
        pan_mutex_unlock(mutex);
        am_poll();
    }
}

int main(void) {
    pan_init();
    port = pan_port_create(wake_h);
    mutex = pan_mutex_create();
    woken_up = pan_cond_create(mutex);
    am_enable(AM_INTERRUPTS);
    if (pan_my_pid() == 0) {
        pan_thread_p t = pan_thread_create(important, 0, 0, 5);
        pan_thread_yield();
        while (got < count) {
            for (volatile int i = 0; i < 300; ++i) { // several messages come meanwhile
            }
            am_poll();
        }
        pan_thread_join(t);
        printf("%d wrong\n", wrong);
    } else {
        for (int n = 0; n < count; ++n) {
            am_request_1(0, number, n);
            if (n % period == 0) pan_send(0, port, 0, 0, 0, 0);
        }
    }
    pan_end();
}
