// Image::parse: reads an ELF file. Every offset and size is checked against the file before use, so
// that invalid files only cause a UserError.
#include "description/elf_headers.h"
#include "inlet/config.h"
#include "inlet/file_hash.h"
#include "inlet/image.h"
#include "inlet/ncube_elf.h"
#include "inlet/printable.h"
#include "inlet/processor.h"
#include "inlet/program.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <libelf.h>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

namespace inlet {

namespace {

/// Limit far beyond the output of any linker. It bounds the check of every symbol against every
/// segment.
constexpr unsigned most_segments = 64;

/// The name of an e_machine that users may pass by mistake: "an ELF for x86-64".
std::string machine_name(unsigned machine) {
    for (const ProcessorFacts &known : processors)
        if (known.elf_machine == machine) return known.name;
    switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_ARM: return "ARM";
    case EM_AARCH64: return "AArch64";
    case EM_RISCV: return "RISC-V";
    case EM_PPC64: return "PowerPC 64";
    case EM_SPARCV9: return "SPARC V9";
    case EM_S390: return "S/390";
    case EM_68K: return "68000";
    default: return fmt::format("machine number {}", machine);
    }
}

/// Converts one file to an Image.
class ElfFile {
  public:
    ElfFile(std::span<const std::uint8_t> file, const std::filesystem::path &path,
            std::uint32_t memory_bytes, std::optional<Processor> expected, std::string_view machine)
        : bytes_(file.begin(), file.end()), path_(path), memory_bytes_(memory_bytes),
          expected_(expected), machine_(machine) {}

    Image read();

  private:
    [[noreturn]] void fail(const std::string &what) const {
        throw UserError(fmt::format("{}: {}", path_.string(), what));
    }
    [[noreturn]] void truncated(const std::string &part, std::uint64_t needed) const {
        fail(fmt::format("is truncated: {} need{} {} bytes, the file has {}", part,
                         part.back() == 's' ? "" : "s", needed, bytes_.size()));
    }
    /// The compiler to name in a message: the machine's or the program's.
    const char *compiler() const {
        return compiler_of(expected_.value_or(processor_),
                           machine_.empty() ? noted_machine() : std::string(machine_));
    }
    void check_identity();
    std::string noted_machine() const;
    void check_header(const Elf32_Ehdr &header) const;
    void check_segment(const Elf32_Phdr &header) const;
    void read_segments(Image &image) const;
    void check_overlap(const Image &image) const;
    void check_entry(const Image &image) const;
    void read_symbols(Image &image) const;
    /// A symbol and, if it is local to one, its source file.
    struct Found {
        Symbol symbol;
        std::string file;
    };
    void add_symbols(Image &image, std::vector<Found> &code, std::vector<Found> &data,
                     Elf_Scn *section) const;
    static std::vector<Symbol> tidy(std::vector<Found> found);
    void read_note(Image &image, std::span<const std::uint8_t> section) const;
    void read_own_sections(Image &image) const;
    void add_marks(Image &image, std::span<const std::uint8_t> section) const;
    static void add_categories(Image &image, std::span<const std::uint8_t> section);

