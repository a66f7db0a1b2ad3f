#include "net/message_switch.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

namespace inlet::net {

template class Routers<MessageSwitchModel>;

MessageSwitchModel::Route MessageSwitchModel::route(const Packet &packet) const {
    const std::uint64_t spine = scatter_ ? mix(scatter_, {packet.source, packet.number}) >> 32
                                         : packet.source + packet.destination;
    return {packet.destination, static_cast<std::uint8_t>(spine % Multistage::routes),
            static_cast<std::uint8_t>(topology().distance(packet.source, packet.destination))};
}

} // namespace inlet::net
