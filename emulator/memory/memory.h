// A node's memory: pages that are shared until written. One table for reads and one for writes, so
// that the common access is one load and one test; everything else is the slow path.
#pragma once

#include "memory/device.h"
#include "memory/page_table.h"
#include "memory/reservation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace inlet {

class Archive;

inline constexpr std::uint32_t page_bits = 12;
inline constexpr std::uint32_t page_bytes = 1u << page_bits;
/// Default start of mapped memory: accesses below it fault, which catches null pointers
/// (docs/t1-abi.md). SharedPages can map memory from another address on.
inline constexpr std::uint32_t first_mapped = 0x10000;

/// Big-endian guest bytes to a host value and back.
template <typename T> T from_guest(const std::uint8_t *p) {
    T v;
    std::memcpy(&v, p, sizeof v);
    if constexpr (sizeof(T) == 2)
        v = static_cast<T>(__builtin_bswap16(static_cast<std::uint16_t>(v)));
    if constexpr (sizeof(T) == 4)
        v = static_cast<T>(__builtin_bswap32(static_cast<std::uint32_t>(v)));
    if constexpr (sizeof(T) == 8)
        v = static_cast<T>(__builtin_bswap64(static_cast<std::uint64_t>(v)));
    return v;
}
template <typename T> void to_guest(std::uint8_t *p, T v) {
    if constexpr (sizeof(T) == 2)
        v = static_cast<T>(__builtin_bswap16(static_cast<std::uint16_t>(v)));
    if constexpr (sizeof(T) == 4)
        v = static_cast<T>(__builtin_bswap32(static_cast<std::uint32_t>(v)));
    if constexpr (sizeof(T) == 8)
        v = static_cast<T>(__builtin_bswap64(static_cast<std::uint64_t>(v)));
    std::memcpy(p, &v, sizeof v);
}

/// The same of little-endian guests.
template <typename T> T from_little(const std::uint8_t *p) {
    T v = 0;
    for (unsigned i = 0; i < sizeof(T); ++i) v = static_cast<T>(v | T{p[i]} << 8 * i);
    return v;
}
template <typename T> void to_little(std::uint8_t *p, T v) {
    for (unsigned i = 0; i < sizeof(T); ++i) p[i] = static_cast<std::uint8_t>(v >> 8 * i);
}

/// The pages of a program as loaded, made once and read by every node.
class SharedPages {
  public:
    /// Maps nothing below `first`, a multiple of page_bytes.
    explicit SharedPages(std::uint32_t memory_bytes, std::uint32_t first = first_mapped);

    /// Copies `bytes` to `address`. A page with any executable byte is text.
    void add(std::uint32_t address, std::span<const std::uint8_t> bytes, bool executable);
    /// Sets every byte of [first, end) that is in a page of text.
    void fill_text(std::uint32_t first, std::uint32_t end, std::uint8_t value);

    std::uint32_t pages() const { return static_cast<std::uint32_t>(data_.size()); }
    std::uint32_t first_page() const { return first_ >> page_bits; }
    const std::uint8_t *data(std::uint32_t page) const { return data_[page].get(); }
    bool text(std::uint32_t page) const { return text_[page]; }
    /// By page.
    const std::vector<bool> &text() const { return text_; }

  private:
    std::vector<std::unique_ptr<std::uint8_t[]>> data_; // by page number; null: zero
    std::vector<bool> text_;
    std::uint32_t first_;
};

class Memory {
  public:
    /// `reserve`: its pages are in a Reservation, where the host has one for it.
    explicit Memory(const SharedPages &shared, bool reserve = false);

    /// Host address of an aligned `T` at `address`, or nullptr where nothing is mapped.
    template <typename T> const std::uint8_t *read(std::uint32_t address) const {
        const std::uint32_t page = address >> page_bits;
        if (page >= pages_ || !read_[page]) [[unlikely]]
            return first_read(address);
        return read_[page] + (address & (page_bytes - 1));
    }
    /// The same for writing; copies a shared page. nullptr: unmapped, beyond the barrier or watched
    /// (`barred` and `watched` tell which).
    template <typename T> std::uint8_t *write(std::uint32_t address) {
        static_assert(sizeof(T) <= sizeof(Logged::bytes));
        const std::uint32_t page = address >> page_bits;
        if (page >= barrier_ || !write_[page]) [[unlikely]]
            return first_write(address);
        return write_[page] + (address & (page_bytes - 1));
    }