    std::vector<std::uint8_t> bytes_; ///< a copy: libelf needs writable memory
    std::filesystem::path path_;
    std::uint32_t memory_bytes_;
    std::optional<Processor> expected_;
    std::string_view machine_; ///< that runs it; empty: unknown
    Processor processor_{};    ///< of the file
    std::unique_ptr<Elf, int (*)(Elf *)> elf_{nullptr, elf_end};
};

/// The machine in the note of a program for another processor (read_note()), which may be
/// damaged; empty: none of the processor's.
std::string ElfFile::noted_machine() const {
    const auto has = [&](const std::string &machine) {
        const std::string text = "machine=" + machine + ' ';
        return std::search(bytes_.begin(), bytes_.end(), text.begin(), text.end()) != bytes_.end();
    };
    for (const NotedMachine &machine : facts_of(processor_).machines)
        if (!machine.name.empty() && has(std::string(machine.name)))
            return std::string(machine.name);
    return "";
}

/// Checks before libelf reads the file: the ELF header and the processor.
void ElfFile::check_identity() {
    const auto starts_with = [&](std::string_view text) {
        return bytes_.size() >= text.size() &&
               std::memcmp(bytes_.data(), text.data(), text.size()) == 0;
    };
    if (bytes_.empty()) fail("is empty, not a program");
    if (!starts_with(ELFMAG)) {
        if (starts_with("!<arch>"))
            fail(fmt::format("is a library archive, not a program: link it with {}", compiler()));
        if (starts_with("INLETTRC")) fail("is a trace, not a program: read it with 'inlet report'");
        fail(fmt::format("is not an ELF file: give the program that {} made", compiler()));
    }
    constexpr std::size_t through_machine = offsetof(Elf32_Ehdr, e_machine) + sizeof(Elf32_Half);
    if (bytes_.size() < through_machine) truncated("the ELF header", sizeof(Elf32_Ehdr));
    const bool big = bytes_[EI_DATA] == ELFDATA2MSB;
    const std::size_t at = offsetof(Elf32_Ehdr, e_machine);
    const unsigned machine =
        big ? bytes_[at] << 8 | bytes_[at + 1] : bytes_[at + 1] << 8 | bytes_[at];
    const auto wrong = [&](const std::string &what, const std::string &run_it = "") {
        const Processor wanted = expected_.value_or(processor_);
        fail(fmt::format("is an ELF for {}, not for {}{}: {}compile it with {}", what,
                         facts_of(wanted).name, facts_of(wanted).little ? "" : " big-endian",
                         run_it, compiler()));
    };
    const auto known = std::ranges::find(processors, machine, &ProcessorFacts::elf_machine);
    if (known == processors.end()) wrong(machine_name(machine));
    processor_ = known->processor;
    const bool little = facts_of(processor_).little;
    if (expected_ && *expected_ != processor_) {
        const std::string own = noted_machine();
        const NotedMachine *const noted = inlet::noted_machine(processor_, own);
        const bool firmware = noted && noted->firmware;
        wrong(machine_name(machine), own.empty() || firmware || big == little
                                         ? ""
                                         : fmt::format("run it with --machine {}, or ", own));
    }
    if (bytes_[EI_DATA] != ELFDATA2LSB && !big)
        fail(fmt::format("is a damaged ELF file: byte order {}", bytes_[EI_DATA]));
    if (!big && !little) wrong(machine_name(machine) + " little-endian");
    if (big && little) wrong(machine_name(machine) + " big-endian");
    if (bytes_[EI_CLASS] == ELFCLASS64) wrong(machine_name(machine) + "64");
    if (bytes_[EI_CLASS] != ELFCLASS32)
        fail(fmt::format("is a damaged ELF file: class {}", bytes_[EI_CLASS]));
    if (bytes_.size() < sizeof(Elf32_Ehdr)) truncated("the ELF header", sizeof(Elf32_Ehdr));
    if (bytes_[EI_VERSION] != EV_CURRENT)
        fail(fmt::format("is a damaged ELF file: version {}", bytes_[EI_VERSION]));
}

void ElfFile::check_header(const Elf32_Ehdr &header) const {
    switch (header.e_type) {
    case ET_EXEC: break;
    case ET_REL: fail(fmt::format("is an object file, not a program: link it with {}", compiler()));
    case ET_DYN:
        fail("is position independent or a shared library: link it without -shared and -pie");
    case ET_CORE: fail("is a core dump, not a program");
    default: fail(fmt::format("is an ELF of type {}, not a program", header.e_type));
    }
    if (header.e_phnum == 0) fail(fmt::format("has no segments: link it with {}", compiler()));
    if (header.e_phnum > most_segments)
        fail(fmt::format("has {} segments, more than {}", header.e_phnum, most_segments));
    if (header.e_phentsize != sizeof(Elf32_Phdr))
        fail(fmt::format("is a damaged ELF file: program headers of {} bytes", header.e_phentsize));
    const std::uint64_t end =
        std::uint64_t{header.e_phoff} + std::uint64_t{header.e_phnum} * sizeof(Elf32_Phdr);
    if (end > bytes_.size()) truncated("the program headers", end);
    if (header.e_phoff < sizeof(Elf32_Ehdr))
        fail("is a damaged ELF file: program headers inside the ELF header");
    if (header.e_shoff == 0) return;
    if (header.e_shnum != 0 && header.e_shentsize != sizeof(Elf32_Shdr))
        fail(fmt::format("is a damaged ELF file: section headers of {} bytes", header.e_shentsize));
    // e_shnum 0 with a table means that its first entry holds the number; one entry must be there.
    const std::uint64_t sections = header.e_shnum == 0 ? 1 : header.e_shnum;
    const std::uint64_t sections_end = header.e_shoff + sections * sizeof(Elf32_Shdr);
    if (sections_end > bytes_.size()) truncated("the section headers", sections_end);
}

void ElfFile::check_segment(const Elf32_Phdr &header) const {
    const std::string which = fmt::format("the segment at {:#010x}", header.p_vaddr);
    if (header.p_filesz > header.p_memsz)
        fail(fmt::format("is a damaged ELF file: {} has {} bytes in the file and only {} in memory",
                         which, header.p_filesz, header.p_memsz));
    const std::uint64_t file_end = std::uint64_t{header.p_offset} + header.p_filesz;
    if (header.p_filesz != 0 && file_end > bytes_.size()) truncated(which, file_end);
    const std::uint64_t end = std::uint64_t{header.p_vaddr} + header.p_memsz;
    const std::uint32_t first_mapped = first_address(processor_);
    if (header.p_vaddr < first_mapped)
        fail(fmt::format("{} lies below {:#010x}, where nothing is mapped: link it with {}'s "
                         "linker script",
                         which, first_mapped, compiler()));
    if (end > memory_bytes_) {
        const std::string own = noted_machine();
        const NotedMachine *const noted = inlet::noted_machine(processor_, own);
        const bool firmware = noted && noted->firmware;
        const char *const who = firmware ? "second processor" : "node";
        // Firmware of a processor of its own has the memory that its card has.
        const bool given = !firmware || own.ends_with("-firmware");
        fail(fmt::format("{} reaches to {:#x}, but a {} has only {:#x} bytes of memory: make the "
                         "{} smaller{}",
                         which, end, who, memory_bytes_, firmware ? "firmware" : "program",
                         given ? fmt::format(" or give a {} more, with --set {}={}", who,
                                             firmware ? "firmware_bytes" : "memory_bytes",
                                             std::bit_ceil(end))
                               : ""));
    }
    if ((header.p_flags & PF_X) != 0 && header.p_vaddr % 4 != 0 && !facts_of(processor_).any_length)
        fail(fmt::format("{} holds instructions but does not start at a multiple of 4", which));
}

void ElfFile::read_segments(Image &image) const {
    const std::vector<Elf32_Phdr> headers = program_headers(elf_.get());
    if (headers.empty()) fail(fmt::format("is a damaged ELF file: {}", elf_errmsg(-1)));
    for (const Elf32_Phdr &header : headers) {
        if (header.p_type == PT_INTERP || header.p_type == PT_DYNAMIC)
            fail(fmt::format("is dynamically linked: link it statically, with {}", compiler()));
        // Linkers keep empty segments that a script names but that have no sections.
        if (header.p_type != PT_LOAD || header.p_memsz == 0) continue;
        check_segment(header);
        const auto first = bytes_.begin() + (header.p_filesz == 0 ? 0 : header.p_offset);
        image.segments.push_back({.address = header.p_vaddr,
                                  .memory_size = header.p_memsz,
                                  .executable = (header.p_flags & PF_X) != 0,
                                  .writable = (header.p_flags & PF_W) != 0,
                                  .bytes = {first, first + header.p_filesz}});
    }
    if (image.segments.empty()) fail("has nothing to load: every segment is empty");
    std::sort(image.segments.begin(), image.segments.end(),
              [](const Segment &a, const Segment &b) { return a.address < b.address; });
    image.end = image.segments.back().address + image.segments.back().memory_size;
}

void ElfFile::check_overlap(const Image &image) const {
    for (std::size_t i = 1; i < image.segments.size(); ++i) {
        const Segment &low = image.segments[i - 1], &high = image.segments[i];
        if (high.address - low.address < low.memory_size)
            fail(fmt::format("is a damaged ELF file: the segments at {:#010x} and {:#010x} overlap",
                             low.address, high.address));
    }
}

void ElfFile::check_entry(const Image &image) const {
    const std::string entry = fmt::format("the entry point {:#010x}", image.entry);
    if (image.entry % 4 != 0 && !facts_of(processor_).any_length)
        fail(entry + " is not a multiple of 4");
    for (const Segment &segment : image.segments)
        if (segment.executable && image.entry >= segment.address &&
            image.entry - segment.address < segment.bytes.size())
            return;
    fail(entry + " is in no executable segment: does the program have a _start?");
}

/// The beginning of a name, safe to print.
std::string name_text(const char *name) {
    constexpr std::size_t longest = 512;
    return printable({name, strnlen(name, longest)});
}

bool is_local_label(std::string_view name) {
    return name.empty() || name[0] == '$' || name[0] == '.';
}

/// The entry of an Active Messages handler, which the compiler places before the handler. Reports
/// show it as a part of the handler.
bool is_entry(std::string_view name) { return name.ends_with(".xnet_entry"); }

/// Takes a symbol that defines guarded memory. Ignores invalid values.
void note_guard(Guards &guards, std::string_view name, std::uint32_t value,
                std::uint32_t memory_bytes) {
    constexpr std::uint32_t page = 4096, least = 0x10000;
    const bool fits = value % page == 0 && value >= least && value <= memory_bytes;
    if (!fits) return;
    // From the end of the gap to the arguments, also with a resident kernel.
    if (name == "__stack_size") guards.main_stack = std::max(guards.main_stack, value);
    if (name == "__main_stack_guard_end" && value < memory_bytes - page)
        guards.main_stack = std::max(guards.main_stack, memory_bytes - page - value);
    if (name == "__heap_guard") guards.heap = value;
    if (memory_bytes - value < Guards::bytes) return;
    if (name == "__low_stack_guard") guards.low_stack = value;
    if (name == "__high_stack_guard") guards.high_stack = value;
}

void ElfFile::add_symbols(Image &image, std::vector<Found> &code, std::vector<Found> &data,
                          Elf_Scn *section) const {
    const std::optional<Elf32_Shdr> header = section_header(section);
    if (!header || header->sh_type != SHT_SYMTAB) return;
    const std::uint64_t end = std::uint64_t{header->sh_offset} + header->sh_size;
    if (end > bytes_.size()) truncated("the symbol table", end);
    const Elf_Data *table = elf_getdata(section, nullptr);
    if (table == nullptr || table->d_type != ELF_T_SYM || table->d_buf == nullptr) return;
    const std::span symbols(static_cast<const Elf32_Sym *>(table->d_buf),
                            table->d_size / sizeof(Elf32_Sym));
    std::string file; // of the local symbols that follow
    for (const Elf32_Sym &symbol : symbols) {
        const unsigned type = ELF32_ST_TYPE(symbol.st_info);
        const char *name = elf_strptr(elf_.get(), header->sh_link, symbol.st_name);
        if (type == STT_FILE && name != nullptr) file = name_text(name);
        const bool object = type == STT_OBJECT;
        // A function in data: code that the program writes there.
        const bool anywhere = object || type == STT_FUNC;
        if (type != STT_FUNC && type != STT_NOTYPE && !object) continue;
        const auto segment =
            std::find_if(image.segments.begin(), image.segments.end(), [&](const Segment &s) {
                return (s.executable || anywhere) && symbol.st_value >= s.address &&
                       symbol.st_value - s.address < s.memory_size;
            });
        if (name != nullptr && std::string_view(name) == "__xnet_runtime_text") {
            image.runtime_text = symbol.st_value; // not the name of a function
            continue;
        }
        if (name != nullptr) note_guard(image.guards, name, symbol.st_value, memory_bytes_);
        // SPARC's .umul is a function in spite of its name.
        if (segment == image.segments.end() || name == nullptr ||
            (type != STT_FUNC && is_local_label(name)) || is_entry(name) ||
            (facts_of(processor_).absolute_numbers && symbol.st_shndx == SHN_ABS))
            continue;
        const std::uint32_t room = segment->memory_size - (symbol.st_value - segment->address);
        const bool local = ELF32_ST_BIND(symbol.st_info) == STB_LOCAL;
        (object ? data : code)
            .push_back({{symbol.st_value, std::min(symbol.st_size, room), name_text(name)},
                        local ? file : ""});
    }
}

/// Gives symbols of one name that files have for themselves the name "file.c:work", or
/// "file.c@0x10234:work" where files have one name too. The symbol of all files keeps its name.
void name_apart(std::vector<Symbol> &symbols, const std::vector<std::string> &files) {
    std::map<std::string, unsigned> names, in_files;
    for (const Symbol &symbol : symbols) ++names[symbol.name];
    const auto in_file = [&](std::size_t i) { return files[i] + ":" + symbols[i].name; };
    const auto shared = [&](std::size_t i) {
        return !files[i].empty() && names[symbols[i].name] > 1;
    };
    for (std::size_t i = 0; i < symbols.size(); ++i)
        if (shared(i)) ++in_files[in_file(i)];
    std::vector<std::string> apart(symbols.size());
    for (std::size_t i = 0; i < symbols.size(); ++i)
        if (shared(i))
            apart[i] = in_files[in_file(i)] == 1 ? in_file(i)
                                                 : fmt::format("{}@{:#x}:{}", files[i],
                                                               symbols[i].address, symbols[i].name);
    for (std::size_t i = 0; i < symbols.size(); ++i)
        if (!apart[i].empty()) symbols[i].name = std::move(apart[i]);
}

/// Keeps one name per address, and drops labels inside of functions, so that places read
/// "fetch_add+0x14".
std::vector<Symbol> ElfFile::tidy(std::vector<Found> found) {
    std::stable_sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
        const Symbol &left = a.symbol, &right = b.symbol;
        return left.address != right.address ? left.address < right.address
                                             : left.size > right.size;
    });
    std::vector<Symbol> kept;
    std::vector<std::string> files;
    for (auto &[symbol, file] : found) {
        if (!kept.empty()) {
            const Symbol &last = kept.back();
            if (symbol.address == last.address) continue;
            if (symbol.size == 0 && symbol.address - last.address < last.size) continue;
        }
        kept.push_back(std::move(symbol));
        files.push_back(std::move(file));
    }
    name_apart(kept, files);
    return kept;
}

