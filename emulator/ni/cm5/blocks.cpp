// Messages that carry bytes from memory to memory, for interfaces with Config::blocks. The
// interface reads the bytes when the message enters the network. Before the receiver's program can
// see the message, the interface has written them. The payload of the packet consists of the bytes'
// address at the receiver and the bytes.
#include "archive/archive.h"
#include "ni/cm5/interface.h"

#include <algorithm>
#include <vector>

namespace inlet::cm5 {

namespace {

constexpr std::size_t address_bytes = 4;

void put_address(std::span<std::uint8_t> payload, std::uint32_t address) {
    for (std::size_t i = 0; i < address_bytes; ++i)
        payload[i] = static_cast<std::uint8_t>(address >> 8 * i);
}

std::uint32_t address_of(std::span<const std::uint8_t> payload) {
    std::uint32_t address = 0;
    for (std::size_t i = 0; i < address_bytes; ++i) address |= std::uint32_t{payload[i]} << 8 * i;
    return address;
}

} // namespace

Answer Interface::set_block(std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
    case block_from: block_.from = value; return {};
    case block_to: block_.to = value; return {};
    default: break;
    }
    if (value > NI_BLOCK_MOST)
        return {Answer::Kind::fault, static_cast<std::uint64_t>(Error::block), 0};
    block_.bytes = static_cast<std::uint16_t>(value);
    return {};
}

/// Whether the bytes of the first message that has arrived are in memory.
bool Interface::is_whole(unsigned network) const {
    const net::Delivery *front = data_->front(node_, network);
    return !front || front->packet.bytes == 0 || whole_[network] != 0;
}

bool Interface::has_room(unsigned network) const {
    return waiting_[network].cycle == never && data_->free_slots(node_, network) != 0;
}

std::uint64_t Interface::next_block(std::uint64_t now) const {
    std::uint64_t next = never;
    for (unsigned n = 0; n < networks; ++n) {
        next = std::min(next, waiting_[n].cycle);
        std::uint32_t place = whole_[n];
        const net::Delivery *d = data_->received(node_, n, place);
        while (d && d->packet.bytes == 0) d = data_->received(node_, n, ++place);
        if (d) next = std::min(next, std::max(now, d->cycle));
    }
    return next;
}

void Interface::move_blocks(std::uint64_t now, Bus &bus) {
    for (unsigned n = 0; n < networks; ++n) {
        if (Waiting &waiting = waiting_[n]; waiting.cycle <= now) {
            std::vector<std::uint8_t> payload(waiting.packet.bytes);
            put_address(payload, waiting.to);
            if (!bus.read(waiting.from, std::span(payload).subspan(address_bytes))) lost_ = true;
            // The safe time of the network may be `now`, so the injection is one cycle later.
            data_->inject(now + 1, waiting.packet, payload);
            waiting = {};
        }
        const net::Delivery *d = nullptr;
        while ((d = data_->received(node_, n, whole_[n])) && d->cycle <= now) {
            if (d->packet.bytes) {
                const std::span<const std::uint8_t> payload = data_->payload(d->packet);
                if (!bus.write(address_of(payload), payload.subspan(address_bytes))) lost_ = true;
            }
            ++whole_[n];
        }
    }
}

/// Injects the message at `cycle`. If a block is set, the message carries it.
void Interface::enter(std::uint64_t cycle, unsigned network) {
    if (block_.bytes == 0) return data_->inject(cycle, last_);
    last_.bytes = static_cast<std::uint16_t>(block_.bytes + address_bytes);
    waiting_[network] = {cycle, block_.from, block_.to, last_};
    block_.bytes = 0;
}

void Interface::archive_blocks(Archive &ar) {
    ar(block_.from, block_.to, block_.bytes, whole_, lost_);
    for (Waiting &waiting : waiting_) {
        ar.cycle(waiting.cycle);
        ar(waiting.from, waiting.to, waiting.packet);
    }
    for (unsigned n = 0; n < networks; ++n)
        ar.require(!whole_[n] || data_->received(node_, n, whole_[n] - 1),
                   "a message that does not exist");
}

} // namespace inlet::cm5
