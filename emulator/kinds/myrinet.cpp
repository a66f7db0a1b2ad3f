#include "kinds/myrinet.h"

#include "cpu/lanai/instruction_set.h"
#include "cpu/x86/instruction_set.h"
#include "inlet/x86_config.h"
#include "ni/myrinet/port.h"

#include <algorithm>
#include <utility>

namespace inlet {

namespace {

MyrinetConfig with_engines(MyrinetConfig numbers) {
    numbers.network.one_engine = numbers.arbitration == Arbitration::pci_and_one;
    return numbers;
}

} // namespace

MyrinetPlatform::MyrinetPlatform(const MachineConfig &config, std::uint32_t nodes,
                                 std::uint64_t jitter, bool check_dma)
    : config_(config), numbers_(with_engines(config.part<MyrinetConfig>())),
      network_(numbers_.network, nodes, jitter) {
    for (std::uint32_t n = 0; n < nodes; ++n) nics_.emplace_back(numbers_, network_, n);
    if (check_dma)
        for (myrinet::Nic &nic : nics_) nic.check_dma();
    network_.watch_trains(this);
}

std::shared_ptr<const engine::InstructionSet>
MyrinetPlatform::instruction_set(unsigned core) const {
    if (core == myrinet::lanai)
        return std::make_shared<lanai::Set>(
            lanai::Timing{.instruction = numbers_.network.word,
                          .data = numbers_.data_slot * numbers_.network.word});
    const X86Config &x86 = config_.part<X86Config>();
    return std::make_shared<x86::Set>(x86::Timing{.base = x86.base,
                                                  .memory = x86.memory,
                                                  .costs = x86.costs,
                                                  .sigreturn = numbers_.sigreturn,
                                                  .time_stamp = numbers_.time_stamp,
                                                  .fence = MYRINET_DRIVER + MYRINET_FENCE,
                                                  .caches = config_.caches,
                                                  .second = numbers_.second_cache});
}

std::unique_ptr<NetworkInterface> MyrinetPlatform::interface(std::uint32_t node, unsigned core) {
    return std::make_unique<myrinet::Port>(nics_[node], core);
}

/// The least time until an action of one interface starts or stops an engine of another node. An
/// action enters the network in the next cycle.
std::uint64_t MyrinetPlatform::lookahead() const { return network_.min_effect(); }

/// Packets are sent again, and for stall_cycles no new one has been sent or has reached a host. Or
/// the control program does not send again, packets have been lost, and for ten times as long
/// nothing has moved: a program may compute in between.
bool MyrinetPlatform::stalls(std::uint64_t now) const {
    const std::uint64_t least = numbers_.stall_cycles;
    std::uint64_t progress = 0, again = 0;
    for (const myrinet::Nic &nic : nics_) {
        progress = std::max(progress, nic.last_progress());
        again = std::max(again, nic.last_again());
    }
    if (least == 0 || progress + least > now) return false;
    if (again != 0) return again > progress && again + least > now;
    constexpr std::uint64_t patience = 10;
    return network_.lost(net::Wormhole::Loss::fault) != 0 && progress + patience * least <= now;
}

bool MyrinetPlatform::sends_again() const {
    return std::ranges::any_of(nics_,
                               [](const myrinet::Nic &nic) { return nic.last_again() != 0; });
}

bool MyrinetPlatform::check_lfc(std::uint32_t node, const Memory &of_firmware,
                                const GuestFields &state) {
    auto check = myrinet::LfcCheck::of(of_firmware, state);
    if (!check) return false;
    nics_[node].check_lfc(std::move(check));
    return true;
}

void MyrinetPlatform::add_counts(NamedCounts &counts) const {
    for (const myrinet::Nic &nic : nics_) nic.add_counts(counts);
    using Loss = net::Wormhole::Loss;
    for (const auto &[cause, name] :
         {std::pair(Loss::fault, "lost"), std::pair(Loss::killed, "blocked too long"),
          std::pair(Loss::misrouted, "misrouted")})
        if (const std::uint64_t lost = network_.lost(cause); lost != 0)
            add_count(counts, name, lost);
}

} // namespace inlet
