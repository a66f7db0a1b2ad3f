// no word of a message is left in the incoming FIFO
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = 0, NI(left + send_word) = 1;
    while (!(NI(left + status) & rec_ok)) {
    }
    (void)NI_DOUBLE(left + receive); // of a message of one word
    return 0;
}