void ElfFile::read_symbols(Image &image) const {
    std::vector<Found> code, data;
    Elf_Scn *section = nullptr;
    while ((section = elf_nextscn(elf_.get(), section)) != nullptr)
        add_symbols(image, code, data, section);
    image.symbols = tidy(std::move(code));
    image.objects = tidy(std::move(data));
}

/// Reads the entries that xnet_trace.h describes. Entries of code that the linker has dropped have
/// no address.
void ElfFile::add_marks(Image &image, std::span<const std::uint8_t> section) const {
    constexpr std::size_t shortest = 6, word = 4; // address, kind, the name's 0
    enum : std::uint8_t { mark_begin = 1, mark_off = 2, mark_on = 3 };
    while (section.size() >= shortest) {
        std::uint32_t address =
            std::uint32_t{section[0]} << 24 | section[1] << 16 | section[2] << 8 | section[3];
        const bool little = facts_of(processor_).little;
        if (little) address = __builtin_bswap32(address);
        const auto end = std::find(section.begin() + 5, section.end(), std::uint8_t{0});
        if (section[4] > mark_on || end == section.end() || (address % word != 0 && !little))
            fail("is a damaged ELF file: its section .xnet_trace makes no sense");
        const bool code =
            std::any_of(image.segments.begin(), image.segments.end(), [&](const Segment &s) {
                return s.executable && address >= s.address && address - s.address <= s.memory_size;
            });
        if (code && section[4] >= mark_off)
            image.switches.push_back({address, section[4] == mark_on});
        else if (code)
            image.marks.push_back({address, section[4] == mark_begin,
                                   name_text(reinterpret_cast<const char *>(section.data()) + 5)});
        const auto used = static_cast<std::size_t>(end - section.begin()) + 1;
        section = section.subspan(std::min(section.size(), (used + word - 1) / word * word));
    }
    const auto by_address = [](const auto &a, const auto &b) { return a.address < b.address; };
    std::stable_sort(image.marks.begin(), image.marks.end(), by_address);
    std::stable_sort(image.switches.begin(), image.switches.end(), by_address);
}

