#include "ni/xnet/registers.h"

#include "archive/archive.h"
#include "net/mesh.h"

#include <algorithm>

namespace inlet::xnet {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

namespace {

/// The writable fields of nistat, except nicond, EE and LPEE.
constexpr std::uint32_t stored = nistat::onicond.mask() | nistat::hpmm.mask() |
                                 nistat::lpmm.mask() | nistat::om.mask() | nistat::tm.mask() |
                                 nistat::ame.mask();

} // namespace

void Config::has(const NetworkParts &parts, const net::Mesh *mesh) {
    if (parts.vectors) vector_words_per_cycle = parts.vectors->words_per_cycle;
    if (!mesh) return;
    grid = &mesh->grid();
    handler_words = 0;
}

Registers::Registers(const Config &config, std::uint32_t node, net::Network &network)
    : config_(&config), node_(node), network_(&network), frame_(config.frame),
      timelet_at_(next_match(0, 0)) {}

void Registers::start() {
    ee_ = lpee_ = true;
    status_ = nistat::ame.mask();
}

std::uint64_t Registers::next_match(std::uint64_t now, std::uint32_t compare) {
    const std::uint32_t away = compare - static_cast<std::uint32_t>(now);
    return now + (away ? away : std::uint64_t{1} << 32);
}

Context Registers::visible() const {
    if (!ee_) return Context::high;
    return lpee_ ? Context::main : Context::low;
}

// --- events -------------------------------------------------------------------------------------

bool Registers::arrived(unsigned channel, std::uint64_t now) const {
    const net::Delivery *const front = network_->front(node_, channel);
    return front && front->cycle <= now;
}

Event Registers::due(std::uint64_t now) const {
    if (high_enabled() && masked_in(nistat::hpmm) && arrived(high, now)) return Event::high_arrival;
    if (!low_enabled()) return Event::none;
    if (masked_in(nistat::lpmm) && arrived(low, now)) return Event::low_arrival;
    if (masked_in(nistat::tm) && timelet_pending(now)) return Event::timelet;
    if (masked_in(nistat::om) && free_slots(low)) return Event::outlet;
    return Event::none;
}

std::uint64_t Registers::next_due(std::uint64_t now) const {
    std::uint64_t next = net::Network::never;
    const auto at = [&](std::uint64_t cycle) { next = std::min(next, std::max(now, cycle)); };
    const auto arrival = [&](unsigned channel) {
        if (const net::Delivery *const front = network_->front(node_, channel)) at(front->cycle);
    };
    if (high_enabled() && masked_in(nistat::hpmm)) arrival(high);
    if (!low_enabled()) return next;
    if (masked_in(nistat::lpmm)) arrival(low);
    if (masked_in(nistat::tm)) at(timelet_at_);
    if (masked_in(nistat::om)) at(network_->room_at(node_, asks_[low]));
    return next;
}

bool Registers::waits_for_room() const {
    return low_enabled() && masked_in(nistat::om) && !free_slots(low);
}

std::uint32_t Registers::enter(std::uint64_t now, Event event, bool condition) {
    const bool is_high = event == Event::high_arrival;
    Level &level = level_[is_high];
    level = {};
    level.condition = condition;
    if (is_high) {
        ee_ = false;
    } else {
        status_ = nistat::onicond.set(status_, condition);
        lpee_ = false;
    }
    if (event == Event::timelet) {
        timelet_at_ = next_match(now, timec_);
        return level.handler = timeh_;
    }
    if (event == Event::outlet) return level.handler = outh_;
    const unsigned channel = is_high ? high : low;
    level.message = network_->front(node_, channel)->packet;
    vectors_.arrive(network_->payload(level.message), is_high ? Context::high : Context::low);
    level.message.payload = 0; // the vector is in its register
    network_->take(now, node_, channel);
    level.information =
        nistat::slen.set(nistat::pri.set(0, is_high), level.message.words - config_->handler_words);
    level.information = nistat::vlen.set(level.information, level.message.vector_words());
    level.information = nistat::mcst.set(level.information, level.message.multicast);
    level.handler = level.message.tag;
    const bool direct = nistat::ame.get(status_) && !(level.handler & config_->deferred);
    return direct ? level.handler : dmh_;
}

std::span<const std::uint32_t> Registers::words(Context level) const {
    const net::Packet &message = handled(level);
    if (!message.number) return {};
    return {message.data.data() + config_->handler_words, message.words - config_->handler_words};
}

bool Registers::leave() {
    // CSD-94-823 figure 16: if EE is clear, a high handler ends, for any LPEE.
    const bool is_high = !ee_;
    Level &level = level_[is_high];
    const bool condition = is_high ? level.condition : nistat::onicond.get(status_) != 0;
    ee_ = true;
    if (!is_high) lpee_ = true;
    level.message.tag = 0;
    level.information = level.handler = 0; // valid in the handler only (A.2.13, A.8.2)
    return condition;
}

// --- instructions -------------------------------------------------------------------------------

std::optional<bool> Registers::room(std::uint64_t now, unsigned channel) const {
    const std::uint64_t at = network_->room_at(node_, channel);
    // A slot that is free after known() is taken no sooner, so that hops are told before the SEND.
    if (network_->known() < std::min(now, at)) return {};
    return at <= now;
}

const net::Packet &Registers::send(std::uint64_t cycle, const Message &message) {
    last_ = {};
    last_.source = node_;
    last_.destination = message.destination;
    last_.number = ++sent_;
    last_.tag = message.handler;
    last_.channel = static_cast<std::uint8_t>(message.channel);
    last_.words = static_cast<std::uint8_t>(config_->handler_words + message.words.size());
    if (config_->handler_words) last_.data[0] = message.handler;
    std::ranges::copy(message.words, last_.data.begin() + config_->handler_words);
    last_.multicast = message.multicast;
    std::span<const std::uint8_t> vector;
    if (message.vector) vector = vectors_.payload(*message.vector, visible());
    last_.bytes = static_cast<std::uint16_t>(vector.size());
    network_->inject(cycle, last_, vector);
    return last_;
}

std::uint32_t Registers::status(std::uint64_t now, bool condition) const {
    std::uint32_t value = status_;
    const auto put = [&](isa::Field field, bool bit) { value = field.set(value, bit); };
    const bool low_room = free_slots(low) != 0;
    put(nistat::nicond, condition);
    put(nistat::hpmp, arrived(high, now));
    put(nistat::lpmp, arrived(low, now));
    put(nistat::op, low_room);
    put(nistat::tp, timelet_pending(now));
    put(nistat::lpee, lpee_);
    put(nistat::ee, ee_);
    put(nistat::lpa, low_room);
    put(nistat::hpa, free_slots(high) != 0);
    constexpr unsigned pending = 25, masks = 21; // EP and EM have the same order
    put(nistat::pend, (value >> pending & value >> masks & 0xF) != 0);
    if (visible() != Context::main) value |= level_[visible() == Context::high].information;
    return value;
}

std::optional<std::uint32_t> Registers::peek(std::uint64_t now, std::uint32_t number,
                                             bool condition) const {
    switch (number) {
    case ni::timeh: return timeh_;
    case ni::timec: return timec_;
    case ni::count: return static_cast<std::uint32_t>(now);
    case ni::enable: return ee_;
    case ni::nistat: return status(now, condition);
    case ni::niid: return node_;
    case ni::dmh: return dmh_;
    case ni::outh: return outh_;
    case ni::inh:
        return visible() == Context::main ? 0 : level_[visible() == Context::high].handler;
    case wframe: return frame_;
    case ni::vlr:
        if (has_vectors()) return vectors_.length;
        return std::nullopt;
    default: return std::nullopt; // the interrupted pc is in the window
    }
}

Registers::Done Registers::read(std::uint64_t now, std::uint32_t number, bool condition,
                                std::uint32_t &value) const {
    if (number == ni::nistat && (!room(now, asks_[low]) || !room(now, asks_[high])))
        return Done::not_known;
    const auto known = peek(now, number, condition);
    if (!known) return Done::no_such_register;
    value = *known;
    return Done::yes;
}

Registers::Done Registers::write(std::uint64_t now, std::uint32_t number, std::uint32_t value,
                                 bool &condition) {
    switch (number) {
    case ni::timeh: timeh_ = value; break;
    case ni::timec:
        timec_ = value;
        timelet_at_ = next_match(now, value); // clears tp (A.2.2)
        break;
    case ni::enable: ee_ = value & 1; break;
    case ni::nistat:
        status_ = value & stored;
        condition = nistat::nicond.get(value) != 0;
        ee_ = nistat::ee.get(value) != 0;
        lpee_ = nistat::lpee.get(value) != 0;
        break;
    case ni::dmh: dmh_ = value; break;
    case ni::outh: outh_ = value; break;
    case wframe: frame_ = value; break;
    case ni::vlr:
        if (!has_vectors()) return Done::no_such_register;
        if (value > Vectors::longest) return Done::too_long;
        vectors_.length = value;
        break;
    case ni::count:
    case ni::niid:
    case ni::inh: break; // read-only: writes are ignored
    default: return Done::no_such_register;
    }
    return Done::yes;
}

// The structured bindings name all members: a member that is added does not compile until it is
// named here.
void Registers::archive(Archive &ar) {
    auto &[config, node, network, stored_status, ee, lpee, listening, asks, timeh, timec, dmh, outh,
           below, timelet_at, sent, last, levels, vectors] = *this;
    ar(stored_status, ee, lpee, listening, asks, timeh, timec, dmh, outh, below);
    ar.cycle(timelet_at);
    ar(sent, last);
    for (const std::uint8_t channel : asks)
        ar.require(channel < config->channels, "a channel that there is not");
    for (auto &[message, information, handler, condition] : levels) {
        ar(message, information, handler, condition);
        ar.require(message.destination < config->nodes && message.words <= net::scalar_words &&
                       (!message.number || message.words >= config->handler_words),
                   "a message that cannot have been sent");
    }
    if (has_vectors()) vectors.archive(ar);
}

} // namespace inlet::xnet
