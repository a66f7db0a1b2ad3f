// run: --nodes 2 one -2 three=3 x
// expect: ok arguments
// Every node gets the program's name and arguments.
#include "check.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    CHECK_EQUAL(argc, 5);
    if (argc == 5) {
        CHECK(strlen(argv[0]) > 0);
        CHECK_EQUAL(strcmp(argv[1], "one"), 0);
        CHECK_EQUAL(atoi(argv[2]), -2);
        CHECK_EQUAL(strcmp(argv[3], "three=3"), 0);
        CHECK_EQUAL(strcmp(argv[4], "x"), 0);
        CHECK(argv[5] == NULL);
    }
    return finish("arguments");
}