/// Reads "address file line category"; "-" is no category.
void ElfFile::add_categories(Image &image, std::span<const std::uint8_t> section) {
    std::istringstream text(std::string(section.begin(), section.end()));
    std::string file, name;
    std::uint32_t address = 0, line = 0;
    while (text >> address >> file >> line >> name)
        if (name != "-") image.categories.push_back({address, name});
    std::ranges::stable_sort(image.categories, {}, &Category::address);
}

/// The compiler's note in a program: "machine=t1 abi=1 reserved=$28" (llvm-patches/README.md).
/// Programs of other compilers have none.
void ElfFile::read_note(Image &image, std::span<const std::uint8_t> section) const {
    const std::string_view all(reinterpret_cast<const char *>(section.data()), section.size());
    const auto value = [&](std::string_view key) {
        const std::size_t at = all.find(key);
        if (at == std::string_view::npos) return std::string_view();
        const std::string_view rest = all.substr(at + key.size());
        return rest.substr(0,
                           std::min(rest.find_first_of(std::string_view(" \0", 2)), rest.size()));
    };
    const std::string_view machine = value("machine="), abi = value("abi=");
    const std::string_view own = facts_of(processor_).machines[0].name;
    if (!machine.empty() && !inlet::noted_machine(processor_, machine))
        fail(fmt::format("is compiled for the machine '{}', not for {}", printable(machine), own));
    if (!abi.empty() && abi != "1")
        fail(fmt::format("follows version {} of the ABI of {}, this inlet knows version 1: compile "
                         "it with this inlet's compiler",
                         printable(abi), own));
    image.machine = machine;
}

