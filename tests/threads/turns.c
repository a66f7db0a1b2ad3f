// Two threads take turns, of which one does thirty times as much, and a third one waits: reports
// and gdb tell them apart (`inlet report --section functions`, `monitor threads`).
#include <pan_threads.h>

static volatile unsigned sink;
static pan_mutex_p mutex;
static pan_cond_p changed;
static int over;

static __attribute__((noinline)) void work(unsigned n) {
    for (unsigned i = 0; i < n; ++i) sink += i;
}
static void brief(void *arg) {
    (void)arg;
    for (int i = 0; i < 10; ++i) {
        work(100);
        pan_thread_yield();
    }
}
static void lengthy(void *arg) {
    (void)arg;
    for (int i = 0; i < 10; ++i) {
        work(3000);
        pan_thread_yield();
    }
}
static void waits(void *arg) {
    (void)arg;
    pan_mutex_lock(mutex);
    while (!over) pan_cond_wait(changed);
    pan_mutex_unlock(mutex);
}

int main(void) {
    mutex = pan_mutex_create();
    changed = pan_cond_create(mutex);
    pan_thread_p third = pan_thread_create(waits, 0, 0, 1);
    pan_thread_p first = pan_thread_create(brief, 0, 0, 0);
    pan_thread_p second = pan_thread_create(lengthy, 0, 0, 0);
    pan_thread_join(first);
    pan_thread_join(second);
    pan_mutex_lock(mutex);
    over = 1;
    pan_cond_signal(changed);
    pan_mutex_unlock(mutex);
    pan_thread_join(third);
}
