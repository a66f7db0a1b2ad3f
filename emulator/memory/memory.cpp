#include "memory/memory.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace inlet {

void *reserve_zeros(std::size_t bytes) {
    void *const at =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    madvise(at, bytes, MADV_NOHUGEPAGE); // else the first write may use 2 MiB
    return at;
}

void release_zeros(void *at, std::size_t bytes) { munmap(at, bytes); }

void clear_zeros(void *at, std::size_t bytes) { madvise(at, bytes, MADV_DONTNEED); }

namespace {
// Pages that were never written read from here.
constexpr std::uint8_t zero_page[page_bytes] = {};

/// What a processor's modes see is settled when it starts. If it changes more often than this,
/// pages stay where they are.
constexpr std::uint32_t most_moves = 16;
} // namespace

SharedPages::SharedPages(std::uint32_t memory_bytes, std::uint32_t first)
    : data_(memory_bytes >> page_bits), text_(memory_bytes >> page_bits), first_(first) {}

void SharedPages::add(std::uint32_t address, std::span<const std::uint8_t> bytes, bool executable) {
    while (!bytes.empty()) {
        const std::uint32_t page = address >> page_bits;
        const std::uint32_t offset = address & (page_bytes - 1);
        const std::size_t part = std::min<std::size_t>(page_bytes - offset, bytes.size());
        if (!data_[page]) data_[page] = std::make_unique<std::uint8_t[]>(page_bytes);
        std::memcpy(data_[page].get() + offset, bytes.data(), part);
        if (executable) text_[page] = true;
        address += static_cast<std::uint32_t>(part);
        bytes = bytes.subspan(part);
    }
}

void SharedPages::fill_text(std::uint32_t first, std::uint32_t end, std::uint8_t value) {
    while (first < end) {
        const std::uint32_t page = first >> page_bits;
        const std::uint32_t offset = first & (page_bytes - 1);
        const std::uint32_t part = std::min(page_bytes - offset, end - first);
        if (text_[page]) std::fill_n(data_[page].get() + offset, part, value);
        first += part;
    }
}

Memory::Memory(const SharedPages &shared, bool reserve)
    : shared_(&shared), pages_(shared.pages()), barrier_(pages_), read_(pages_), write_(pages_),
      mapped_(pages_, true), watched_(shared.text()), own_(pages_) {
    const auto first = static_cast<std::ptrdiff_t>(std::min(shared.first_page(), pages_));
    std::fill(mapped_.begin(), mapped_.begin() + first, false);
    std::fill(watched_.begin(), watched_.begin() + first, false);
    if (reserve) reserved_ = Reservation::make();
    if (reserved_) placed_end_ = pages_;
    open(0, pages_);
}

void Memory::open(std::uint32_t first, std::uint32_t end) {
    if (!reserved_) return;
    for_runs(
        first, end,
        [this](std::uint32_t page) {
            return in_place(page) && mapped_[page] && !shared_->data(page);
        },
        [this](std::uint32_t from, std::uint32_t to) { reserved_->open(from, to); });
}

const std::uint8_t *Memory::loaded(std::uint32_t page) const {
    return shared_->data(page) ? shared_->data(page) : zero_page;
}

/// The bytes of a page as loaded, at its first access.
const std::uint8_t *Memory::place(std::uint32_t page) const {
    if (!in_place(page)) return loaded(page);
    std::uint8_t *const at = reserved_->at(page);
    if (const std::uint8_t *const data = shared_->data(page)) {
        reserved_->open(page, page + 1);
        std::memcpy(at, data, page_bytes);
    }
    return at;
}

const std::uint8_t *Memory::find(std::uint32_t page) const {
    if (read_[page]) return read_[page];
    if (!mapped_[page] || (hides_ && (page < shown_first_ || page >= shown_end_))) return nullptr;
    entered_.push_back(page);
    return read_[page] = place(page);
}

const std::uint8_t *Memory::first_read(std::uint32_t address) const {
    const std::uint32_t page = address >> page_bits;
    const std::uint8_t *const bytes = page < pages_ ? find(page) : nullptr;
    return bytes ? bytes + (address & (page_bytes - 1)) : tried(address, false);
}

