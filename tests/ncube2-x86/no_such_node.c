// The kernel rejects a message to a node that does not exist.
#include <ncube2_kernel.h>

static void nothing(uint32_t *message) { (void)message; }

int main(void) {
    __ncube2_shared.outbuf[0] = (uint32_t)nothing;
    ncube2_send(4711, 4);
}
