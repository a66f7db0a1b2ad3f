// no message is open that has a word left to write
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = 0, NI(left + send_word) = 1, NI(left + send_word) = 2;
    return 0;
}
