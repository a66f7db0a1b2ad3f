// a message has at most 5 words of data
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 6)) = 0;
    return 0;
}
