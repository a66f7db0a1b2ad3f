// Operations of firmware on the site's aP: messages into its receive queues, copies from and to its
// memory (004 2: the sP controls the NES's state, and starts operations on the aP's bus).
#include "archive/archive.h"
#include "ni/voyager/nes.h"
#include "ni/voyager/packet.h"

#include <algorithm>

namespace inlet::voyager {

/// The message at `offset` of the sP's SRAM, in the format of the miss queue's entries.
net::Packet Nes::packet_at(std::uint32_t offset) const {
    const std::uint32_t header = window_word(sP, offset), about = window_word(sP, offset + 4),
                        lines = about >> miss_lines_shift & tx_lines_mask;
    const bool basic = header & basic_message;
    net::Packet packet;
    packet.source = packet.destination = site_;
    packet.channel = header & high_priority ? 1 : 0;
    packet.tag = (about & table_mask) |
                 (header >> basic_source_shift & source_mask) << packet_source_shift |
                 (about >> miss_tag_shift & tag_mask) << packet_tag_shift |
                 (basic ? packet_basic : 0) | lines << packet_lines_shift;
    packet.bytes = static_cast<std::uint16_t>(4 * (header & words_mask) + (basic ? 4 : 0));
    packet.data[0] = window_word(sP, offset + 8);
    return packet;
}

/// Delivers a message from the miss queue, or one that firmware has stored in memory, to its
/// receive queue. It takes the same route as messages from the network, so none overtakes it.
void Nes::deliver_to(std::uint64_t now, std::uint32_t value, SharedBus &cores) {
    const unsigned queue = value >> refill_shift;
    const std::uint32_t offset = value & ((1u << refill_shift) - 1);
    const Window &sram = windows_[sP];
    const bool there = queue < job_queues && offset % entry_bytes == 0 && offset < sram.bytes();
    if (!there) return fail(sP, Error::refill, value, cores);
    const std::uint32_t header = window_word(sP, offset), words = header & words_mask;
    const std::uint32_t about = window_word(sP, offset + 4);
    const std::uint32_t lines = about >> miss_lines_shift & tx_lines_mask;
    if (!has_place(queue, 1, lines)) return fail(sP, Error::refill, value, cores);
    const bool basic = header & basic_message;
    if (basic != is_basic(queue) ||
        (basic ? !is_length(words) : words != 1 + lines * NesConfig::line_bytes / 4))
        return fail(sP, Error::refill, value, cores);
    Moving message;
    message.packet = packet_at(offset);
    if (basic) put_word(message.bytes, 0); // space for the header, which the receiver writes
    const auto body = sram.memory(offset + 8, 4 * words);
    message.bytes.insert(message.bytes.end(), body.begin(), body.end());
    find_kept(now, message, cores);
    message.ready = now + ticks(config_.receive);
    message.queue = queue;
    ++receive_[queue].reserved;
    if (lines) ++receive_[queue].tag_reserved;
    receives_until_ = std::max(receives_until_, now) + ticks(config_.message + (4 * words + 7) / 8);
    incoming_.push_back(std::move(message));
}

void Nes::start_copy(std::uint64_t now, std::uint32_t value, SharedBus &cores) {
    const std::uint32_t lines = value >> bus_lines_shift & bus_lines_mask,
                        offset = value & ((1u << bus_lines_shift) - 1),
                        bytes = lines * NesConfig::line_bytes;
    const bool aligned = (offset | copy_.address) % NesConfig::line_bytes == 0;
    if (copy_.runs || !lines || !aligned || offset > windows_[sP].bytes() ||
        bytes > windows_[sP].bytes() - offset)
        return fail(sP, Error::bus_copy, value, cores);
    copy_.runs = true;
    copy_.command = value;
    cores.wake(aP); // its operations wait longer for the bus
    buses_[aP].add(now, lines * ticks(config_.burst), {.effect = Bus::Effect::copy});
}

void Nes::end_copy(std::uint64_t now, SharedBus &cores) {
    constexpr std::uint32_t line_bytes = NesConfig::line_bytes;
    const std::uint32_t offset = copy_.command & ((1u << bus_lines_shift) - 1),
                        lines = copy_.command >> bus_lines_shift & bus_lines_mask;
    cores.wake(sP); // the sP may be polling bus_busy
    copy_.runs = false;
    for (std::uint32_t at = 0; at < lines * line_bytes; at += line_bytes) {
        std::array<std::uint8_t, line_bytes> line{};
        bool mapped = false;
        if (copy_.command & bus_writes) {
            mapped =
                cores.write(aP, copy_.address + at, windows_[sP].memory(offset + at, line_bytes));
        } else {
            mapped = cores.read(aP, copy_.address + at, line);
            windows_[sP].write_memory(offset + at, line);
        }
        if (!mapped) return fail(sP, Error::bus_copy, copy_.address + at, cores);
    }
    if (copy_.command & bus_writes) note_moved(now, offset, cores);
}

void Nes::Copy::archive(Archive &ar) { ar(runs, address, command); }

} // namespace inlet::voyager
