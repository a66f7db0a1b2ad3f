// Runs an object file of LLVM's Lanai, alone and without a linker, up to its first host call:
//
//   lanai_program FILE.o [steps | blocks | compiled]
//
// It starts at `main` and prints the first argument of the call. tests/lanai/csmith compares it.
#include "cpu/engine/engine.h"
#include "cpu/lanai/instruction_set.h"
#include "memory/memory.h"

#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace inlet;

constexpr std::uint32_t base = 0x10000, memory_bytes = 1u << 20;
constexpr std::uint64_t longest_run = 4'000'000'000; // cycles

[[noreturn]] void fail(const std::string &what) {
    std::fprintf(stderr, "lanai_program: %s\n", what.c_str());
    std::exit(1);
}

std::uint32_t word(const std::uint8_t *at) { return from_guest<std::uint32_t>(at); }
std::uint32_t half(const std::uint8_t *at) { return from_guest<std::uint16_t>(at); }

/// The sections of an object file in one piece of memory, relocated.
class Object {
  public:
    explicit Object(std::vector<std::uint8_t> file) : file_(std::move(file)) {
        constexpr unsigned em_lanai = 244;
        const std::uint8_t *const f = file_.data();
        if (file_.size() < sizeof(Elf32_Ehdr) || std::memcmp(f, ELFMAG, SELFMAG) != 0 ||
            half(f + offsetof(Elf32_Ehdr, e_machine)) != em_lanai)
            fail("not an object file of a Lanai");
        sections_ = f + word(f + offsetof(Elf32_Ehdr, e_shoff));
        count_ = half(f + offsetof(Elf32_Ehdr, e_shnum));
        place(SHF_ALLOC | SHF_EXECINSTR, SHF_ALLOC | SHF_EXECINSTR);
        text_bytes_ = image_.size();
        image_.resize((image_.size() + page_bytes - 1) & ~std::size_t{page_bytes - 1});
        place(SHF_ALLOC | SHF_EXECINSTR, SHF_ALLOC);
        for (unsigned n = 0; n < count_; ++n)
            if (field(n, offsetof(Elf32_Shdr, sh_type)) == SHT_RELA) relocate(n);
    }

    const std::vector<std::uint8_t> &image() const { return image_; }
    std::size_t text_bytes() const { return text_bytes_; }
    std::uint32_t address(const std::string &name) const {
        for (unsigned n = 0; n < count_; ++n)
            if (field(n, offsetof(Elf32_Shdr, sh_type)) == SHT_SYMTAB)
                for (std::uint32_t i = 0; i < field(n, offsetof(Elf32_Shdr, sh_size)) / 16; ++i)
                    if (name_of(n, i) == name) return value(n, i);
        fail("no symbol '" + name + "'");
    }

  private:
    std::uint32_t field(unsigned section, std::size_t offset) const {
        return word(sections_ + section * sizeof(Elf32_Shdr) + offset);
    }
    const std::uint8_t *contents(unsigned section) const {
        return file_.data() + field(section, offsetof(Elf32_Shdr, sh_offset));
    }

    /// Those whose flags under `mask` are `flags`.
    void place(std::uint32_t mask, std::uint32_t flags) {
        at_.resize(count_);
        for (unsigned n = 0; n < count_; ++n) {
            if ((field(n, offsetof(Elf32_Shdr, sh_flags)) & mask) != flags) continue;
            const std::size_t align = 16, size = field(n, offsetof(Elf32_Shdr, sh_size));
            image_.resize((image_.size() + align - 1) & ~(align - 1));
            at_[n] = base + static_cast<std::uint32_t>(image_.size());
            if (field(n, offsetof(Elf32_Shdr, sh_type)) == SHT_NOBITS)
                image_.resize(image_.size() + size);
            else
                image_.insert(image_.end(), contents(n), contents(n) + size);
        }
    }

