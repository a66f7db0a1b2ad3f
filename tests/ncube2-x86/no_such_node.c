// The kernel refuses a message to a node that there is not.
#include <ncube2_kernel.h>

static void nothing(uint32_t *message) { (void)message; }

int main(void) {
    __ncube2_shared.outbuf[0] = (uint32_t)nothing;
    ncube2_send(4711, 4);
}
