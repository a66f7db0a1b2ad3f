#include "cpu/memory.h"

#include <algorithm>

namespace inlet {

namespace {
// Every page that was never written reads from here.
constexpr std::uint8_t zero_page[page_bytes] = {};
} // namespace

SharedPages::SharedPages(std::uint32_t memory_bytes)
    : data_(memory_bytes >> page_bits), text_(memory_bytes >> page_bits) {}

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

Memory::Memory(const SharedPages &shared)
    : shared_(&shared), pages_(shared.pages()), read_(pages_), write_(pages_) {
    for (std::uint32_t page = first_mapped >> page_bits; page < pages_; ++page)
        read_[page] = shared.data(page) ? shared.data(page) : zero_page;
}

bool Memory::own(std::uint32_t page) {
    if (!read_[page] || shared_->text(page)) return false;
    auto copy = std::make_unique_for_overwrite<std::uint8_t[]>(page_bytes);
    std::memcpy(copy.get(), read_[page], page_bytes);
    read_[page] = write_[page] = copy.get();
    owned_.push_back(std::move(copy));
    return true;
}

bool Memory::is_text(std::uint32_t address) const {
    const std::uint32_t page = address >> page_bits;
    return page < pages_ && shared_->text(page);
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
