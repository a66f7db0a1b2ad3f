#include "bench/linux_program.h"

#include "inlet/config.h"
#include "memory/memory.h"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>

namespace inlet::bench {

std::uint32_t address_of(const Image &image, const char *function) {
    for (const Symbol &s : image.symbols)
        if (s.name == function) return s.address;
    return 0;
}

namespace {

/// Offset in the ELF file of the byte that is loaded at `address`.
std::size_t place_in_file(const std::vector<std::uint8_t> &file, std::uint32_t address) {
    const auto word = [&](std::size_t at) { return from_guest<std::uint32_t>(&file.at(at)); };
    const std::size_t headers = word(28);
    const unsigned count = from_guest<std::uint16_t>(&file.at(44));
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t header = headers + 32 * i; // p_type, p_offset, p_vaddr, ., p_filesz
        if (word(header) == 1 && address - word(header + 8) < word(header + 16))
            return word(header + 4) + (address - word(header + 8));
    }
    throw UserError("the program's start is not in its file");
}

std::uint32_t jump(std::uint32_t opcode, std::uint32_t target) {
    return opcode << 26 | (target >> 2 & 0x03FFFFFF);
}

/// A copy of a program's file with changed words.
class File {
  public:
    explicit File(const std::filesystem::path &path) {
        std::ifstream in(path, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    void put(std::uint32_t address, std::initializer_list<std::uint32_t> words) {
        std::size_t at = place_in_file(bytes, address);
        if (at + 4 * words.size() > bytes.size())
            throw UserError("the program's file is too short");
        for (const std::uint32_t word : words) {
            to_guest(&bytes[at], word);
            at += 4;
        }
    }
    std::vector<std::uint8_t> bytes;
};

/// PowerPC: system calls of Linux have their number in r0, arguments in r3 and up.
void ppc_as_linux(const Image &image, Linux what, File &file) {
    const std::uint32_t start = image.entry, write_here = start + 4 * 6;
    const auto branch = [](std::uint32_t from, std::uint32_t to) {
        return 18u << 26 | ((to - from) & 0x03FFFFFC);
    };
    const std::uint32_t main = address_of(image, "main");
    const std::uint32_t call = what == Linux::program ? branch(start + 12, main) | 1 : 0x60000000;
    file.put(start, {
                        0x80610000, // lwz r3, 0(r1): argc
                        0x38810004, // addi r4, r1, 4: argv
                        0x9421FFF0, // stwu r1, -16(r1)
                        call,       // bl main
                        0x38000001, // li r0, 1: exit
                        0x44000002, // sc
                        // The console's code. Its original function is too small.
                        0x7C852378, // mr r5, r4: bytes
                        0x7C641B78, // mr r4, r3: where
                        0x38600001, // li r3, 1: standard output
                        0x38000004, // li r0, 4: write
                        0x44000002, // sc
                        0x4E800020, // blr
                    });
    if (const std::uint32_t exit = address_of(image, "exit"))
        file.put(exit, {0x38000001, 0x44000002});
    if (const std::uint32_t write = address_of(image, "__host_write"))
        file.put(write, {branch(write, write_here)});
    if (const std::uint32_t heap = address_of(image, "_sbrk"))
        file.put(heap, {
                           0x7C651B78, // mr r5, r3: bytes
                           0x38600000, // li r3, 0
                           0x3800002D, // li r0, 45: brk
                           0x44000002, // sc
                           0x7C661B78, // mr r6, r3: where the heap ended
                           0x7C632A14, // add r3, r3, r5
                           0x3800002D, // li r0, 45
                           0x44000002, // sc
                           0x7CC33378, // mr r3, r6
                           0x4E800020, // blr
                       });
}

} // namespace

std::vector<std::uint8_t> as_linux(const Image &image, Linux what) {
    File changed(image.path);
    std::vector<std::uint8_t> &file = changed.bytes;
    const auto put = [&](std::uint32_t address, std::initializer_list<std::uint32_t> words) {
        changed.put(address, words);
    };
    const std::uint32_t main = address_of(image, "main"), exit = address_of(image, "exit"),
                        write = address_of(image, "__host_write");
    if (!main) throw UserError(image.path.string() + ": no function main");
    if (image.processor == Processor::sparc) {
        put_linux_sparc(image, what == Linux::empty, put);
        return file;
    }
    if (image.processor == Processor::ppc) {
        ppc_as_linux(image, what, changed);
        return file;
    }
    if (image.processor == Processor::x86) {
        put_linux_x86(image, what == Linux::empty, file);
        return file;
    }
    // System calls of Linux for MIPS, o32: number in $2, arguments in $4 and up.
    put(image.entry, {
                         0x8FA40000,                                  // lw $4, 0($29): argc
                         0x27A50004,                                  // addiu $5, $29, 4: argv
                         what == Linux::program ? jump(3, main) : 0u, // jal main
                         0x27BDFFF0,                                  // addiu $29, $29, -16
                         0x00402021,                                  // move $4, $2
                         0x24020FA1,                                  // li $2, 4001: exit
                         0x0000000C,                                  // syscall
                     });
    // The console's original functions are too small for its code.
    const std::uint32_t exit_here = image.entry + 4 * 5, write_here = image.entry + 4 * 7;
    if (exit) put(exit, {jump(2, exit_here), 0});
    if (write) {
        put(write_here, {
                            0x00A03021, // move $6, $5: bytes
                            0x00802821, // move $5, $4: where
                            0x24040001, // li $4, 1: standard output
                            0x24020FA4, // li $2, 4004: write
                            0x0000000C, // syscall
                            0x03E00008, // jr $31
                            0,
                        });
        put(write, {jump(2, write_here), 0});
    }
    // The runtime reads its level from the network interface and closes its mask.
    if (const std::uint32_t at = address_of(image, "_write"))
        put(at, {
                    0x24040001, // li $4, 1: standard output
                    0x24020FA4, // li $2, 4004: write
                    0x0000000C, // syscall
                    0x03E00008, // jr $31
                    0,
                });
    const std::uint32_t state = address_of(image, "__getreent");
    const auto states = std::ranges::find(image.objects, "reents", &Symbol::name);
    if (state && states != image.objects.end())
        put(state, {
                       0x3C020000 | states->address >> 16,     // lui $2, reents
                       0x03E00008,                             // jr $31
                       0x34420000 | (states->address & 0xFFFF) // ori $2, $2, reents
                   });
    // The heap's memory comes from the host.
    if (const std::uint32_t heap = address_of(image, "_sbrk"))
        put(heap, {
                      0x00802821, // move $5, $4: bytes
                      0x00002021, // move $4, $0
                      0x24020FCD, // li $2, 4045: brk
                      0x0000000C, // syscall
                      0x00403021, // move $6, $2: where the heap ended
                      0x00452021, // addu $4, $2, $5
                      0x24020FCD, // li $2, 4045
                      0x0000000C, // syscall
                      0x03E00008, // jr $31
                      0x00C01021, // move $2, $6
                  });
    for (const char *lock : {"__malloc_lock", "__malloc_unlock"})
        if (const std::uint32_t at = address_of(image, lock)) put(at, {0x03E00008, 0}); // jr $31
    return file;
}

void write_program(const std::filesystem::path &path, const std::vector<std::uint8_t> &file) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char *>(file.data()),
              static_cast<std::streamsize>(file.size()));
    out.close();
    if (!out) throw UserError(path.string() + ": cannot be written");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all); // qemu requires it
}

} // namespace inlet::bench
