/* LFC's control program for a Lanai: one translation unit, since calls are expensive there (a call
 * takes four instructions, and no register is preserved). */
#include "control.c"
#include "protocol.c"

volatile struct lfc_shared lfc_shared LANAI_SHARE;
struct lfc_control lfc_control;

int main(void) {
    lfc_control_start(&lfc_control, &lfc_shared);
    for (;;) lfc_control_turn(&lfc_control, &lfc_shared);
}