std::uint8_t *Memory::first_write(std::uint32_t address) {
    const std::uint32_t page = address >> page_bits, offset = address & (page_bytes - 1);
    if (page >= barrier_) return const_cast<std::uint8_t *>(tried(address, true));
    if (logging_ && !watched_[page])
        if (const std::uint8_t *const bytes = find(page); bytes && own_[page]) {
            auto *const all = const_cast<std::uint8_t *>(bytes); // this node's
            Logged &one = log_.emplace_back();
            one.at = all + std::min(offset, page_bytes - std::uint32_t{sizeof one.bytes});
            std::memcpy(one.bytes.data(), one.at, sizeof one.bytes);
            return all + offset;
        }
    return own(page) ? write_[page] + offset : const_cast<std::uint8_t *>(tried(address, true));
}

const std::uint8_t *Memory::direct() const {
    const bool shows =
        !hides_ || (shown_first_ == placed_first_ && std::min(shown_end_, pages_) == placed_end_);
    return reserved_ && shows ? reserved_->base() : Reservation::nothing();
}

bool Memory::finds(std::uint32_t page) const {
    return page < pages_ && in_place(page) && !read_[page] && find(page);
}

void Memory::place_only(std::uint32_t first, std::uint32_t end) {
    const std::uint32_t before_first = placed_first_, before_end = placed_end_;
    placed_first_ = first;
    placed_end_ = end;
    ++moves_;
    for (const std::uint32_t page : entered_) {
        const bool was = page >= before_first && page < before_end;
        if (was == in_place(page)) continue;
        const std::uint8_t *const bytes = read_[page];
        if (!was) {
            reserved_->open(page, page + 1);
            std::memcpy(reserved_->at(page), bytes, page_bytes);
            read_[page] = reserved_->at(page);
            if (own_[page]) spare_.push_back(const_cast<std::uint8_t *>(bytes)); // one of buffers_
        } else {
            read_[page] = own_[page] ? copy(bytes) : loaded(page);
        }
        if (write_[page]) write_[page] = const_cast<std::uint8_t *>(read_[page]); // this node's
    }
    reserved_->close(0, first);
    reserved_->close(end, pages_);
    open(first, end);
}

void Memory::place_shown() {
    const std::uint32_t end = std::min(shown_end_, pages_), first = std::min(shown_first_, end);
    if (reserved_ && moves_ < most_moves && first < end &&
        (first != placed_first_ || end != placed_end_))
        place_only(first, end);
}

void Memory::hide_pages(std::uint32_t first, std::uint32_t end) {
    show();
    if (first != shown_first_ || end != shown_end_) sort_again();
    hides_ = true;
    shown_first_ = first;
    shown_end_ = end;
    if (!saving_) place_shown();
    for (; sorted_ < entered_.size(); ++sorted_)
        if (entered_[sorted_] < first || entered_[sorted_] >= end)
            outside_.push_back(entered_[sorted_]);
    for (const std::uint32_t page : outside_) {
        hidden_.push_back({page, read_[page], write_[page]});
        read_[page] = write_[page] = nullptr;
    }
}

void Memory::show_pages() {
    for (const Hidden &one : hidden_) {
        read_[one.page] = one.read;
        write_[one.page] = one.write;
    }
    hidden_.clear();
    hides_ = false;
}

void Memory::unmap(std::uint32_t first, std::uint32_t end) {
    show();
    const auto from = static_cast<std::ptrdiff_t>(first >> page_bits),
               to = std::max(from, static_cast<std::ptrdiff_t>(end >> page_bits));
    for (const std::uint32_t page : entered_)
        if (page >= from && page < to) read_[page] = write_[page] = nullptr;
    std::fill(mapped_.begin() + from, mapped_.begin() + to, false);
    std::fill(watched_.begin() + from, watched_.begin() + to, false);
    std::fill(own_.begin() + from, own_.begin() + to, false);
    if (reserved_)
        reserved_->close(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
    std::erase_if(entered_, [this](std::uint32_t page) { return !mapped_[page]; });
    sort_again();
}

void Memory::map(std::uint32_t first, std::uint32_t end) {
    show();
    for (std::uint32_t page = first >> page_bits; page < end >> page_bits; ++page) {
        if (read_[page] && in_place(page))
            std::memcpy(reserved_->at(page), loaded(page), page_bytes);
        else if (read_[page])
            read_[page] = loaded(page);
        write_[page] = nullptr;
        own_[page] = false;
        mapped_[page] = true;
        watched_[page] = shared_->text(page);
    }
    open(first >> page_bits, end >> page_bits);
}

std::uint8_t *Memory::copy(const std::uint8_t *bytes) {
    if (spare_.empty()) {
        buffers_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(page_bytes));
        spare_.push_back(buffers_.back().get());
    }
    std::uint8_t *to = spare_.back();
    spare_.pop_back();
    std::memcpy(to, bytes, page_bytes);
    return to;
}

