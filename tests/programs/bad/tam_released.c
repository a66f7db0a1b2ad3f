// run: --nodes 1
// expect-error: tam: a thread was posted for a frame that was released
// A result for a frame that did not wait for it (<tam.h>).
#include <tam.h>

static void late(void *frame) { (void)frame; }
static TAM_INLET void result(tam_frame *f) { tam_post(f, late); }

static void answer(void *frame) {
    tam_frame *f = frame;
    tam_send_1(&f->caller, 1);
    tam_free(f);
}
TAM_CODEBLOCK(callee, tam_frame, answer, .argument = 0);

static void call(void *frame) {
    tam_call(0, &callee, result, frame, 0);
    tam_free(frame);
}
TAM_CODEBLOCK(caller, tam_frame, call, .argument = 0);

int main(void) {
    static tam_frame frames[10];
    tam_start(frames, sizeof *frames, 10);
    tam_call(0, &caller, 0, 0, 0);
    return tam_run();
}
