#include "ni/ncube2/channels.h"

#include "archive/archive.h"

#include <algorithm>
#include <bit>

namespace inlet::ncube2 {

namespace reg = ncube::processor_register;
namespace psw = ncube::psw;
namespace vector = ncube::vector;
using net::Cube;

Channels::Channels(std::uint32_t node, Cube &cube)
    : node_(node), cube_(&cube), dimensions_(cube.topology().dimensions()), id_(node) {}

Answer Channels::fail(std::string text) {
    error_ = std::move(text);
    return Answer::error;
}

// --- Registers --------------------------------------------------------------------------------

Answer Channels::load_register(std::uint64_t now, unsigned number, std::uint32_t value) {
    switch (number) {
    case reg::id: id_ = value; return Answer::done;
    case reg::timer:
        timed_out_ = false;
        expires_ = value ? now + std::uint64_t{value} * timer_cycles : Cube::never;
        return Answer::done;
    case reg::outen: outen_ = value; return Answer::done;
    case reg::inen: inen_ = value; return Answer::done;
    case reg::outrdy:
    case reg::inrdy:
    case reg::inpend:
    case reg::parity:
    case reg::overrun:
    case reg::nodes: return Answer::done; // read only
    default: return fail("there is no processor register " + std::to_string(number));
    }
}

Answer Channels::store_register(std::uint64_t now, unsigned number, std::uint32_t &value) {
    switch (number) {
    case reg::id: value = id_; break;
    case reg::timer:
        value =
            expires_ == Cube::never || expires_ <= now
                ? 0
                : static_cast<std::uint32_t>((expires_ - now + timer_cycles - 1) / timer_cycles);
        break;
    case reg::outrdy: return outrdy(now, value);
    case reg::inrdy: value = inrdy_; break;
    case reg::outen: value = outen_; break;
    case reg::inen: value = inen_; break;
    case reg::inpend:
    case reg::parity:
    case reg::overrun: value = 0; break;
    case reg::nodes: value = cube_->topology().nodes(); break;
    default: return fail("there is no processor register " + std::to_string(number));
    }
    return Answer::done;
}

Answer Channels::outrdy(std::uint64_t now, std::uint32_t &value) const {
    value = 0;
    for (unsigned d = 0; d < dimensions_; ++d) {
        const std::uint64_t ready = cube_->room_at(node_, d);
        if (ready <= now)
            value |= 1u << d;
        else if (ready == Cube::never && cube_->known() < now)
            return Answer::not_known;
    }
    return Answer::done;
}

void Channels::reset(std::uint64_t) {
    inen_ = outen_ = inrdy_ = 0;
    expires_ = Cube::never;
    timed_out_ = false;
}

// --- Address and count ------------------------------------------------------------------------

std::optional<unsigned> Channels::dimension_of(std::uint32_t channel, const char *what) {
    const std::uint32_t dimension = channel % first_output;
    if (channel <= last_register && dimension < dimensions_) return dimension;
    error_ = std::string(what) + " of channel register " + std::to_string(channel) +
             ": this node has input channels 0 to " + std::to_string(int(dimensions_) - 1) +
             " and output channels 32 to " + std::to_string(31 + int(dimensions_));
    return {};
}

Answer Channels::load_pointer(std::uint64_t, std::uint32_t channel, std::uint32_t value) {
    const auto dimension = dimension_of(channel, "lptr");
    if (!dimension) return Answer::error;
    value &= ~1u; // P1 4.6
    (channel < first_output ? inputs_[*dimension].address : outputs_[*dimension].address) = value;
    return Answer::done;
}

Answer Channels::load_count(std::uint64_t now, std::uint32_t channel, std::uint32_t value) {
    const auto dimension = dimension_of(channel, "lcnt");
    if (!dimension) return Answer::error;
    return channel < first_output ? arm(now, *dimension) : send(now, *dimension, value & ~1u);
}

/// The count of an input is ignored (000 Figure 4-8, line 7).
Answer Channels::arm(std::uint64_t now, unsigned dimension) {
    Input &input = inputs_[dimension];
    const std::string name = "lcnt of input channel " + std::to_string(dimension);
    if (input.armed) return fail(name + ", which is armed already");
    std::array<std::uint8_t, 1> probe{};
    if (!memory_->copy_out(input.address, probe) ||
        !memory_->copy_out(input.address + usual_longest - 1, probe))
        return fail(name + ": its buffer is not in memory");
    inrdy_ &= ~(1u << dimension);
    input.armed = true;
    cube_->arm(now, node_, dimension);
    armed_ = true;
    return Answer::done;
}

Answer Channels::send(std::uint64_t now, unsigned dimension, std::uint32_t count) {
    const std::uint64_t ready = cube_->room_at(node_, dimension);
    const std::string name = "lcnt of output channel " + std::to_string(dimension);
    if (ready > now) {
        if (ready == Cube::never && cube_->known() < now) return Answer::not_known;
        return fail(name + ", which is busy");
    }
    // The network's view of the channel may lag; it agrees in the next cycle.
    if (cube_->known() < ready) return Answer::not_known;
    Output &output = outputs_[dimension];
    if (count < 4 || count > longest_message)
        return fail(name + ": a message of " + std::to_string(count) + " bytes; it has 4 to " +
                    std::to_string(longest_message));
    std::vector<std::uint8_t> payload(count);
    if (!memory_->copy_out(output.address, payload))
        return fail(name + ": the message is not in memory");
    const std::uint32_t destination = payload[0] | payload[1] << 8;
    if (destination >= cube_->topology().nodes())
        return fail(name + ": there is no node " + std::to_string(destination));
    if (destination == node_) return fail(name + ": a message to the node itself has no path");
    const unsigned first = net::CubeTopology::first_dimension(node_, destination);
    if (first != dimension)
        return fail("wrong port for node " + std::to_string(destination) + ": " +
                    std::to_string(dimension) + ", not " + std::to_string(first));
    output.bytes = count;
    net::Packet packet = packet_of(payload);
    packet.channel = static_cast<std::uint8_t>(dimension);
    cube_->inject(now + 1, packet, payload);
    last_sent_ = packet;
    return Answer::done;
}

net::Packet Channels::packet_of(std::span<const std::uint8_t> payload) {
    net::Packet packet;
    packet.source = node_;
    packet.destination = payload[0] | payload[1] << 8;
    packet.number = ++sent_;
    packet.bytes = static_cast<std::uint16_t>(payload.size());
    if (payload.size() >= 8)
        packet.tag = payload[4] | payload[5] << 8 | payload[6] << 16 |
                     static_cast<std::uint32_t>(payload[7]) << 24;
    return packet;
}

// --- Time -------------------------------------------------------------------------------------

std::uint64_t Channels::next() const {
    std::uint64_t next = expires_;
    for (unsigned d = 0; d < dimensions_; ++d)
        if (inputs_[d].armed)
            if (const net::Delivery *delivery = cube_->front(node_, d))
                next = std::min(next, delivery->cycle);
    return next;
}

void Channels::advance(std::uint64_t now, const Take &take) {
    if (expires_ <= now) {
        expires_ = Cube::never;
        timed_out_ = true;
    }
    for (unsigned d = 0; d < dimensions_; ++d) {
        Input &input = inputs_[d];
        if (!input.armed) continue;
        const net::Delivery *delivery = cube_->front(node_, d);
        if (!delivery || delivery->cycle > now) continue;
        take(input.address, d, *delivery);
        input.armed = false;
        input.packet = delivery->packet;
        input.came = delivery->cycle;
        inrdy_ |= 1u << d;
        cube_->take(now, node_, d);
    }
}

std::optional<unsigned> Channels::pending(std::uint64_t now, std::uint32_t status) const {
    if (!(status & psw::interrupt_enable)) return {};
    if (timed_out_ && status & psw::timeout_enable) return vector::timeout;
    if (const std::uint32_t in = inrdy_ & inen_; in && status & psw::input_enable)
        return vector::input_ready + static_cast<unsigned>(std::countr_zero(in));
    if (outen_ && status & psw::output_enable)
        for (unsigned d = 0; d < dimensions_; ++d)
            if (outen_ >> d & 1u && cube_->room_at(node_, d) <= now)
                return vector::output_ready + d;
    return {};
}

void Channels::taken(unsigned number) {
    if (number == vector::timeout) timed_out_ = false;
}

bool Channels::waits_for_output(std::uint32_t status) const {
    return outen_ && status & psw::interrupt_enable && status & psw::output_enable;
}

// --- Buffers that the channels have -----------------------------------------------------------

std::optional<Touched> Channels::touched(std::uint64_t now,
                                         std::span<const ncube::DataAccess> made) const {
    for (const ncube::DataAccess &one : made) {
        const auto within = [&](std::uint32_t first, std::uint32_t count) {
            return one.physical < first + count && first < one.physical + one.bytes;
        };
        for (unsigned d = 0; d < dimensions_; ++d) {
            const Output &output = outputs_[d];
            if (one.store && cube_->room_at(node_, d) > now && within(output.address, output.bytes))
                return Touched{first_output + d, one.physical, one.store};
            const Input &input = inputs_[d];
            if (input.armed && within(input.address, usual_longest))
                return Touched{d, one.physical, one.store};
        }
    }
    return {};
}

std::vector<HeldPacket> Channels::held() const {
    std::vector<HeldPacket> all;
    for (unsigned d = 0; d < dimensions_; ++d)
        if (inrdy_ >> d & 1) all.push_back({inputs_[d].packet, true, inputs_[d].came});
    return all;
}

void Channels::Input::archive(Archive &ar) {
    ar(address, armed, packet);
    ar.cycle(came);
}
void Channels::Output::archive(Archive &ar) { ar(address, bytes); }

void Channels::archive(Archive &ar) {
    ar(inputs_, outputs_, inrdy_, inen_, outen_, id_);
    ar.cycle(expires_);
    ar(timed_out_, sent_);
}

} // namespace inlet::ncube2
