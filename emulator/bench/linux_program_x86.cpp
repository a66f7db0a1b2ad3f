#include "bench/linux_program.h"
#include "inlet/config.h"

#include <algorithm>
#include <string>

namespace inlet::bench {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Assembles machine code.
class Code {
  public:
    explicit Code(std::uint32_t at) : at_(at) {}
    Code &operator()(std::initializer_list<std::uint8_t> more) {
        bytes.insert(bytes.end(), more);
        return *this;
    }
    Code &word(std::uint32_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(value >> shift));
        return *this;
    }
    /// Appends the displacement of a call or jump.
    Code &to(std::uint32_t target) { return word(target - here() - 4); }
    std::uint32_t here() const { return at_ + static_cast<std::uint32_t>(bytes.size()); }

    Bytes bytes;

  private:
    std::uint32_t at_;
};

std::uint32_t little(const Bytes &file, std::size_t at, unsigned bytes) {
    std::uint32_t value = 0;
    for (unsigned i = bytes; i-- > 0;) value = value << 8 | file.at(at + i);
    return value;
}

/// Offset in the ELF file of the byte that is loaded at `address`.
std::size_t file_offset(const Bytes &file, std::uint32_t address) {
    const std::size_t headers = little(file, 28, 4);
    const unsigned count = little(file, 44, 2);
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t header = headers + 32 * i; // p_type, p_offset, p_vaddr, ., p_filesz
        const std::uint32_t from = little(file, header + 8, 4);
        if (little(file, header, 4) == 1 && address - from < little(file, header + 16, 4))
            return little(file, header + 4, 4) + (address - from);
    }
    throw UserError("the program's start is not in its file");
}

} // namespace

/// System calls of Linux for i386: number in EAX, arguments in EBX, ECX, EDX, int 0x80.
void put_linux_x86(const Image &image, bool empty, Bytes &file) {
    const auto put = [&](std::uint32_t address, const Code &code) {
        const std::size_t at = file_offset(file, address);
        if (at + code.bytes.size() > file.size())
            throw UserError("the program's file is too short");
        std::ranges::copy(code.bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
    };
    Code start(image.entry);
    start({0x68}).word(0x027F);      // push: the control word of our start code
    start({0xD9, 0x2C, 0x24, 0x58}); // fldcw (esp); pop eax
    start({0x8B, 0x04, 0x24});       // mov eax, (esp): argc
    start({0x8D, 0x54, 0x24, 0x04}); // lea edx, 4(esp): argv
    if (empty)
        start({0x31, 0xC0}); // xor eax, eax
    else
        start({0xE8}).to(address_of(image, "main"));
    const std::uint32_t exit_here = start.here();
    start({0x89, 0xC3, 0xB8}).word(1)({0xCD, 0x80}); // mov ebx, eax: exit
    put(image.entry, start);
    // The original functions may be too small.
    if (const std::uint32_t at = address_of(image, "exit")) {
        Code code(at);
        code({0xE9}).to(exit_here);
        put(at, code);
    }
    if (const std::uint32_t at = address_of(image, "__host_write")) { // (bytes, count)
        Code code(at);
        code({0x53, 0x89, 0xC1, 0x31, 0xDB, 0x43}); // push ebx; mov ecx, eax; ebx = 1
        code({0x6A, 0x04, 0x58, 0xCD, 0x80});       // push 4; pop eax: write
        code({0x5B, 0xC3});
        put(at, code);
    }
    if (const std::uint32_t at = address_of(image, "_write")) { // (file, bytes, count)
        Code code(at);
        code({0x53, 0x87, 0xCA, 0x31, 0xDB, 0x43});     // xchg ecx, edx
        code({0xB8}).word(4)({0xCD, 0x80, 0x5B, 0xC3}); // write
        put(at, code);
    }
    const auto states = std::ranges::find(image.objects, "reents", &Symbol::name);
    if (const std::uint32_t at = address_of(image, "__getreent");
        at && states != image.objects.end()) {
        Code code(at);
        code({0xB8}).word(states->address)({0xC3});
        put(at, code);
    }
    // The heap's memory comes from the host.
    if (const std::uint32_t at = address_of(image, "_sbrk")) {
        Code code(at);
        code({0x53, 0x89, 0xC1, 0x31, 0xDB, 0xB8}).word(45)({0xCD, 0x80}); // brk(0)
        code({0x89, 0xC2, 0x8D, 0x1C, 0x08, 0xB8}).word(45)({0xCD, 0x80}); // brk(that + bytes)
        code({0x89, 0xD0, 0x5B, 0xC3});                                    // where it ended
        put(at, code);
    }
    for (const char *lock : {"__malloc_lock", "__malloc_unlock"})
        if (const std::uint32_t at = address_of(image, lock)) put(at, Code(at)({0xC3}));
}

} // namespace inlet::bench
