// How the network of a recorded run is wired: from the trace's machine file.
#pragma once

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

    /// nullptr: the trace's machine file cannot be read.
    const net::Topology *topology() const { return grid_ ? &*grid_ : other_; }
    /// Where the topology is a grid.
    const std::optional<net::Grid> &grid() const { return grid_; }
    /// The grid's latencies and buffers.
    const MeshConfig &mesh() const { return mesh_; }
    /// "north", "up3"; where the topology is not known, as a grid's.
    std::string port_name(Port port) const;

  private:
    MeshConfig mesh_;
    std::optional<net::Grid> grid_;
    std::shared_ptr<const Platform> platform_; ///< of a machine whose network is no grid
    const net::Topology *other_ = nullptr;     ///< the platform's
};

} // namespace inlet
