// Instructions that a node executes to see what they do. Afterwards the node is as it was.
#pragma once

#include "cpu/engine/engine.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/devices.h"

#include <memory>

namespace inlet {

/// A copy of a node's registers and network interface.
class Place {
  public:
    Place(const engine::State &state, const NetworkInterface &interface)
        : state_(state), interface_(interface.copy()) {}

    const engine::State &state() const { return state_; }
    bool has_pc(const engine::State &state) const { return state.pc == state_.pc; }
    /// Whether these registers differ from its own in the clock at most.
    bool has(const engine::State &state) const {
        return has_pc(state) && engine::same_but_for_time(state_, state);
    }
    bool has(const NetworkInterface &interface) const { return interface.same(*interface_); }
    void restore(engine::State &state, NetworkInterface &interface) const {
        state = state_;
        interface.become(*interface_);
    }

  private:
    engine::State state_;
    std::unique_ptr<NetworkInterface> interface_;
};

class Trial {
  public:
    Trial(NodePort &node, NetworkInterface &interface)
        : node_(&node), interface_(&interface), before_(node.state(), interface),
          stepped_(node.stepped()), code_(node.code().mark()) {
        node.memory().begin();
    }
    ~Trial() {
        node_->memory().undo();
        before_.restore(node_->state(), *interface_);
        node_->stepped() = stepped_;
        node_->code().go_back(code_);
    }
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;

    const Place &before() const { return before_; }

  private:
    NodePort *node_;
    NetworkInterface *interface_;
    Place before_;
    engine::Stepped stepped_;
    engine::CodeMap::Mark code_;
};

/// Executes the instruction at pc, with `caches` if not null.
inline engine::Stop step(NodePort &node, Caches *caches = nullptr) {
    engine::State &state = node.state();
    return engine::step(state, node.memory(), node.code().follow(state.pc), node.stepped(), caches);
}

/// The answer of a load, in the byte order of the processor.
void put_number(Memory::Tried &tried, std::uint64_t value, bool little);

/// Executes the load at pc, which has stopped at a device, with `answer` in the place of memory.
engine::Stop finish_load(NodePort &node, const Memory::DeviceAccess &access, const Answer &answer,
                         Caches *caches = nullptr);

} // namespace inlet