    /// Both tables for compiled code, by page number below bytes() / page_bytes. A null entry means
    /// that `read` or `write` must be called, also where a page has not been accessed. They stay
    /// valid as long as this object.
    struct Tables {
        const std::uint8_t *const *read;
        std::uint8_t *const *write;
    };
    Tables tables() const { return {read_.data(), write_.data()}; }

    bool reserved() const { return reserved_ != nullptr; }
    /// Where in the host's addresses the guest's begin, for loads. A load faults at an
    /// unmapped or hidden page, at a page outside the Reservation, and at the first access to a
    /// page of the program. Without a Reservation all do; nullptr if the host has none.
    const std::uint8_t *direct() const;
    /// A load from direct() has faulted. Whether it need only be repeated.
    bool finds(std::uint32_t page) const;

    /// Makes memory from `address` on, a multiple of page_bytes, read-only.
    void protect_from(std::uint32_t address) { barrier_ = std::min(pages_, address >> page_bits); }
    /// The start of read-only memory; bytes() if there is none.
    std::uint32_t writable_bytes() const { return barrier_ << page_bits; }
    /// Whether `address` is mapped and read-only.
    bool barred(std::uint32_t address) const {
        const std::uint32_t page = address >> page_bits;
        return page >= barrier_ && page < pages_;
    }

    /// Hides all pages outside of [first, end), rounded to pages, until show(). begin(), keep(),
    /// undo(), watch(), map(), unmap() and archive() call show() first.
    void hide_but(std::uint32_t first, std::uint32_t end) {
        if (hides_ && first >> page_bits == shown_first_ && end >> page_bits == shown_end_) return;
        hide_pages(first >> page_bits, end >> page_bits);
    }
    void show() {
        if (hides_) show_pages();
    }

    /// Unmaps the pages of [first, end), multiples of page_bytes. Their contents are lost.
    void unmap(std::uint32_t first, std::uint32_t end);
    /// Maps them again, as they were loaded.
    void map(std::uint32_t first, std::uint32_t end);

    /// Whether the page of `address` is watched: its content has been decoded, so a store to it
    /// must be announced first. Text pages are watched from the start.
    bool watched(std::uint32_t address) const {
        const std::uint32_t page = address >> page_bits;
        return page < barrier_ && watched_[page];
    }
    void watch(std::uint32_t address, bool on);
    /// Whether write() was called for the mapped page of `address` since the last watch() or
    /// begin().
    bool touched(std::uint32_t address) const { return write_[address >> page_bits] != nullptr; }
    /// Whether the page of `address` is mapped and has content: bytes of the program, or a store of
    /// this node.
    bool written(std::uint32_t address) const;
    std::uint32_t bytes() const { return pages_ << page_bits; }
    /// That the host has for pages which this node has written, about.
    std::uint64_t host_bytes() const { return buffers_.size() * std::uint64_t{page_bytes}; }

    /// Adds devices at [first, first + bytes), where nothing is mapped. An access that finds no
    /// page calls device(), which records it.
    void add_device(std::uint32_t first, std::uint32_t bytes) {
        devices_.push_back({first, bytes});
    }
    struct DeviceAccess {
        std::uint32_t address = 0;
        std::uint8_t bytes = 0;
        bool store = false;
        LineOperation line = LineOperation::none;

        bool operator==(const DeviceAccess &) const = default;
    };
    /// Whether an aligned access is to a device (Stop::access).
    bool device(std::uint32_t address, std::uint32_t bytes, bool store,
                LineOperation line = LineOperation::none) {
        for (const Range &range : devices_)
            if (address - range.first < range.bytes) {
                missed_ = {address, static_cast<std::uint8_t>(bytes), store, line};
                return true;
            }
        return false;
    }
    /// The last access that device() has recorded. `bytes` is 0 if there is none, or it was
    /// forgotten.
    const DeviceAccess &missed() const { return missed_; }
    void forget_missed() { missed_ = {}; }
    /// The bytes that device accesses load and store while their instruction is tried. Empty:
    /// device accesses stop the instruction.
    struct Tried {
        DeviceAccess access;
        std::array<std::uint8_t, 8> bytes{}; ///< as in memory
    };
    void try_with(std::span<Tried> tried) { tried_ = tried; }
    bool tries() const { return !tried_.empty(); }

    /// Saves each page before its first write, until keep() or undo(). `log`: saves what each write
    /// replaces instead, which is quicker for few writes.
    void begin(bool log = false);
    /// Keeps the writes since begin().
    void keep();
    /// Reverts the writes since begin().
    void undo();
    /// Whether undo() would change nothing.
    bool unchanged() const;

