#include "ni/myrinet/nic.h"

#include "../../../runtime/machine/lanai/include/myrinet_registers.h"
#include "archive/archive.h"

#include <algorithm>
#include <utility>

namespace inlet::myrinet {

namespace {

constexpr std::uint32_t route_bytes = 12; // 001 2.1: space for the route in a packet

bool hands_over(std::uint32_t offset) {
    return offset >= MYRINET_HAND_OVER(0) && offset <= MYRINET_HAND_OVER(MYRINET_MOST_BYTES);
}

} // namespace

Nic::Nic(const MyrinetConfig &config, net::Wormhole &network, std::uint32_t node)
    : config_(&config), network_(&network), node_(node), pci_(config) {
    starts_.fill(never);
    isr_ = LANAI_BUFF;
}

Answer Nic::access(unsigned core, std::uint64_t now, const Access &access) {
    if (core == host) {
        if (access.address + (access.bytes - 1u) < MYRINET_DRIVER)
            return window_access(now, access);
        const bool aligned = access.address % 4 == 0 || hands_over(access.address - MYRINET_DRIVER);
        if (access.bytes != 4 || !aligned) return wrong(Error::register_size);
        return driver_access(now, access);
    }
    if (access.bytes != 4) return wrong(Error::register_size);
    if (check_ && !check(access)) return wrong(Error::breach);
    const std::uint32_t offset = access.address - LANAI_REGISTERS;
    return access.store ? store_register(now, offset, static_cast<std::uint32_t>(access.value))
                        : load_register(now, offset);
}

/// The main loop loads ISR at the begin of each pass, and nowhere else.
bool Nic::check(const Access &access) {
    std::string wrong;
    const bool isr = access.address == LANAI_REGISTERS + LANAI_ISR;
    if (access.store) {
        unchecked_ = true;
        if (isr && access.value & isr_ & LANAI_RECV) wrong = check_->takes();
    } else if (isr && std::exchange(unchecked_, false)) {
        wrong = check_->begins_pass();
    }
    if (wrong.empty()) return true;
    breach_ = "--check-lfc: " + wrong;
    return false;
}

bool Nic::is_quiet(unsigned core, std::uint32_t address) const {
    return core == lanai && address == LANAI_REGISTERS + LANAI_ISR;
}

std::optional<std::uint64_t> Nic::loaded(std::uint32_t address, unsigned bytes) const {
    const std::uint32_t offset = address & (MYRINET_SRAM_BYTES - 1);
    for (const Loaded &one : last_loads_)
        if (one.offset == offset && one.bytes == bytes) return one.value;
    return {};
}

Answer Nic::window_access(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address & (MYRINET_SRAM_BYTES - 1);
    const bool combines = access.address < MYRINET_SRAM_UNCACHED;
    if (access.store) {
        const std::uint64_t wait = combines ? pci_.combine(now, offset, access.bytes, access.value)
                                            : pci_.store(now, offset, access.bytes, access.value);
        return {.cycles = static_cast<std::uint32_t>(wait)};
    }
    loads_ = true;
    loaded_at_ = now + pci_.load(now, offset, access.bytes) + config_->load - access.cycles;
    return {Answer::Kind::later};
}

/// Word 0 is the length of the route. The route occupies the last bytes of words 1 to 3.
std::uint32_t Nic::route_word(std::uint32_t node, std::uint32_t word) const {
    const std::vector<std::uint8_t> route = network_->topology().route(node_, node);
    if (word == 0) return static_cast<std::uint32_t>(route.size());
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const std::size_t left = route_bytes - (4 * (word - 1) + i); // bytes up to the end
        if (left <= route.size())
            value |= std::uint32_t{route[route.size() - left]} << 8 * i; // the host's byte order
    }
    return value;
}

