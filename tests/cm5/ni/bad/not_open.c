// no message is open that has a word left to write
#include "../ni.h"

int main(void) {
    NI(left + send_word) = 1;
    return 0;
}
