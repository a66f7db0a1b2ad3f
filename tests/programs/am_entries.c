// run: --nodes 1
// expect: ok am entries
// Functions that active messages name: without a prototype, by an alias, over-aligned, referenced
// by a pointer only.
#include "check.h"

static volatile int done, sum;

static void unprototyped() { ++done; }
void aliased(int src, int a) {
    sum += src + a;
    ++done;
}
extern __typeof(aliased) other_name __attribute__((alias("aliased")));
__attribute__((aligned(64))) static void aligned(int src, int a) { aliased(src, a); }
static void by_pointer(int src, int a) { aliased(src, a); }

int main(void) {
    am_handler_1_t volatile pointer = by_pointer;
    am_request_0(0, unprototyped);
    am_request_1(0, aliased, 1);
    am_request_1(0, other_name, 2);
    am_request_1(0, aligned, 4);
    am_request_1(0, pointer, 8);
    XNET_UNTIL_SENT(xnet_send2(0, AM_ENTRY(aliased), 0, 16));
    am_wait(&done, 6);
    CHECK_EQUAL(sum, 31);
    return finish("am entries");
}