Answer Nic::driver_access(std::uint64_t now, const Access &access) {
    const std::uint32_t offset = access.address - MYRINET_DRIVER;
    const auto value = static_cast<std::uint32_t>(access.value);
    const std::uint32_t nodes = network_->topology().nodes();
    const auto loads = [&](std::uint32_t result) {
        return access.store ? wrong(Error::load_only) : Answer{.value = result};
    };
    if (offset >= MYRINET_ROUTE(0) && offset < MYRINET_ROUTE(nodes))
        return loads(route_word((offset - MYRINET_ROUTE(0)) / 16, offset / 4 % 4));
    switch (offset) {
    case MYRINET_OPEN: {
        const Answer was = loads(open_ ? 1 : 0);
        if (!access.store) open_ = true;
        return was;
    }
    case MYRINET_NODE: return loads(node_);
    case MYRINET_NODES: return loads(nodes);
    default: break;
    }
    if ((offset > MYRINET_DROPPED || offset % 4) && !hands_over(offset))
        return wrong(Error::no_register);
    if (!access.store) return wrong(Error::store_only);
    switch (offset) {
    case MYRINET_PIN_FIRST: pin_first_ = value; return {};
    case MYRINET_PIN_BYTES:
        if (value == 0 || pin_first_ + (value - 1) < pin_first_) return wrong(Error::pin_size);
        pinned_[pin_first_] = std::max(pinned_[pin_first_], value);
        return {};
    case MYRINET_HANDLER: handler_ = value; return {};
    case MYRINET_SIGNAL: at(Start::acknowledge) = now + 1; return {};
    case MYRINET_UPCALL: upcall_ = value; return {};
    case MYRINET_DROPPED: note_dropped(now, host, value); return {};
    default: { // MYRINET_FENCE, MYRINET_HAND_OVER
        if (hands_over(offset) && value % MYRINET_SRAM_BYTES > last_header)
            return wrong(Error::packet_address);
        const std::uint64_t flushed = pci_.flush(now);
        const std::uint64_t wait = std::max(flushed, pci_.until_written(now));
        if (hands_over(offset)) {
            handed_ = value;
            handed_bytes_ = offset - MYRINET_HAND_OVER(0);
            launcher_ = {}; // accessed_by() follows if the run is observed
            at(Start::hand_over) = now + std::max(reach(host, lanai), wait);
        }
        return {.cycles = static_cast<std::uint32_t>(wait + config_->fence)};
    }
    }
}

Answer Nic::load_register(std::uint64_t now, std::uint32_t offset) const {
    const auto value = [](std::uint32_t number) { return Answer{.value = number}; };
    switch (offset) {
    case LANAI_ISR: return value(isr_);
    case LANAI_IT: return value(timer_ - units(now - timer_since_));
    case LANAI_RTC: return value(clock_ + units(now - clock_since_));
    case LANAI_EAR: return value(ear_);
    case LANAI_LAR: return value(lar_);
    case LANAI_DMA_CTR: return value(counter_);
    case LANAI_DMA_DIR: return value(direction_);
    case LANAI_RMP: return value(rmp_);
    case LANAI_RML: return value(rml_);
    case LANAI_SMP: return value(smp_);
    case LANAI_SMLT: return value(smlt_);
    case LANAI_TIMEOUT: return value(timeout_);
    case LANAI_MYRINET: return value(myrinet_);
    default: return wrong(Error::no_register);
    }
}

Answer Nic::store_register(std::uint64_t now, std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
    case LANAI_ISR:
        isr_ &= ~value | LANAI_BUFF;
        if (value & LANAI_HOST_SIG && at(Start::signal) == never)
            at(Start::signal) = now + config_->kernel;
        return {};
    case LANAI_IT:
        timer_ = value;
        timer_since_ = now;
        at(Start::timer) = now + (std::uint64_t{value} + 1) * config_->timer;
        return {};
    case LANAI_RTC:
        clock_ = value;
        clock_since_ = now;
        return {};
    case LANAI_EAR: ear_ = value; return {};
    case LANAI_LAR: lar_ = value; return {};
    case LANAI_DMA_DIR: direction_ = value & 1; return {};
    case LANAI_DMA_CTR:
        if (counter_) return wrong(Error::dma_busy);
        if (value == 0 || value % 4) return wrong(Error::dma_size);
        if (ear_ % 4 || lar_ % 4 || lar_ >= MYRINET_SRAM_BYTES || value > MYRINET_SRAM_BYTES - lar_)
            return wrong(Error::dma_address);
        counter_ = value;
        begin_delivery(now);
        at(Start::dma) = now + std::uint64_t{config_->dma_start} * config_->network.word;
        return {};
    case LANAI_RMP: rmp_ = value; return {};
    case LANAI_RML:
        if (!(isr_ & LANAI_BUFF)) return wrong(Error::receive_armed);
        if (rmp_ % 4 || value <= rmp_ || value > MYRINET_SRAM_BYTES)
            return wrong(Error::receive_limits);
        rml_ = value;
        isr_ &= ~LANAI_BUFF;
        at(Start::arm) = now + 1;
        return {};
    case LANAI_SMP: smp_ = value; return {};
    case LANAI_SMLT:
        if (sending_) return wrong(Error::send_busy);
        if (value <= smp_ || value > MYRINET_SRAM_BYTES || value - smp_ > 0xFFFF)
            return wrong(Error::send_limits);
        smlt_ = value;
        sending_ = true;
        at(Start::send) = now + 1;
        return {};
    case LANAI_TIMEOUT: timeout_ = value; return {};
    case LANAI_MYRINET: myrinet_ = value; return {};
    case LANAI_DROPPED: note_dropped(now, lanai, value); return {};
    default: return wrong(Error::no_register);
    }
}

