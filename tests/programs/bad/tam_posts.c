// run: --nodes 1
// expect-error: tam: more threads of one frame are posted than TAM_POSTS
// Results that arrive faster than a frame can take them (<tam.h>).
#include <tam.h>

static void take(void *frame) { (void)frame; }
static TAM_INLET void result(tam_frame *f) { tam_post(f, take); }

static void call(void *frame) {
    const tam_continuation me = {0, frame, (void *)result};
    for (int i = 0; i <= TAM_POSTS; ++i) tam_send_1(&me, i);
    for (volatile int i = 0; i < 1000; ++i) { // they arrive while it runs
    }
}
TAM_CODEBLOCK(caller, tam_frame, call, .argument = 0);

int main(void) {
    static tam_frame frames[10];
    tam_start(frames, sizeof *frames, 10);
    tam_call(0, &caller, 0, 0, 0);
    return tam_run();
}
