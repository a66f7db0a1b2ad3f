// inlet-sparc-text: prints each hexadecimal word of standard input as an instruction at 0, on a
// line of its own; a word that is not an instruction as `.word`.
#include "inlet/disassembler.h"

#include <iostream>

int main() {
    inlet::Image no_names;
    no_names.processor = inlet::Processor::sparc;
    const inlet::Disassembler text(no_names);
    std::uint32_t word = 0;
    while (std::cin >> std::hex >> word) std::cout << text.text(0, word) << '\n';
}
