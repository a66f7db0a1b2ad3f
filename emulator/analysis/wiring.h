// The network topology of a recorded run, from the trace's machine file.
#pragma once

#include "inlet/mesh_config.h"
#include "inlet/trace_header.h"
#include "kinds/platform.h"
#include "net/grid.h"

#include <memory>
#include <optional>
#include <string>

namespace inlet {

class Wiring {
  public:
    explicit Wiring(const TraceHeader &header);

    /// The topology; nullptr: the trace's machine file cannot be read.
    const net::Topology *topology() const { return grid_ ? &*grid_ : other_; }
    /// Empty: the topology is not a grid.
    const std::optional<net::Grid> &grid() const { return grid_; }
    /// The grid's latencies and buffers.
    const MeshConfig &mesh() const { return mesh_; }
    /// Whether the machine's network is known to have routers (Platform::has_routers).
    bool has_routers() const { return !platform_ || platform_->has_routers(); }
    /// The name of a port: "north", "up3". An unknown topology counts as a grid.
    std::string port_name(Port port) const;

  private:
    MeshConfig mesh_;
    std::optional<net::Grid> grid_;
    std::shared_ptr<const Platform> platform_; ///< of a machine whose network is not a grid
    const net::Topology *other_ = nullptr;     ///< the platform's
};

} // namespace inlet
