#include "kinds/ncube2x86.h"

#include "cpu/x86/instruction_set.h"
#include "inlet/x86_config.h"
#include "kinds/divide.h"
#include "kinds/ncube2.h"
#include "net/cube_lines.h"
#include "net/mesh.h"
#include "ni/ncube2/interface.h"
#include "ni/ncube2/xnet.h"

#include <algorithm>
#include <utility>

namespace inlet {

namespace {

/// A dispatch costs an instruction of the interface and its three words on the stack; a refused
/// SEND reads no words.
xnet::Config xnet_config(const X86Config &config, std::uint32_t nodes) {
    const std::uint32_t plain =
        config.base + config.costs[static_cast<std::size_t>(isa::x86::CostKey::xnet)];
    return {.nodes = nodes,
            .send_refused = plain,
            .dispatch = plain + ncube2::XnetInterface::dispatch_accesses * config.memory,
            .handler_words = 0};
}

} // namespace

Ncube2X86Platform::Ncube2X86Platform(const MachineConfig &config, std::uint32_t nodes,
                                     std::uint64_t jitter)
    : config_(config), numbers_(config.part<Ncube2X86Config>()), nodes_(nodes), jitter_(jitter) {
    const auto &x86 = config.part<X86Config>();
    if (!x86.xnet) {
        cube_.emplace(numbers_.network, corners(nodes), jitter);
        return;
    }
    instructions_ = xnet_config(x86, nodes);
    if (const auto &grid = x86.parts.grid) {
        auto mesh = std::make_unique<net::Mesh>(*grid, nodes, jitter);
        instructions_.has(x86.parts, mesh.get());
        lookahead_ =
            std::min(x86.base + mesh->min_delivery(false), mesh->min_delivery_after_take(false));
        messages_ = std::move(mesh);
        return;
    }
    auto lines = std::make_unique<net::CubeLines>(numbers_.network, corners(nodes), jitter);
    instructions_.has(x86.parts, nullptr);
    instructions_.channels = net::CubeLines::outlets;
    lookahead_ = least_of(*lines, lines->min_ready_after_take());
    messages_ = std::move(lines);
}

net::Network &Ncube2X86Platform::network() {
    if (messages_) return *messages_;
    if (cubes_) return *cubes_;
    return *cube_;
}

net::Divided *Ncube2X86Platform::divide(std::uint32_t parts, std::uint32_t only) {
    const auto &x86 = config_.part<X86Config>();
    if (const auto *const mesh = dynamic_cast<net::Mesh *>(messages_.get())) {
        auto meshes = divided<net::Mesh>(
            [=, this] { return std::make_unique<net::Mesh>(*x86.parts.grid, nodes_, jitter_); },
            net::bands(mesh->grid(), parts), only);
        if (!meshes) return nullptr;
        instructions_.has(x86.parts, &meshes->here_first());
        divided_ = meshes.get();
        messages_ = std::move(meshes);
    } else if (messages_) {
        auto lines = divided<net::CubeLines>(
            [=, this] {
                return std::make_unique<net::CubeLines>(numbers_.network, nodes_, jitter_);
            },
            net::subcubes(net::CubeTopology(nodes_), parts), only);
        if (!lines) return nullptr;
        divided_ = lines.get();
        messages_ = std::move(lines);
    } else {
        cubes_ = divided<net::Cube>(
            [=, this] { return std::make_unique<net::Cube>(numbers_.network, nodes_, jitter_); },
            net::subcubes(cube_->topology(), parts), only);
        divided_ = cubes_.get();
    }
    return divided_;
}

std::shared_ptr<const engine::InstructionSet>
Ncube2X86Platform::instruction_set(unsigned /*core*/) const {
    const X86Config &config = config_.part<X86Config>();
    return std::make_shared<x86::Set>(x86::Timing{.base = config.base,
                                                  .memory = config.memory,
                                                  .costs = config.costs,
                                                  .xnet = config.xnet,
                                                  .parts = config.parts});
}

std::unique_ptr<NetworkInterface> Ncube2X86Platform::interface(std::uint32_t node,
                                                               unsigned /*core*/) {
    const std::uint32_t access = config_.part<X86Config>().memory;
    if (messages_)
        return std::make_unique<ncube2::XnetInterface>(instructions_, access, node,
                                                       network_of(node, *messages_, divided_));
    return std::make_unique<ncube2::Interface>(node, cubes_ ? cubes_->of_node(node) : *cube_,
                                               numbers_.interrupt_extra * access);
}

/// Arming an input can make an output channel of another node ready.
std::uint64_t Ncube2X86Platform::lookahead() const {
    return messages_ ? lookahead_ : least_of(*cube_, cube_->min_ready_after_arm());
}

} // namespace inlet
