// Waits for a time end by themselves, however long, on every machine: no node is told to have
// stalled, nor all to wait for ever, even where a turn keeps nothing of the time that it read.
#include <am.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static volatile int done;

static void arrive(int src, int value) {
    (void)src;
    done += value;
}

int main(void) {
    while (clock() / (CLOCKS_PER_SEC / 20) < 1) {
    }
    if (am_my_proc() == 0) {
        const clock_t begin = clock();
        usleep(150000);
        while (clock() - begin < 300 * (CLOCKS_PER_SEC / 1000)) am_poll();
        printf("slept %s\n", clock() - begin < 310 * (CLOCKS_PER_SEC / 1000) ? "well" : "long");
        am_request_1(1, arrive, 1);
    } else {
        am_wait(&done, 1);
        puts("waited");
    }
}
