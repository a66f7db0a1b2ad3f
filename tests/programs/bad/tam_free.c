// run: --nodes 1
// expect-error: tam_free: 0x
// A thread that releases its frame twice (<tam.h>).
#include <tam.h>

static void twice(void *frame) {
    tam_free(frame);
    tam_free(frame);
}
TAM_CODEBLOCK(callee, tam_frame, twice, .argument = 0);

int main(void) {
    static tam_frame frames[10];
    tam_start(frames, sizeof *frames, 10);
    tam_call(0, &callee, 0, 0, 0);
    return tam_run();
}
