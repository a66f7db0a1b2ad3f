// run: --nodes 1
// expect: plain 100%
// expect: d 0 42 -42 2147483647 -2147483648 i -7 ld 123456
// expect: u 0 4294967295 x 0 deadbeef X DEADBEEF
// expect: width [   42][-  42][42   ][00042][-0042][ abc][abc ][  x]
// expect: long [    1234567890123]
// expect: c A s text null (null) p 0x12345678
// expect: putchar
// expect: 8 3 cut [123]
// expect: ok print
// printf's conversions, from main.
#include "check.h"

int main(void) {
    printf("plain 100%%\n");
    printf("d %d %d %d %d %d i %i ld %ld\n", 0, 42, -42, 2147483647, -2147483647 - 1, -7, 123456L);
    printf("u %u %u x %x %x X %X\n", 0u, 4294967295u, 0u, 0xdeadbeefu, 0xdeadbeefu);
    printf("width [%5d][-%4d][%-5d][%05d][%05d][%4s][%-4s][%*c]\n", 42, 42, 42, 42, -42, "abc",
           "abc", 3, 'x');
    printf("long [%5s%12s]\n", "1", "234567890123");
    printf("c %c s %s null %s p %p\n", 'A', "text", (char *)0, (void *)0x12345678);
    for (const char *p = "putchar\n"; *p; ++p) putchar(*p);
    char cut[4];
    const int whole = snprintf(cut, sizeof cut, "%d", 12345678),
              some = snprintf(cut, sizeof cut, "%s", "123");
    printf("%d %d cut [%s]\n", whole, some, cut);
    return finish("print");
}