    /// Copy out of or into the node, page by page. False: a byte is unmapped or, copying in,
    /// watched.
    bool copy_out(std::uint32_t address, std::span<std::uint8_t> to) const;
    bool copy_in(std::uint32_t address, std::span<const std::uint8_t> from);

    /// Not between begin() and keep() or undo().
    void archive(Archive &ar);

  private:
    struct Saved {
        std::uint32_t page;
        const std::uint8_t *bytes; ///< as they were
        bool own;                  ///< of own_, as it was
    };

    /// What a write has replaced.
    struct Logged {
        std::uint8_t *at;
        std::array<std::uint8_t, 8> bytes;
    };

    struct Range {
        std::uint32_t first, bytes;
    };

    /// A page that is hidden.
    struct Hidden {
        std::uint32_t page;
        const std::uint8_t *read;
        std::uint8_t *write;
    };

    void hide_pages(std::uint32_t first, std::uint32_t end);
    void show_pages();
    void sort_again() {
        outside_.clear();
        sorted_ = 0;
    }
    bool own(std::uint32_t page);
    /// The bytes of a page; enters a mapped one in `read_`. nullptr: it is unmapped or hidden.
    const std::uint8_t *find(std::uint32_t page) const;
    const std::uint8_t *first_read(std::uint32_t address) const;
    /// The slow path of write().
    std::uint8_t *first_write(std::uint32_t address);
    const std::uint8_t *tried(std::uint32_t address, bool store) const {
        return tried_.empty() ? nullptr : find_tried(address, store);
    }
    const std::uint8_t *find_tried(std::uint32_t address, bool store) const;
    const std::uint8_t *loaded(std::uint32_t page) const;
    const std::uint8_t *place(std::uint32_t page) const;
    bool in_place(std::uint32_t page) const { return page >= placed_first_ && page < placed_end_; }
    /// Moves pages so that these are in the Reservation. Not since begin(), and nothing is hidden.
    void place_only(std::uint32_t first, std::uint32_t end);
    /// The same, for those that the last hide_but() left.
    void place_shown();
    /// Does `what` with the first and the end of each run of pages of [first, end) that are so.
    template <typename Which, typename Do>
    static void for_runs(std::uint32_t first, std::uint32_t end, Which which, Do what) {
        while (first < end) {
            std::uint32_t next = first;
            while (next < end && which(next)) ++next;
            if (next > first) what(first, next);
            first = next + 1;
        }
    }
    /// Opens the mapped pages of [first, end) in the Reservation, if there is one, but those of the
    /// program, which find() opens.
    void open(std::uint32_t first, std::uint32_t end);
    std::uint8_t *copy(const std::uint8_t *bytes);

    const SharedPages *shared_;
    std::unique_ptr<Reservation> reserved_; ///< nullptr: none
    /// Pages in the Reservation; others are in buffers of their own. If a mode hides some pages,
    /// these are what it sees, so that a change of the mode changes no mappings.
    std::uint32_t placed_first_ = 0, placed_end_ = 0;
    std::uint32_t moves_ = 0; ///< times that place_only() was called
    std::uint32_t pages_;
    std::uint32_t barrier_;                      ///< pages below this one can be written
    PageTable<const std::uint8_t *> read_;       ///< null: unmapped, hidden or not accessed
    PageTable<std::uint8_t *> write_;            ///< null: not this node's own, or watched
    mutable std::vector<std::uint32_t> entered_; ///< pages in read_, in order of first access
    std::vector<bool> mapped_, watched_;
    std::vector<bool> own_; ///< written by this node; others are as loaded
    /// Of pages of this node that are not in the Reservation, and copies of such as are.
    std::vector<std::unique_ptr<std::uint8_t[]>> buffers_;
    std::vector<std::uint8_t *> spare_;   ///< unused ones
    std::vector<std::uint32_t> writable_; ///< pages in write_
    std::vector<Saved> saved_;            ///< since begin()
    bool saving_ = false;
    std::vector<Logged> log_; ///< since begin(), in order
    bool logging_ = false;
    std::vector<Hidden> hidden_;
    bool hides_ = false;
    std::uint32_t shown_first_ = 0, shown_end_ = 0; ///< pages that the last hide_but() left
    /// Pages of entered_, below index sorted_, that are outside of these: a processor that changes
    /// its mode hides the same few each time.
    std::vector<std::uint32_t> outside_;
    std::size_t sorted_ = 0;
    std::vector<Range> devices_;
    DeviceAccess missed_;
    std::span<Tried> tried_;
};

} // namespace inlet
