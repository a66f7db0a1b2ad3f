// no message is open that has a word left to write
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 2)) = 0, NI(first(left, 2, 0)) = 0,
                      NI(left + send_word) = 1; // as a handler that sends between two words
    return 0;
}
