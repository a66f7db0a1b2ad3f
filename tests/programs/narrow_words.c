// run: --nodes 1
// expect: ok narrow words
// A word of a message is 32 bits, whatever the type of the handler's parameter: the parameter has
// the bits that its type can hold.
#include "check.h"

static volatile int b, uc, sc, s, us, came;

static XNET_HANDLER void narrow(_Bool a0, unsigned char a1, signed char a2, short a3, unsigned short a4) {
    b = a0, uc = a1, sc = a2, s = a3, us = a4;
    ++came;
}

int main(void) {
    XNET_UNTIL_SENT(xnet_send5(xnet_node(), narrow, 2, 0x1234, 200, 0x18000, 0x1ffff));
    am_wait(&came, 1);
    CHECK_EQUAL(b, 0);
    CHECK_EQUAL(uc, 0x34);
    CHECK_EQUAL(sc, -56);
    CHECK_EQUAL(s, -32768);
    CHECK_EQUAL(us, 0xffff);
    return finish("narrow words");
}