void ElfFile::read_own_sections(Image &image) const {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf_.get(), &names) != 0) return;
    Elf_Scn *section = nullptr;
    while ((section = elf_nextscn(elf_.get(), section)) != nullptr) {
        const std::optional<Elf32_Shdr> header = section_header(section);
        if (!header || (header->sh_type != SHT_PROGBITS && header->sh_type != SHT_NOTE)) continue;
        const char *name = elf_strptr(elf_.get(), names, header->sh_name);
        const bool marks = name != nullptr && std::strcmp(name, ".xnet_trace") == 0;
        const bool note = name != nullptr && std::strcmp(name, ".note.inlet") == 0;
        const bool lines = name != nullptr && std::strcmp(name, ncube::lines_section) == 0;
        if (!marks && !note && !lines) continue;
        const std::uint64_t end = std::uint64_t{header->sh_offset} + header->sh_size;
        if (end > bytes_.size()) truncated(fmt::format("the section {}", name), end);
        const auto bytes = std::span(bytes_).subspan(header->sh_offset, header->sh_size);
        if (lines)
            add_categories(image, bytes);
        else if (note)
            read_note(image, bytes);
        else
            add_marks(image, bytes);
    }
}

Image ElfFile::read() {
    check_identity();
    const std::uint64_t hash = file_hash(bytes_); // before libelf, which may write to the bytes
    elf_version(EV_CURRENT);
    elf_.reset(elf_memory(reinterpret_cast<char *>(bytes_.data()), bytes_.size()));
    const Elf32_Ehdr *header = elf_ ? elf32_getehdr(elf_.get()) : nullptr;
    if (header == nullptr) fail(fmt::format("is a damaged ELF file: {}", elf_errmsg(-1)));
    check_header(*header);
    Image image;
    image.path = path_;
    image.processor = processor_;
    image.hash = hash;
    image.entry = header->e_entry;
    read_segments(image);
    check_overlap(image);
    check_entry(image);
    read_symbols(image);
    read_own_sections(image);
    return image;
}

} // namespace

