// inlet-sparc-text: prints each hexadecimal word of standard input as an instruction at 0, on a
// line of its own; a word that is not an instruction as `.word`.
#include "analysis/disassembler_sparc.h"

#include <iostream>

int main() {
    const inlet::Image no_names;
    std::uint32_t word = 0;
    while (std::cin >> std::hex >> word)
        std::cout << inlet::sparc_text(no_names, 0, word, true) << '\n';
}
