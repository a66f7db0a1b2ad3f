// A guest program: segments and symbols of an ELF file, shared by all nodes.
#pragma once

#include "inlet/call_frames.h"
#include "inlet/context.h"
#include "inlet/source_lines.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace inlet {

/// The processor that a program is compiled for.
enum class Processor : std::uint8_t { mips, sparc, ppc, x86, ncube, lanai };
/// The first address at which a node has memory.
constexpr std::uint32_t first_address(Processor processor) {
    return processor == Processor::ncube || processor == Processor::lanai ? 0 : 0x10000;
}

struct Segment {
    std::uint32_t address = 0; ///< first byte
    std::uint32_t memory_size =
        0; ///< bytes in memory; bytes.size() of them come from the file, the rest is zero
    bool executable = false;
    bool writable = false;
    std::vector<std::uint8_t> bytes;
};

struct Symbol {
    std::uint32_t address = 0;
    std::uint32_t size = 0; ///< 0: not given by the assembler; the symbol reaches to the next one
    /// As in the file, safe to print. Where several files have a function of this name for
    /// themselves: "file.c:work".
    std::string name;

    /// The demangled name: "heap::grow(int)" for "_ZN4heap4growEi".
    std::string readable() const;
    /// The same without a file in front.
    std::string readable_without_file() const;
    /// Whether a user who writes `text` means this function.
    bool is_called(std::string_view text) const;
};

/// The begin or the end of a named part of the code (<xnet_trace.h>).
struct Mark {
    std::uint32_t address = 0; ///< of the first instruction behind it
    bool begins = false;
    std::string name;
};

/// A place where the code switches its node's records on or off (<xnet_trace.h>).
struct TraceSwitch {
    std::uint32_t address = 0; ///< of the first instruction behind it
    bool on = false;
};

/// Unmapped guard areas that catch an overflow of a stack or of the heap: symbols of t1.ld
/// (docs/t1-abi.md, "Memory of a node"). Addresses are multiples of 4096; 0: no guard.
struct Guards {
    static constexpr std::uint32_t bytes = 0x10000; ///< below a handler stack
    std::uint32_t low_stack = 0;                    ///< address at which it begins
    std::uint32_t high_stack = 0;
    std::uint32_t heap = 0;       ///< guard from here to the main stack, except allocated memory
    std::uint32_t main_stack = 0; ///< bytes of that stack

    bool operator==(const Guards &) const = default;
};

/// An instruction whose source assigns it a category (docs/ncube2.md, "The assembler").
struct Category {
    std::uint32_t address = 0;
    std::string name;
};

struct Image {
    std::filesystem::path path;
    Processor processor = Processor::mips;
    std::string machine; ///< the machine named by the program's ELF note; empty: no note
    std::uint32_t entry = 0;
    std::uint32_t end = 0;  ///< first byte after the highest segment
    std::uint64_t hash = 0; ///< of the file's bytes
    /// The file's bytes; null if the image was not made from a file.
    std::shared_ptr<const std::vector<std::uint8_t>> file;
    std::vector<Segment> segments;
    std::vector<Symbol> symbols; ///< functions (and labels in executable segments), by address
    std::vector<Symbol> objects; ///< variables, by address
    std::vector<Mark> marks;     ///< by address; marks of one address are in program order
    std::vector<TraceSwitch> switches; ///< the same
    std::vector<Category> categories;  ///< by address
    Guards guards;
    std::uint32_t runtime_text = 0; ///< address at which the runtime's code begins (t1.ld); 0:
                                    ///< unknown
    SourceLines lines;
    CallFrames frames;     ///< of an x86's program
    ContextNames contexts; ///< names of the machine that runs it; set by the caller that knows the
                           ///< machine

    /// Throws UserError: missing, not an ELF, of another machine or byte order, truncated, not
    /// executable, segments that overlap, leave [0x10000, memory_bytes) or are empty. All checks
    /// come before any use. `processor`: accept only its programs; empty: accept any.
    static Image load(const std::filesystem::path &path, std::uint32_t memory_bytes,
                      std::optional<Processor> processor = {});
    /// The same for the bytes of a file in memory; `path` only names it in messages.
    static Image parse(std::span<const std::uint8_t> file, const std::filesystem::path &path,
                       std::uint32_t memory_bytes, std::optional<Processor> processor = {});

    /// Adds the names, marks and switches of another program, which lies elsewhere in memory.
    void add(const Image &other);
    /// Whether the code at `address` belongs to the runtime rather than to the program.
    bool is_runtime(std::uint32_t address) const {
        return runtime_text != 0 && address >= runtime_text;
    }
    /// The function that covers `address`, or nullptr.
    const Symbol *find(std::uint32_t address) const;
    /// "fetch_add+0x14", "handler-0x8" for the two instructions before an AM handler
    /// (docs/t1-abi.md), or "0x00010234" where no symbol covers it.
    std::string place(std::uint32_t address) const;
    /// For messages: "0x00010234 (fetch_add+0x14, fetch_add.c:12)", without the parts that are
    /// unknown.
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
