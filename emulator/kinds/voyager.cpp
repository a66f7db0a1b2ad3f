#include "kinds/voyager.h"

#include "cpu/ppc/instruction_set.h"
#include "inlet/ppc_config.h"
#include "ni/voyager/port.h"

#include <algorithm>

namespace inlet {

namespace voyager {

namespace {

/// Returns the queue of the site's other processor with the same kind and priority: the destination
/// of messages to `other_processor`. Messages of firmware go to queues of the aP that messages of
/// programs do not use.
unsigned counterpart(unsigned queue) {
    if (owner(queue) == aP) return (is_basic(queue) ? sp_basic : sp_express) + priority(queue);
    return (is_basic(queue) ? basic_of_sp : express_of_sp) + priority(queue);
}
std::uint32_t logical_name(unsigned queue) {
    return owner(queue) == aP ? queue : logical_of(queue);
}

/// Sets the tables as system code does before programs begin: hardware queue n is logical queue n
/// of the job, and every queue can send to the same queue of all sites and to its counterpart in
/// the other processors (registers.h).
void prepare(Nes &nes, std::uint32_t site, std::uint32_t sites) {
    for (const unsigned queue : {reclaimed_basic, reclaimed_basic + 1}) nes.reclaim(queue, true);
    for (unsigned queue = 0; queue < miss; ++queue) {
        const bool of_job = owner(queue) == aP;
        if (of_job) nes.bind(queue, queue);
        const std::uint32_t source = site + (of_job ? 0 : other_processor);
        for (std::uint32_t to = 0; to < sites; ++to) {
            nes.map(queue, to, table_entry(to, logical_name(queue), source));
            nes.map(queue, other_processor + to,
                    table_entry(to, logical_name(counterpart(queue)), source));
        }
    }
}

} // namespace

} // namespace voyager

VoyagerPlatform::VoyagerPlatform(const MachineConfig &config, std::uint32_t nodes,
                                 std::uint64_t jitter)
    : config_(config), numbers_(config.part<VoyagerConfig>()),
      network_(numbers_.network, nodes, jitter) {
    for (std::uint32_t site = 0; site < nodes; ++site)
        voyager::prepare(sites_.emplace_back(numbers_.nes, network_, site), site, nodes);
}

/// The runtime's table of handlers that AM_EXPRESS marks (runtime/machine/voyager/am_core.c). Each
/// mark is a word with a symbol, and the linker puts them together.
void VoyagerPlatform::load(const Image &program) {
    handlers_ = {0};
    for (const Symbol &object : program.objects) // by address
        if (object.name.starts_with("__am_express_"))
            handlers_.push_back(program.loaded_word(object.address));
}

std::shared_ptr<const engine::InstructionSet>
VoyagerPlatform::instruction_set(unsigned /*core*/) const {
    return std::make_shared<ppc::Set>(ppc::Timing{.costs = config_.part<PpcConfig>().costs,
                                                  .load_use = config_.part<PpcConfig>().load_use,
                                                  .line = NesConfig::line_bytes,
                                                  .barrier = voyager::first_address});
}

std::unique_ptr<NetworkInterface> VoyagerPlatform::interface(std::uint32_t node, unsigned core) {
    return std::make_unique<voyager::Port>(sites_.at(node), core, handlers_);
}

/// The endpoint injects a packet one cycle after its action.
std::uint64_t VoyagerPlatform::lookahead() const {
    return std::min(1 + network_.min_delivery(false), network_.min_delivery_after_take(false));
}

} // namespace inlet
