// run: --nodes 1
// flags: -g
// expect-error: tam_before_start.c:5): tam_run: tam_start comes first
#include <tam.h>
int main(void) { tam_run(); }
