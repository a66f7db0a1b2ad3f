#include "ni/myrinet/dma_check.h"

#include "ni/myrinet/nic.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet::myrinet {

namespace {

const char *engine_of(DmaCheck::Part part) {
    switch (part) {
    case DmaCheck::Part::send: return "the send DMA reads it";
    case DmaCheck::Part::receive: return "the receive DMA is armed with it";
    case DmaCheck::Part::source: return "the host DMA reads it";
    default: return "the host DMA writes it";
    }
}

} // namespace

void DmaCheck::begin(Part part, unsigned core, std::uint32_t first, std::uint32_t bytes,
                     SharedBus &cores) {
    at(part) = Range{};
    Range &range = *at(part);
    range.core = core;
    range.first = first;
    range.content.resize(bytes);
    if (!cores.read(core, first, range.content)) at(part).reset();
}

void DmaCheck::wrote(Part part, std::uint32_t first, std::span<const std::uint8_t> bytes) {
    std::optional<Range> &range = at(part);
    if (!range) return;
    const std::uint32_t from = first - range->first;
    if (from > range->content.size() || bytes.size() > range->content.size() - from) return;
    std::ranges::copy(bytes, range->content.begin() + from);
}

std::string DmaCheck::changed(Part part, SharedBus &cores) const {
    const std::optional<Range> &range = at(part);
    if (!range) return {};
    std::vector<std::uint8_t> now(range->content.size());
    if (!cores.read(range->core, range->first, now)) return {};
    const auto [was, is] = std::ranges::mismatch(range->content, now);
    if (is == now.end()) return {};
    return fmt::format("--check-dma: byte {:#x} of {} changes from {:#04x} to {:#04x} while {}",
                       range->first + static_cast<std::uint32_t>(is - now.begin()),
                       range->core == host ? "the host's memory" : "SRAM", *was, *is,
                       engine_of(part));
}

std::string DmaCheck::end(Part part, SharedBus &cores) {
    std::string wrong = changed(part, cores);
    at(part).reset();
    return wrong;
}

std::string DmaCheck::host_writes(std::uint32_t first, std::uint32_t bytes) const {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        const std::optional<Range> &range = ranges_[i];
        if (!range || range->core != lanai) continue;
        const std::uint32_t end = range->first + static_cast<std::uint32_t>(range->content.size());
        if (first < end && range->first < first + bytes)
            return fmt::format("--check-dma: the host writes byte {:#x} of SRAM while {}",
                               std::max(first, range->first), engine_of(static_cast<Part>(i)));
    }
    return {};
}

} // namespace inlet::myrinet
