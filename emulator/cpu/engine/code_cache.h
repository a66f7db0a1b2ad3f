// Code that is written at run time: decoded once for all nodes that wrote the same, by content.
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

/// The decoded code of a machine. A Program lives as long as a node uses it; what none uses is
/// dropped from time to time.
class CodeCache {
  public:
    /// `text`: the program as loaded, whole pages from `base` on. The pages `gaps` (numbers, in
    /// order) have nothing of it. With `compiled` what runs often is compiled for the host, but for
    /// single words.
    CodeCache(std::shared_ptr<const InstructionSet> set, std::uint32_t base,
              std::vector<std::uint8_t> text, std::vector<std::uint32_t> gaps,
              const std::optional<CompileOptions> &compiled = {});

    const InstructionSet &set() const { return *set_; }

    /// The program as loaded but for `pages` (in order), which have been written.
    std::shared_ptr<const Program> without(const std::vector<std::uint32_t> &pages);
    /// One page with this content.
    std::shared_ptr<const Program> page(std::uint32_t number,
                                        std::span<const std::uint8_t, page_bytes> bytes);
    /// The one instruction at `pc`, for the caller alone. Never compiled: it is executed once.
    std::shared_ptr<const Program> instruction(std::uint32_t pc,
                                               std::span<const std::uint8_t> bytes) const;
    /// How often something was decoded so far.
    std::uint64_t decoded() const { return decoded_; }
    /// Programs that it has now.
    std::size_t kept() const { return pages_.size() + loaded_.size(); }

  private:
    struct Page {
        std::uint32_t number;
        std::vector<std::uint8_t> bytes;
        std::shared_ptr<const Program> program;
    };
    std::shared_ptr<const Program> make(std::uint32_t base, std::span<const std::uint8_t> text,
                                        std::span<const std::uint32_t> without);
    void drop_unused();

    std::shared_ptr<const InstructionSet> set_;
    std::uint32_t base_;
    std::vector<std::uint8_t> text_;
    std::vector<std::uint32_t> gaps_;
    std::optional<CompileOptions> compiled_;
    std::map<std::vector<std::uint32_t>, std::shared_ptr<const Program>>
        loaded_;                                         ///< by pages left out
    std::unordered_multimap<std::uint64_t, Page> pages_; ///< by hash of the bytes
    std::size_t most_;
    std::uint64_t decoded_ = 0;
};

/// Which Program a node executes where. A page that has been executed is watched (Memory::watch);
/// a store to it makes its decoded form void, and the next fetch takes what is there then. A page
/// that changes again and again, as one does that has code and data, is no longer watched:
/// each of its instructions is decoded when it is executed. Where instructions have several
/// lengths, so is one that begins in the middle of another, or goes on in another page.
class CodeMap {
  public:
    explicit CodeMap(CodeCache &cache);

    const InstructionSet &set() const { return cache_->set(); }
    /// The one that the node executes now.
    const Program &program() const { return *current_; }
    /// Makes `program()` the one that has the instruction at `pc`, which is mapped. False: nothing
    /// was ever written there.
    bool fetch(Memory &memory, std::uint32_t pc);
    /// The page of `address`, which was watched and is so no longer, has changed.
    void changed(std::uint32_t address);
    void archive(Archive &ar, Memory &memory);

  private:
    struct Page {
        std::uint32_t number;
        std::uint32_t changes;                  ///< since it was first decoded
        std::shared_ptr<const Program> program; ///< null since the last one
    };
    std::vector<Page>::iterator find(std::uint32_t page);
    /// The one instruction at `pc`, as it is there now. False: memory ends within it.
    bool fetch_alone(const Memory &memory, std::uint32_t pc);

    CodeCache *cache_;
    std::shared_ptr<const Program> loaded_; ///< the program's text but for `written_`
    std::vector<std::uint32_t> written_;    ///< pages of the text, in order
    std::vector<Page> pages_;               ///< executed from what was written, in order
    std::shared_ptr<const Program> current_;
};

} // namespace inlet::engine