const char *compiler_of(Processor processor, std::string_view machine) {
    const NotedMachine *const known = noted_machine(processor, machine);
    return known && known->compiler ? known->compiler : facts_of(processor).compiler;
}

Image Image::parse(std::span<const std::uint8_t> file, const std::filesystem::path &path,
                   std::uint32_t memory_bytes, std::optional<Processor> processor) {
    return parse_program(
        std::make_shared<const std::vector<std::uint8_t>>(file.begin(), file.end()), path,
        memory_bytes, processor, "");
}

Image parse_program(std::span<const std::uint8_t> file, const std::filesystem::path &path,
                    std::uint32_t memory_bytes, Processor processor, std::string_view machine) {
    return parse_program(
        std::make_shared<const std::vector<std::uint8_t>>(file.begin(), file.end()), path,
        memory_bytes, std::optional(processor), machine);
}

Image parse_program(std::shared_ptr<const std::vector<std::uint8_t>> file,
                    const std::filesystem::path &path, std::uint32_t memory_bytes,
                    std::optional<Processor> processor, std::string_view machine) {
    Image image = ElfFile(*file, path, memory_bytes, processor, machine).read();
    image.file = std::move(file);
    image.lines = SourceLines(image.file, first_address(image.processor));
    if (facts_of(image.processor).call_frames) image.frames = CallFrames(image.file);
    return image;
}

} // namespace inlet
