#include <stdio.h>
#include <toy.h>

int main(void) {
    printf("next %u\n", toy_next());
    return 0;
}
