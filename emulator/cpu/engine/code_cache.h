// Code that is written at run time. It is decoded once for all nodes with the same content.
#pragma once

#include "cpu/engine/program.h"
#include "memory/memory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace inlet::engine {

/// The decoded code of a machine. A Program lives as long as a node uses it. Unused ones are
/// dropped from time to time.
class CodeCache {
  public:
    /// `text`: the program as loaded, whole pages from `base` on. The pages `gaps` (numbers, in
    /// order) have none of it. With `compiled`, hot code is compiled for the host, except single
    /// words.
    CodeCache(std::shared_ptr<const InstructionSet> set, std::uint32_t base,
              std::vector<std::uint8_t> text, std::vector<std::uint32_t> gaps,
              const std::optional<CompileOptions> &compiled = {});
    /// Nodes begin with pieces of the program as loaded. Before the first CodeMap.
    void begin_with_pieces() { begins_with_pieces_ = true; }

    const InstructionSet &set() const { return *set_; }
    /// Whether `address` is in the program as loaded, or in a gap of it.
    bool covers(std::uint32_t address) const { return address - base_ < text_.size(); }
    /// What a node has before its first fetch; nullptr: the program as a whole.
    std::shared_ptr<const Program> beginning();
    /// A piece of the program as loaded without the pages `written` (in order), with the
    /// instruction at `pc`, which it covers. nullptr: there is none, or so many were asked for that
    /// the program as a whole takes less time; the cache keeps no pieces then.
    std::shared_ptr<const Program> piece(std::uint32_t pc,
                                         const std::vector<std::uint32_t> &written);

    /// The program as loaded without `pages` (in order), which have been written.
    std::shared_ptr<const Program> without(const std::vector<std::uint32_t> &pages);
    /// One page with this content.
    std::shared_ptr<const Program> page(std::uint32_t number,
                                        std::span<const std::uint8_t, page_bytes> bytes);
    /// The instruction at `pc`, for one execution by the caller. Never compiled.
    std::shared_ptr<const Program> instruction(std::uint32_t pc,
                                               std::span<const std::uint8_t> bytes) const;
    /// Number of decodings so far.
    std::uint64_t decoded() const { return decoded_; }
    /// Number of Programs in the cache, without pieces.
    std::size_t kept() const { return pages_.size() + loaded_.size(); }

  private:
    struct Page {
        std::uint32_t number;
        std::vector<std::uint8_t> bytes;
        std::shared_ptr<const Program> program;
    };
    std::shared_ptr<const Program> make(std::uint32_t base, std::span<const std::uint8_t> text,
                                        std::span<const std::uint32_t> without,
                                        std::uint32_t least = Program::no_limit);
    std::shared_ptr<const Program> make_piece(std::uint32_t begin,
                                              const std::vector<std::uint32_t> &written);
    void drop_unused();

    std::shared_ptr<const InstructionSet> set_;
    std::uint32_t base_;
    std::vector<std::uint8_t> text_;
    std::vector<std::uint32_t> gaps_;
    std::optional<CompileOptions> compiled_;
    bool begins_with_pieces_ = false;
    std::uint32_t asked_ = 0;                            ///< pieces
    std::vector<std::shared_ptr<const Program>> pieces_; ///< the first is beginning()
    std::map<std::vector<std::uint32_t>, std::shared_ptr<const Program>>
        loaded_;                                         ///< by pages left out
    std::unordered_multimap<std::uint64_t, Page> pages_; ///< by hash of the bytes
    std::size_t most_;
    std::uint64_t decoded_ = 0;
};

/// Maps a node's addresses to Programs. A page that has been executed is watched (Memory::watch). A
/// store to it drops its decoded form, and the next fetch decodes it again. A page that changes
/// often, as one with code and data, is no longer watched: its instructions are decoded whenever
/// they are executed. With instructions of several lengths, so are those that begin in the middle
/// of another one or continue in another page.
///
/// The program as loaded is decoded by pieces first, since a short run needs little of it, and as a
/// whole when a node has gone from one piece to another often.
class CodeMap {
  public:
    /// What a node executes, for go_back().
    struct Mark {
        std::shared_ptr<const Program> program;
        bool is_piece = false;     ///< or beginning()
        std::uint64_t changes = 0; ///< of code, before it
    };

    explicit CodeMap(CodeCache &cache);

    const InstructionSet &set() const { return cache_->set(); }
    /// The Program that the node executes now.
    const Program &program() const { return *current_.program; }
    /// The program as loaded, but for pages that have been written.
    const Program &loaded() const;
    /// Makes `program()` the one with the instruction at `pc`, which is mapped. False: nothing was
    /// ever written there.
    bool fetch(Memory &memory, std::uint32_t pc);
    /// Makes `program()` the one with the instruction at `pc`, if both are of the program as
    /// loaded: for trials, debuggers and interfaces, which do not fetch.
    const Program &follow(std::uint32_t pc) const;
    /// Before a trial, and after it: `program()` is as it was, unless code has changed.
    Mark mark() const { return current_; }
    void go_back(const Mark &to) {
        if (to.changes == current_.changes) current_ = to;
    }
    /// Called when the page of `address`, which is no longer watched, has changed.
    void changed(std::uint32_t address);
    /// The same by a store of the program itself, which fetches before it goes on.
    void stored(std::uint32_t address);
    void archive(Archive &ar, Memory &memory);

  private:
    struct Page {
        std::uint32_t number;
        std::uint32_t changes;                  ///< since its first decoding
        std::shared_ptr<const Program> program; ///< null after a change
    };
    std::vector<Page>::iterator find(std::uint32_t page);
    void forget(std::uint32_t page);
    void make_current(std::shared_ptr<const Program> program, bool is_piece) const;
    /// Whether the page of `pc` is the program's as loaded.
    bool as_loaded(std::uint32_t pc) const;
    /// Decodes the instruction at `pc` from memory. False: memory ends within it.
    bool fetch_alone(const Memory &memory, std::uint32_t pc);

    CodeCache *cache_;
    /// The program's text but for `written_`; null before it is needed as a whole.
    mutable std::shared_ptr<const Program> loaded_;
    std::vector<std::uint32_t> written_; ///< pages of the text, in order
    std::vector<Page> pages_;            ///< written pages that were executed, in order
    mutable Mark current_;
};

} // namespace inlet::engine
