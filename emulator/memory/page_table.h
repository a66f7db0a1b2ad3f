// A table by page number whose entries are null at first. Host memory is used only for the parts
// of it that have been written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace inlet {

/// Zeroed memory of the host, which it provides when it is first written. Throws std::bad_alloc.
void *reserve_zeros(std::size_t bytes);
void release_zeros(void *at, std::size_t bytes);
/// Makes it zero again.
void clear_zeros(void *at, std::size_t bytes);

template <typename Entry> class PageTable {
  public:
    explicit PageTable(std::uint32_t pages)
        : entries_(static_cast<Entry *>(reserve_zeros(pages * sizeof(Entry))),
                   Release{pages * sizeof(Entry)}),
          pages_(pages) {}

    Entry &operator[](std::uint32_t page) const { return entries_[page]; }
    Entry *data() const { return entries_.get(); }
    /// Makes all entries null.
    void clear() { clear_zeros(static_cast<void *>(entries_.get()), pages_ * sizeof(Entry)); }

  private:
    struct Release {
        std::size_t bytes = 0;
        void operator()(Entry *entries) const {
            release_zeros(static_cast<void *>(entries), bytes);
        }
    };
    std::unique_ptr<Entry[], Release> entries_;
    std::uint32_t pages_;
};

} // namespace inlet