    const std::uint8_t *symbol(unsigned table, std::uint32_t number) const {
        return contents(table) + number * sizeof(Elf32_Sym);
    }
    std::string name_of(unsigned table, std::uint32_t number) const {
        const auto *const names =
            reinterpret_cast<const char *>(contents(field(table, offsetof(Elf32_Shdr, sh_link))));
        return names + word(symbol(table, number) + offsetof(Elf32_Sym, st_name));
    }
    std::uint32_t value(unsigned table, std::uint32_t number) const {
        const std::uint8_t *const s = symbol(table, number);
        const unsigned section = half(s + offsetof(Elf32_Sym, st_shndx));
        if (section == SHN_UNDEF) fail("undefined symbol '" + name_of(table, number) + "'");
        const std::uint32_t offset = word(s + offsetof(Elf32_Sym, st_value));
        return section == SHN_ABS ? offset : at_.at(section) + offset;
    }

    void relocate(unsigned section) {
        const unsigned target = field(section, offsetof(Elf32_Shdr, sh_info));
        const unsigned table = field(section, offsetof(Elf32_Shdr, sh_link));
        if (at_.at(target) == 0) return; // of debugging information
        const std::uint32_t size = field(section, offsetof(Elf32_Shdr, sh_size));
        for (std::uint32_t i = 0; i < size; i += sizeof(Elf32_Rela)) {
            const std::uint8_t *const r = contents(section) + i;
            const std::uint32_t info = word(r + offsetof(Elf32_Rela, r_info));
            const std::uint32_t v =
                value(table, info >> 8) + word(r + offsetof(Elf32_Rela, r_addend));
            std::uint8_t *const at =
                &image_.at(at_[target] - base + word(r + offsetof(Elf32_Rela, r_offset)));
            const std::uint32_t was = word(at);
            switch (info & 0xFF) { // llvm/BinaryFormat/ELFRelocs/Lanai.def
            case 0: break;
            case 1:
            case 2: to_guest(at, was | (v & 0xFFFF) | (v >> 16 & 31) << 18); break;
            case 3: to_guest(at, was | (v & 0x1FFFFFC)); break;
            case 4: to_guest(at, v); break;
            case 5: to_guest(at, was | v >> 16); break;
            case 6: to_guest(at, was | (v & 0xFFFF)); break;
            default: fail("unknown relocation");
            }
        }
    }

    std::vector<std::uint8_t> file_, image_;
    const std::uint8_t *sections_ = nullptr;
    unsigned count_ = 0;
    std::vector<std::uint32_t> at_; ///< addresses; 0: not in memory
    std::size_t text_bytes_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) fail("usage: lanai_program FILE.o [steps | blocks | compiled]");
    const std::string tier = argc > 2 ? argv[2] : "compiled";
    std::ifstream in(argv[1], std::ios::binary);
    if (!in) fail(std::string(argv[1]) + " cannot be read");
    const Object object({std::istreambuf_iterator<char>(in), {}});
    const auto &image = object.image();
    SharedPages pages(memory_bytes);
    const std::size_t data_at =
        (object.text_bytes() + page_bytes - 1) & ~std::size_t{page_bytes - 1};
    const std::vector<std::uint8_t> text(image.begin(),
                                         image.begin() + static_cast<std::ptrdiff_t>(data_at));
    pages.add(base, text, true);
    pages.add(base + static_cast<std::uint32_t>(data_at),
              std::vector<std::uint8_t>(image.begin() + static_cast<std::ptrdiff_t>(data_at),
                                        image.end()),
              false);
    Memory memory(pages);
    const auto set = std::make_shared<lanai::Set>(lanai::Timing{});
    engine::Program program(set, base, text);
    if (tier == "compiled") program.use_compiled();
    engine::State state{};
    set->reset(state);
    state.r[lanai::stack_register] = memory_bytes - 16;
    state.jump(object.address("main"));
    engine::Stop stop = engine::Stop::budget;
    while ((stop == engine::Stop::budget || stop == engine::Stop::system) &&
           state.now < longest_run) {
        engine::Stepped stepped;
        stop = tier == "steps" ? engine::step(state, memory, program, stepped)
                               : engine::run(state, memory, program, longest_run);
    }
    if (stop == engine::Stop::fault) {
        std::fprintf(stderr, "lanai_program: fault %d at %x of %x\n",
                     static_cast<int>(state.fault.kind), state.fault.pc, state.fault.value);
        return 1;
    }
    if (stop != engine::Stop::host) fail("the program does not end");
    std::printf("%08x\n", state.r[lanai::first_argument]);
    std::fprintf(stderr, "%llu instructions, %llu cycles\n",
                 static_cast<unsigned long long>(state.instructions),
                 static_cast<unsigned long long>(state.now));
}
