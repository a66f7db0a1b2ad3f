// run: --nodes 2
// expect-error: tam: all frames of tam_start are in use
// A codeblock that calls itself endlessly (<tam.h>).
#include <tam.h>

static TAM_INLET void nothing(tam_frame *f) { (void)f; }
static void again(void *frame);
TAM_CODEBLOCK(endless, tam_frame, again, .argument = 0);
static void again(void *frame) { tam_call(1, &endless, nothing, frame, 0); }

int main(void) {
    static tam_frame frames[10];
    tam_start(frames, sizeof *frames, 10);
    if (am_my_proc() == 0) tam_call(0, &endless, nothing, 0, 0);
    return tam_run();
}
