#include "cpu/engine/code_cache.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace inlet::engine {

namespace {

/// Programs that the cache keeps before it looks for the first time which are still used.
constexpr std::size_t first_limit = 64;

/// So often a node decodes a page anew as a whole. A page costs about as much as executing a few
/// hundred instructions one by one.
constexpr std::uint32_t patience = 16;

/// Bytes of a piece, at least.
constexpr std::uint32_t piece_bytes = 512;

/// So many pieces are given before the program is decoded as a whole. That takes as long as some
/// ten thousand changes from one piece to another.
constexpr std::uint32_t most_asked = 4096;

/// Bytes, of any processor.
constexpr std::uint32_t longest_instruction = 24;

std::uint64_t hash(std::span<const std::uint8_t> bytes) {
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

/// Whether a program has something of one of the pages, which are in order.
bool has_any(const Program &program, const std::vector<std::uint32_t> &pages) {
    const auto page = std::ranges::lower_bound(pages, program.begin() >> page_bits);
    return page != pages.end() && *page << page_bits < program.end();
}

} // namespace

CodeCache::CodeCache(std::shared_ptr<const InstructionSet> set, std::uint32_t base,
                     std::vector<std::uint8_t> text, std::vector<std::uint32_t> gaps,
                     const std::optional<CompileOptions> &compiled)
    : set_(std::move(set)), base_(base), text_(std::move(text)), gaps_(std::move(gaps)),
      compiled_(compiled), most_(first_limit) {}

std::shared_ptr<const Program> CodeCache::make(std::uint32_t base,
                                               std::span<const std::uint8_t> text,
                                               std::span<const std::uint32_t> without,
                                               std::uint32_t least) {
    ++decoded_;
    drop_unused();
    auto program = std::make_shared<Program>(set_, base, text, without, least);
    if (compiled_) program->use_compiled(*compiled_);
    return program;
}

std::shared_ptr<const Program> CodeCache::without(const std::vector<std::uint32_t> &pages) {
    if (const auto found = loaded_.find(pages); found != loaded_.end()) return found->second;
    std::vector<std::uint32_t> absent;
    std::ranges::merge(gaps_, pages, std::back_inserter(absent));
    return loaded_[pages] = make(base_, text_, absent);
}

std::shared_ptr<const Program> CodeCache::beginning() {
    if (!begins_with_pieces_) return nullptr;
    if (pieces_.empty()) pieces_.push_back(make(base_, {}, {}));
    return pieces_.front();
}

std::shared_ptr<const Program> CodeCache::piece(std::uint32_t pc,
                                                const std::vector<std::uint32_t> &written) {
    if (!begins_with_pieces_) return nullptr;
    if (asked_ == most_asked) { // nodes that are in a piece keep it
        if (pieces_.size() > 1) pieces_.resize(1);
        return nullptr;
    }
    ++asked_;
    for (const auto &piece : pieces_)
        if (piece->holds(pc) && !has_any(*piece, written)) return piece;
    if (pc & ((1u << set_->shift()) - 1)) return nullptr;
    // A wait is recognised in one program only, so no loop that may be one is cut.
    for (std::uint32_t begin = pc;;) {
        auto piece = make_piece(begin, written);
        if (!piece || !piece->holds(pc)) return nullptr;
        if (piece->first_loop() == begin) return pieces_.emplace_back(std::move(piece));
        begin = piece->first_loop();
    }
}

/// nullptr: the text there has no place to end a piece.
std::shared_ptr<const Program> CodeCache::make_piece(std::uint32_t begin,
                                                     const std::vector<std::uint32_t> &written) {
    const std::uint32_t offset = begin - base_;
    if (offset >= text_.size()) return nullptr;
    std::size_t all = text_.size() - offset; // to the next gap
    for (const std::vector<std::uint32_t> &pages : {std::cref(gaps_), std::cref(written)})
        if (const auto gap = std::ranges::lower_bound(pages, begin >> page_bits);
            gap != pages.end())
            all = std::min<std::size_t>(all, std::max(*gap << page_bits, begin) - begin);
    const std::size_t bytes = std::min<std::size_t>(all, piece_bytes + 256);
    auto piece = make(begin, std::span(text_).subspan(offset, bytes), {}, piece_bytes);
    return piece->end() - begin < bytes || bytes == all ? piece : nullptr;
}

std::shared_ptr<const Program> CodeCache::page(std::uint32_t number,
                                               std::span<const std::uint8_t, page_bytes> bytes) {
    const std::uint64_t key = hash(bytes);
    const auto [first, last] = pages_.equal_range(key);
    for (auto it = first; it != last; ++it)
        if (it->second.number == number && std::ranges::equal(it->second.bytes, bytes))
            return it->second.program;
    auto program = make(number << page_bits, bytes, {});
    pages_.emplace(key, Page{number, {bytes.begin(), bytes.end()}, program});
    return program;
}

void CodeCache::drop_unused() {
    if (kept() < most_) return;
    std::erase_if(pages_, [](const auto &entry) { return entry.second.program.use_count() == 1; });
    std::erase_if(loaded_, [](const auto &entry) { return entry.second.use_count() == 1; });
    most_ = std::max(first_limit, 2 * kept());
}

std::shared_ptr<const Program> CodeCache::instruction(std::uint32_t pc,
                                                      std::span<const std::uint8_t> bytes) const {
    return std::make_shared<const Program>(set_, pc, bytes);
}

CodeMap::CodeMap(CodeCache &cache) : cache_(&cache), current_{cache.beginning(), true} {
    if (!current_.program) make_current(loaded_ = cache.without({}), false);
}

void CodeMap::make_current(std::shared_ptr<const Program> program, bool is_piece) const {
    current_.program = std::move(program);
    current_.is_piece = is_piece;
}

const Program &CodeMap::loaded() const {
    if (!loaded_) loaded_ = cache_->without(written_);
    return *loaded_;
}

std::vector<CodeMap::Page>::iterator CodeMap::find(std::uint32_t page) {
    return std::ranges::lower_bound(pages_, page, {}, &Page::number);
}

const Program &CodeMap::follow(std::uint32_t pc) const {
    if (current_.is_piece && as_loaded(pc) && !program().holds(pc)) {
        if (auto piece = loaded_ ? nullptr : cache_->piece(pc, written_)) {
            make_current(std::move(piece), true);
        } else {
            loaded();
            make_current(loaded_, false);
        }
    }
    return program();
}

bool CodeMap::fetch(Memory &memory, std::uint32_t pc) {
    const bool in_text = as_loaded(pc);
    if (in_text && !loaded_)
        if (auto piece = cache_->piece(pc, written_)) {
            make_current(std::move(piece), true);
            return true;
        }
    if (in_text && loaded().holds(pc)) {
        make_current(loaded_, false);
        return true;
    }
    const std::uint32_t number = pc >> page_bits;
    auto page = find(number);
    if (page == pages_.end() || page->number != number) {
        if (!memory.written(pc)) return false;
        if (in_text && !set().length()) return fetch_alone(memory, pc);
        page = pages_.insert(page, {number, 0, nullptr});
    }
    if (page->changes >= patience) return fetch_alone(memory, pc);
    if (!page->program) {
        memory.watch(pc, true);
        page->program =
            cache_->page(number, std::span<const std::uint8_t, page_bytes>(
                                     memory.read<std::uint8_t>(number << page_bits), page_bytes));
    }
    if (!page->program->holds(pc)) return fetch_alone(memory, pc);
    make_current(page->program, false);
    return true;
}

bool CodeMap::fetch_alone(const Memory &memory, std::uint32_t pc) {
    std::array<std::uint8_t, longest_instruction> bytes{};
    const std::uint32_t whole = set().length();
    std::uint32_t size = 0;
    while (size < (whole ? whole : longest_instruction)) {
        const std::uint8_t *byte = memory.read<std::uint8_t>(pc + size);
        if (!byte) break;
        bytes[size++] = *byte;
    }
    std::span<const std::uint8_t> there = std::span(bytes).first(size);
    if (!whole) {
        const Instruction in = set().decode(there, pc);
        if (in.kind == Kind::absent) return false;
        // What makes it illegal may be a byte behind its length.
        std::size_t length = in.length;
        while (length < there.size() && set().decode(there.first(length), pc).kind == Kind::absent)
            ++length;
        there = there.first(length);
    }
    make_current(cache_->instruction(pc, there), false);
    return true;
}

bool CodeMap::as_loaded(std::uint32_t pc) const {
    return cache_->covers(pc) && !std::ranges::binary_search(written_, pc >> page_bits);
}

void CodeMap::forget(std::uint32_t number) {
    ++current_.changes;
    if (const auto page = find(number); page != pages_.end() && page->number == number) {
        ++page->changes;
        page->program = nullptr;
    } else if (cache_->covers(number << page_bits)) { // of the text as loaded
        written_.insert(std::ranges::lower_bound(written_, number), number);
        if (loaded_) loaded_ = cache_->without(written_);
    }
}

void CodeMap::changed(std::uint32_t address) {
    forget(address >> page_bits);
    loaded();
    make_current(loaded_, false); // until the next fetch
}

void CodeMap::stored(std::uint32_t address) {
    forget(address >> page_bits);
    make_current(loaded_ ? loaded_ : cache_->beginning(), !loaded_); // until the next fetch
}

} // namespace inlet::engine