const char *Nic::fault_text(std::uint64_t code) const {
    switch (static_cast<Error>(code)) {
    case Error::no_register: return "the network interface has no register there";
    case Error::register_size:
        return "registers of the network interface and the driver are aligned words";
    case Error::load_only: return "this register of the driver can only be loaded";
    case Error::store_only: return "this register of the driver can only be stored to";
    case Error::pin_size: return "memory to pin must have bytes, and end within the address space";
    case Error::not_pinned:
        return "the host DMA reaches memory that the host's program has not pinned: it stores the "
               "memory's address to MYRINET_PIN_FIRST and its size to MYRINET_PIN_BYTES";
    case Error::dma_busy: return "the host DMA is busy: wait for DMA in ISR";
    case Error::dma_size: return "a host DMA moves whole words, at least one";
    case Error::dma_address:
        return "EAR and LAR must be multiples of 4, and the SRAM of a host DMA must exist";
    case Error::send_busy: return "the send DMA is busy: wait for SEND in ISR";
    case Error::send_limits: return "SMLT must be behind SMP and within SRAM, by at most 65535";
    case Error::receive_armed:
        return "the receive DMA is armed already: store to RML after RECV only";
    case Error::receive_limits:
        return "RMP must be a multiple of 4, and RML behind it and within SRAM";
    case Error::packet_too_long:
        return "a packet has come that is longer than the memory from RMP to RML";
    case Error::packet_address: return "the packet that is handed over is not in SRAM";
    case Error::breach: return breach_.c_str();
    }
    return "an error of the network interface";
}

FaultKind Nic::fault_kind(std::uint64_t code) {
    return static_cast<Error>(code) == Error::breach ? FaultKind::program_failed
                                                     : FaultKind::unmapped;
}

std::vector<Named> Nic::named_state() const {
    std::vector<Named> all = {{"ISR", isr_}};
    if (counter_) all.push_back({"DMA_CTR", counter_});
    if (sending_) all.push_back({"sending from", smp_});
    if (!(isr_ & LANAI_BUFF)) all.push_back({"receiving to", rmp_});
    return all;
}

void Nic::archive(Archive &ar) {
    ar(pci_);
    std::size_t left = ar.count(trains_.size());
    if (ar.loads()) {
        trains_.assign(left, {});
        last_loads_.clear();
    }
    for (net::TrainEvent &one : trains_) {
        ar.cycle(one.cycle);
        ar(one.node, one.receives, one.runs);
    }
    for (std::uint64_t &cycle : starts_) ar.cycle(cycle);
    ar(runs_, held_);
    ar.cycle(last_);
    ar(sent_, sending_, loads_);
    ar.cycle(loaded_at_);
    ar(open_, pin_first_, handler_, pinned_, isr_, timer_, clock_);
    ar.cycle(timer_since_);
    ar.cycle(clock_since_);
    ar(ear_, lar_, counter_, direction_, rmp_, rml_, smp_, smlt_, timeout_, myrinet_);
    ar.cycle(reset_since_);
    archive_messages(ar);
    const auto within = [](std::uint32_t first, std::uint32_t end) {
        return first < end && end <= MYRINET_SRAM_BYTES;
    };
    ar.require(
        (counter_ == 0 || (lar_ <= MYRINET_SRAM_BYTES && counter_ <= MYRINET_SRAM_BYTES - lar_)) &&
            (isr_ & LANAI_BUFF || within(rmp_, rml_)) && (!sending_ || within(smp_, smlt_)),
        "an engine outside SRAM");
}

} // namespace inlet::myrinet
