#include "ni/myrinet/pci.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet::myrinet {

namespace {

void put(Pci::Line &line, std::uint32_t offset, unsigned bytes, std::uint64_t value) {
    for (unsigned i = 0; i < bytes; ++i, value >>= 8) {
        const std::uint32_t at = offset % Pci::line_bytes + i;
        line.data[at] = static_cast<std::uint8_t>(value);
        line.mask |= 1u << at;
    }
}

/// Each run of consecutive words is a separate transaction.
std::uint32_t cycles_of(const Pci::Line &line, const MyrinetConfig &config) {
    if (line.mask == ~0u) return config.line;
    std::uint32_t cycles = 0;
    bool run = false;
    for (unsigned word = 0; word < Pci::line_bytes / 4; ++word) {
        const bool written = line.mask >> 4 * word & 15;
        if (written) cycles += 1 + (run ? 0 : config.partial);
        run = written;
    }
    return cycles;
}

} // namespace

Pci::Transfer &Pci::add(Kind kind, std::uint64_t now, std::uint64_t ticks) {
    Transfer &one = transfers_.emplace_back();
    one.kind = kind;
    one.begin = std::max(now, free_at_);
    one.end = free_at_ = one.begin + ticks;
    return one;
}

/// Posts a write. The processor waits until the bridge holds fewer than `posted` writes.
std::uint64_t Pci::write(std::uint64_t now, const Line &line, std::uint32_t cycles) {
    std::vector<std::uint64_t> ends;
    for (const Transfer &one : transfers_)
        if (one.kind == Kind::write && one.end > now) ends.push_back(one.end);
    std::uint64_t wait = 0;
    if (ends.size() >= config_->posted) wait = ends[ends.size() - config_->posted] - now;
    add(Kind::write, now + wait, std::uint64_t{cycles} * config_->network.word).line = line;
    return wait;
}

std::uint64_t Pci::empty(std::uint64_t now, std::size_t buffer) {
    const Line line = buffers_[buffer];
    buffers_.erase(buffers_.begin() + static_cast<std::ptrdiff_t>(buffer));
    return write(now, line, cycles_of(line, *config_));
}

std::uint64_t Pci::combine(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                           std::uint64_t value) {
    if (const unsigned here = line_bytes - offset % line_bytes; here < bytes) {
        const std::uint64_t first = combine(now, offset, here, value);
        return first + combine(now + first, offset + here, bytes - here, value >> 8 * here);
    }
    const std::uint32_t line = offset & ~(line_bytes - 1);
    std::uint64_t wait = 0;
    auto found = std::ranges::find(buffers_, line, &Line::offset);
    if (found == buffers_.end()) {
        if (buffers_.size() == combining_buffers) wait = empty(now, 0);
        buffers_.push_back({line});
        found = buffers_.end() - 1;
    }
    put(*found, offset, bytes, value);
    if (found->mask == ~0u)
        wait += empty(now + wait, static_cast<std::size_t>(found - buffers_.begin()));
    return wait;
}

std::uint64_t Pci::store(std::uint64_t now, std::uint32_t offset, unsigned bytes,
                         std::uint64_t value) {
    if (const unsigned here = line_bytes - offset % line_bytes; here < bytes) {
        const std::uint64_t first = store(now, offset, here, value);
        return first + store(now + first, offset + here, bytes - here, value >> 8 * here);
    }
    Line line{offset & ~(line_bytes - 1)};
    put(line, offset, bytes, value);
    return write(now, line, config_->store);
}

std::uint64_t Pci::flush(std::uint64_t now) {
    std::uint64_t wait = 0;
    while (!buffers_.empty()) wait += empty(now + wait, 0);
    return wait;
}

std::uint64_t Pci::until_written(std::uint64_t now) const {
    std::uint64_t last = now;
    for (const Transfer &one : transfers_)
        if (one.kind == Kind::write) last = std::max(last, one.end);
    return last - now;
}

std::uint64_t Pci::load(std::uint64_t now, std::uint32_t offset, unsigned bytes) {
    Transfer &one = add(Kind::load, now + flush(now),
                        std::uint64_t{config_->load_sample} * config_->network.word);
    one.line.offset = offset;
    one.bytes = bytes;
    free_at_ =
        std::max(free_at_, one.begin + config_->load - config_->load % config_->network.word);
    return one.begin - now;
}

void Pci::burst(std::uint64_t ready, std::uint32_t bytes) {
    add(Kind::burst, ready, std::uint64_t{(bytes + 3) / 4} * config_->network.word).bytes = bytes;
    free_at_ += std::uint64_t{config_->dma_pause} * config_->network.word;
}

void Pci::Line::archive(Archive &ar) { ar(offset, mask, data); }

void Pci::Transfer::archive(Archive &ar) {
    ar.choice(kind, Kind::burst);
    ar.cycle(begin);
    ar.cycle(end);
    ar(line, bytes);
}

void Pci::archive(Archive &ar) {
    ar(buffers_);
    ar.require(buffers_.size() <= combining_buffers, "too many write-combining buffers");
    std::size_t left = ar.count(transfers_.size());
    if (ar.loads()) transfers_.assign(left, {});
    ar.each(transfers_);
    ar.cycle(free_at_);
}

} // namespace inlet::myrinet
