// The ELF loader: any bytes are a program or a UserError.
#include "inlet/image.h"

#include "fuzz/input.h"
#include "inlet/config.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    constexpr std::uint32_t memory = 1 << 20;
    try {
        const inlet::Image image = inlet::Image::parse({data, size}, "fuzz.elf", memory);
        // An accepted image can be used.
        for (const inlet::Segment &segment : image.segments) {
            std::uint32_t word = 0;
            image.word(segment.address, word);
            if (segment.address < inlet::first_address(image.processor)) __builtin_trap();
            if (segment.address >= memory) __builtin_trap();
        }
        (void)image.place(image.entry);
    } catch (const inlet::UserError &) {
    }
    return 0;
}
