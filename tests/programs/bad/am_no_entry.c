// with: am_no_entry_elsewhere.inc
// flags: -x c
// expect-compile-error: undefined symbol: not_a_handler.xnet_entry
// A function that is declared as a handler here is not one where it is defined.
#include <am.h>
void not_a_handler(int src);
int main(void) { XNET_UNTIL_SENT(xnet_send1(0, AM_ENTRY(not_a_handler), 1)); }