bool Memory::own(std::uint32_t page) {
    const std::uint8_t *bytes = find(page);
    if (!bytes || watched_[page]) return false;
    if (saving_) saved_.push_back({page, in_place(page) ? copy(bytes) : bytes, own_[page]});
    if (!in_place(page) && (saving_ || !own_[page])) read_[page] = copy(bytes);
    write_[page] = const_cast<std::uint8_t *>(read_[page]); // this node's
    own_[page] = true;
    writable_.push_back(page);
    return true;
}

void Memory::begin(bool log) {
    show();
    place_shown();
    logging_ = log;
    for (const std::uint32_t page : writable_) write_[page] = nullptr;
    writable_.clear();
    saving_ = true;
}

void Memory::keep() {
    show();
    for (const Saved &saved : saved_)
        if (saved.own || in_place(saved.page))
            spare_.push_back(const_cast<std::uint8_t *>(saved.bytes)); // one of buffers_
    saved_.clear();
    log_.clear();
    saving_ = logging_ = false;
}

void Memory::undo() {
    show();
    for (; !log_.empty(); log_.pop_back())
        std::memcpy(log_.back().at, log_.back().bytes.data(), sizeof log_.back().bytes);
    for (; !saved_.empty(); saved_.pop_back()) {
        const Saved &saved = saved_.back();
        if (in_place(saved.page)) {
            std::memcpy(reserved_->at(saved.page), saved.bytes, page_bytes);
            spare_.push_back(const_cast<std::uint8_t *>(saved.bytes)); // one of buffers_
        } else {
            spare_.push_back(const_cast<std::uint8_t *>(read_[saved.page])); // one of buffers_
            read_[saved.page] = saved.bytes;
        }
        write_[saved.page] = nullptr;
        own_[saved.page] = saved.own;
    }
    writable_.clear(); // begin() left none but those saved
    saving_ = logging_ = false;
}

bool Memory::unchanged() const {
    return std::all_of(saved_.begin(), saved_.end(), [this](const Saved &saved) {
        return std::memcmp(read_[saved.page], saved.bytes, page_bytes) == 0;
    });
}

void Memory::watch(std::uint32_t address, bool on) {
    show();
    const std::uint32_t page = address >> page_bits;
    watched_[page] = on;
    write_[page] = nullptr; // `own` gives it back
}

bool Memory::written(std::uint32_t address) const {
    const std::uint32_t page = address >> page_bits;
    return page < pages_ && find(page) && (own_[page] || shared_->data(page));
}

const std::uint8_t *Memory::find_tried(std::uint32_t address, bool store) const {
    const std::uint8_t *found = nullptr;
    for (const Tried &one : tried_)
        if (address - one.access.address < one.access.bytes &&
            (one.access.store == store || (!store && !found)))
            found = one.bytes.data() + (address - one.access.address);
    return found;
}

bool Memory::copy_out(std::uint32_t address, std::span<std::uint8_t> to) const {
    while (!to.empty()) {
        const std::uint8_t *from = read<std::uint8_t>(address);
        if (!from) return false;
        const std::size_t part =
            std::min<std::size_t>(page_bytes - (address & (page_bytes - 1)), to.size());
        std::memcpy(to.data(), from, part);
        address += static_cast<std::uint32_t>(part);
        to = to.subspan(part);
    }
    return true;
}

bool Memory::copy_in(std::uint32_t address, std::span<const std::uint8_t> from) {
    while (!from.empty()) {
        std::uint8_t *to = write<std::uint8_t>(address);
        if (!to) return false;
        const std::size_t part =
            std::min<std::size_t>(page_bytes - (address & (page_bytes - 1)), from.size());
        std::memcpy(to, from.data(), part);
        address += static_cast<std::uint32_t>(part);
        from = from.subspan(part);
    }
    return true;
}

} // namespace inlet
