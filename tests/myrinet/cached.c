// What the caches of myrinet-cached cost a host, in cycles of RDTSC less those of an empty
// measurement: loads in the first and the second cache and from memory, copied lines, and a word
// that DMA has written since. Two nodes; node 0 prints.
#include <lfc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { line = 32, big = 1 << 20 };
static char memory[big], copies[2][big] __attribute__((aligned(4096)));
static volatile unsigned upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    ++upcalls;
    return 0;
}

static inline uint32_t now(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
    return low;
}

static uint32_t loads(unsigned distance, unsigned bytes) {
    const uint32_t begin = now();
    for (unsigned i = 0; i < bytes; i += distance) (void)*(volatile char *)(memory + i);
    return (now() - begin) / (bytes / distance);
}

int main(void) {
    lfc_config_t config = lfc_defaults();
    lfc_init(&config);
    if (lfc_my_proc() == 0) {
        loads(line, 4096); // the code, too
        const uint32_t first = loads(line, 4096);
        loads(line, 131072);
        const uint32_t second = loads(line, 131072);
        loads(line, big);
        const uint32_t far = loads(line, big);
        printf("second cache %u, memory %u\n", second - first, far - first);
        memcpy(copies[0], copies[1], big);
        const uint32_t begin = now();
        memcpy(copies[0], copies[1], big);
        printf("copied line %u\n", (now() - begin) / (big / line));
    }
    const unsigned other = 1 - lfc_my_proc();
    for (int i = 0; i < 50; ++i) {
        lfc_ucast_launch(other, lfc_send_alloc(1), 64 * i % 1000, 1);
        while (upcalls <= (unsigned)i) lfc_poll();
    }
    lfc_exit();
    if (lfc_my_proc() == 0) printf("%u packets\n", upcalls);
}
