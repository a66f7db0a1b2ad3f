// A guest program: segments and symbols of an ELF file, shared by all nodes.
#pragma once

#include "inlet/context.h"
#include "inlet/source_lines.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet {

/// Whose instructions a program has.
enum class Processor : std::uint8_t { mips, sparc, ppc, x86, ncube };
/// The first address at which a node has memory.
constexpr std::uint32_t first_address(Processor processor) {
    return processor == Processor::ncube ? 0 : 0x10000;
}

struct Segment {
    std::uint32_t address = 0; ///< first byte
    std::uint32_t memory_size =
        0; ///< bytes, of which bytes.size() come from the file and the rest is zero
    bool executable = false;
    bool writable = false;
    std::vector<std::uint8_t> bytes;
};

struct Symbol {
    std::uint32_t address = 0;
    std::uint32_t size = 0; ///< 0 where the assembler did not say: reaches to the next symbol
    std::string name;       ///< as the file has it

    /// As people write it: "heap::grow(int)" for "_ZN4heap4growEi".
    std::string readable() const;
};

/// Where a named part of the code begins or ends (<xnet_trace.h>).
struct Mark {
    std::uint32_t address = 0; ///< of the first instruction behind it
    bool begins = false;
    std::string name;
};

/// Where the code switches its node's records on or off (<xnet_trace.h>).
struct TraceSwitch {
    std::uint32_t address = 0; ///< of the first instruction behind it
    bool on = false;
};

/// Memory that nobody may touch, so that a stack or a heap that runs over is noticed: symbols of
/// t1.ld (docs/t1-abi.md, "Memory of a node"). Addresses are multiples of 4096; 0: not there.
struct Guards {
    static constexpr std::uint32_t bytes = 0x10000; ///< below a handler stack
    std::uint32_t low_stack = 0;                    ///< where that begins
    std::uint32_t high_stack = 0;
    std::uint32_t heap = 0;       ///< from here to the main stack, but for what is allocated
    std::uint32_t main_stack = 0; ///< bytes of that stack

    bool operator==(const Guards &) const = default;
};

/// An instruction that its source gives to a category (docs/ncube2.md, "The assembler").
struct Category {
    std::uint32_t address = 0;
    std::string name;
};

struct Image {
    std::filesystem::path path;
    Processor processor = Processor::mips;
    std::string machine; ///< that it is compiled for, by its note; empty: it has none
    std::uint32_t entry = 0;
    std::uint32_t end = 0;  ///< first byte after the highest segment
    std::uint64_t hash = 0; ///< of the file's bytes
    /// These bytes; null where the image was made in another way.
    std::shared_ptr<const std::vector<std::uint8_t>> file;
    std::vector<Segment> segments;
    std::vector<Symbol> symbols; ///< functions (and labels in executable segments), by address
    std::vector<Symbol> objects; ///< variables, by address
    std::vector<Mark> marks;     ///< by address, those of one address as the program has them
    std::vector<TraceSwitch> switches; ///< the same
    std::vector<Category> categories;  ///< by address
    Guards guards;
    std::uint32_t runtime_text = 0; ///< the runtime's code is from here on (t1.ld); 0: not known
    SourceLines lines;
    ContextNames contexts; ///< of the machine that runs it, set by who knows that

    /// Throws UserError: missing, not an ELF, of another machine or byte order, truncated, not
    /// executable, segments that overlap, leave [0x10000, memory_bytes) or are empty. Every check
    /// before any use. `processor`: the only one whose programs are right; none: any.
    static Image load(const std::filesystem::path &path, std::uint32_t memory_bytes,
                      std::optional<Processor> processor = {});
    /// The same for the bytes of a file in memory; `path` only names it in messages.
    static Image parse(std::span<const std::uint8_t> file, const std::filesystem::path &path,
                       std::uint32_t memory_bytes, std::optional<Processor> processor = {});

    /// Takes the names, marks and switches of another program, which lies elsewhere in memory.
    void add(const Image &other);
    /// Whether the code there is the runtime's, and not the program's own.
    bool is_runtime(std::uint32_t address) const {
        return runtime_text != 0 && address >= runtime_text;
    }
    /// The function that covers `address`, or nullptr.
    const Symbol *find(std::uint32_t address) const;
    /// "fetch_add+0x14", "handler-0x8" for the two instructions before an AM handler
    /// (docs/t1-abi.md), or "0x00010234" where no symbol covers it.
    std::string place(std::uint32_t address) const;
    /// For messages: "0x00010234 (fetch_add+0x14, fetch_add.c:12)", as much of it as is known.
    std::string where(std::uint32_t address) const;
    /// "0x00021010 (flag)", "0x00021018 (table+0x8)", or the address alone.
    std::string variable(std::uint32_t address) const;
    /// The instruction word at `address` of an executable segment, in the processor's byte order;
    /// false outside.
    bool word(std::uint32_t address, std::uint32_t &out) const;
    /// The word at `address`, code or data, in the processor's byte order before the program runs;
    /// 0 where nothing is loaded.
    std::uint32_t loaded_word(std::uint32_t address) const;
};

} // namespace inlet
