// Node 1 exits and the others wait for it in a barrier.
#include <am_core.h>
#include <cmam.h>

int main(void) {
    if (am_my_proc() != 1) CMAM_barrier();
    return 0;
}
