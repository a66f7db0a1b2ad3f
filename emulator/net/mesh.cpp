#include "net/mesh.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

namespace inlet::net {

template class Routers<GridModel>;

Mesh::Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter,
           unsigned ring_channels)
    : Routers(GridModel(config, nodes, ring_channels), jitter) {}

void Mesh::drain(std::uint32_t node, bool on) {
    const std::uint32_t number = model_.router_of(node);
    Router &router = routers_[number];
    if (router.drain == on) return;
    router.drain = on;
    draining_ += on ? 1 : -1;
    for (unsigned in = 0; in < buffers; ++in)
        for (unsigned p = 0; p < priorities; ++p) {
            const Input &input = router.input[in][p];
            if (input.first == none || !moving_[input.first].drains) continue;
            forget_first(router, static_cast<Buffer>(in), p);
            look_at_first(router, static_cast<Buffer>(in), p);
        }
    const std::uint64_t effect = known_ + 1;
    contract::effect(effect, known_);
    for (unsigned out = 0; out < ports; ++out) wake(number, out, effect);
}

} // namespace inlet::net
