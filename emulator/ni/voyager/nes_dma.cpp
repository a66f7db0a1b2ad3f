// DMA between the memories of two sites' application processors (004 3.4). Firmware of both sides
// agrees on a transfer; the engines cut it into packets, move and reassemble it. A packet has up to
// 64 bytes, which do not cross a multiple of 64 at the target. That a transfer may have any
// alignment is assumed: the engine reads whole lines, and writes parts of a line by single
// transfers of the bus.
#include "archive/archive.h"
#include "ni/voyager/nes.h"
#include "ni/voyager/packet.h"

#include <algorithm>

namespace inlet::voyager {

namespace {

constexpr std::uint32_t dma_line = NesConfig::line_bytes, single_bytes = 8;

std::uint32_t blocks_of(std::uint32_t address, std::uint32_t bytes, std::uint32_t size) {
    return (address % size + bytes + size - 1) / size;
}

} // namespace

void Nes::store_dma(std::uint64_t now, std::uint32_t at, std::uint32_t value, SharedBus &cores) {
    if (dma_.runs) return fail(sP, Error::dma_start, value, cores);
    switch (at) {
    case dma_source: dma_.source = value; return;
    case dma_target: dma_.target = value; return;
    case dma_where: dma_.where = value; return;
    default: break;
    }
    if (!value || dma_.where >> 8 >= network_->topology().nodes() ||
        (dma_.where & 0xFF) >= dma_slot_count)
        return fail(sP, Error::dma_start, value, cores);
    cores.wake(sP);
    dma_.runs = true;
    dma_.left = value;
    start_dma_read(now, cores);
}

/// The packet after the one that waits in the transmit stage is read meanwhile.
void Nes::start_dma_read(std::uint64_t now, SharedBus &cores) {
    if (!dma_.runs || dma_.reads || outgoing_[0].size() >= depth) return;
    dma_.reads = true;
    dma_.since = now;
    const std::uint32_t bytes = std::min(dma_.left, dma_data - dma_.target % dma_data);
    cores.wake(aP); // its operations wait longer for the bus
    buses_[aP].add(now,
                   ticks(config_.memory + config_.burst * blocks_of(dma_.source, bytes, dma_line)),
                   {.effect = Bus::Effect::dma_read, .value = bytes});
}

void Nes::end_dma_read(std::uint64_t now, SharedBus &cores) {
    const std::uint32_t bytes = std::min(dma_.left, dma_data - dma_.target % dma_data);
    Moving message;
    put_word(message.bytes, (dma_.where & 0xFF) << 16 | bytes);
    put_word(message.bytes, dma_.target);
    message.bytes.resize(dma_header + bytes);
    if (!cores.read(aP, dma_.source, std::span(message.bytes).subspan(dma_header)))
        return fail(aP, Error::dma_memory, dma_.source, cores);
    message.ready = now + ticks(config_.transmit);
    message.times = {dma_.since, dma_.since, dma_.since, message.ready};
    message.packet.source = site_;
    message.packet.destination = dma_.where >> 8;
    message.packet.number = ++sent_;
    message.packet.tag = packet_dma;
    message.packet.bytes = static_cast<std::uint16_t>(message.bytes.size());
    tell_by_engine(dma_.since, message.packet, cores);
    outgoing_[0].push_back(std::move(message));
    dma_.reads = false;
    dma_.source += bytes;
    dma_.target += bytes;
    dma_.left -= bytes;
    if (dma_.left) return;
    cores.wake(sP);
    dma_.runs = false;
    add_event(now, Kind::dma, 0, (dma_.where & 0xFF) << 1 | 1, cores);
}

void Nes::write_dma(std::uint64_t now, Moving message, SharedBus &cores) {
    const std::uint32_t bytes = word_of(message.bytes, 0) & 0xFFFF,
                        address = word_of(message.bytes, 4);
    std::uint32_t cycles = 0;
    for (std::uint32_t at = address; at != address + bytes;) {
        const std::uint32_t here = std::min(address + bytes - at, dma_line - at % dma_line);
        cycles +=
            here == dma_line ? config_.burst : config_.single * blocks_of(at, here, single_bytes);
        at += here;
    }
    tell_received(now, message, cores);
    cores.wake(aP);
    dma_writes_.push_back(std::move(message));
    buses_[aP].add(now, ticks(cycles), {.effect = Bus::Effect::dma_write});
}

void Nes::end_dma_write(std::uint64_t now, SharedBus &cores) {
    const Moving message = std::move(dma_writes_.front());
    dma_writes_.pop_front();
    --dma_places_;
    const std::uint32_t first = word_of(message.bytes, 0), address = word_of(message.bytes, 4),
                        slot = first >> 16, bytes = first & 0xFFFF;
    if (slot >= dma_slot_count || slots_[slot] < bytes)
        return fail(sP, Error::dma_slot, slot, cores);
    if (!cores.write(aP, address, std::span(message.bytes).subspan(dma_header)))
        return fail(aP, Error::dma_memory, address, cores);
    tell_taken(now, message.packet, cores);
    slots_[slot] -= bytes;
    if (!slots_[slot]) add_event(now, Kind::dma, 0, slot << 1, cores);
}

void Nes::Dma::archive(Archive &ar) {
    ar(runs, reads, source, target, left, where);
    ar.cycle(since);
    ar.require(!runs || (left && (where & 0xFF) < dma_slot_count), "a transfer without bytes");
}

} // namespace inlet::voyager
