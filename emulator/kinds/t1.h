// T1: MIPS nodes in a grid, with the interface of CSD-94-823.
#pragma once

#include "cpu/mips/instruction_set.h"
#include "inlet/t1_config.h"
#include "kinds/platform.h"
#include "net/divided.h"
#include "net/mesh.h"
#include "ni/t1/config.h"

namespace inlet {

/// The engines' timing of the processors.
mips::Timing timing(const MachineConfig &config);

class T1Platform final : public Platform {
  public:
    T1Platform(const MachineConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    std::shared_ptr<const engine::InstructionSet> instruction_set(unsigned core) const override;
    net::Network &network() override {
        return divided_ ? static_cast<net::Network &>(*divided_) : mesh_;
    }
    net::Divided *divide(std::uint32_t parts, std::uint32_t only) override;
    bool has_parts() const override { return true; }
    std::unique_ptr<NetworkInterface> interface(std::uint32_t node, unsigned core) override;
    std::uint64_t lookahead() const override { return lookahead_; }
    bool exposed() const override { return programs_.exposed; }
    void separate_text(std::uint32_t io, std::uint32_t first, std::uint32_t bytes) override;
    std::uint32_t grid() const override;
    void check_loaded(const Archive &ar) override;

  private:
    net::Mesh &mesh(std::uint32_t node) { return divided_ ? divided_->of_node(node) : mesh_; }

    T1Config config_;
    MeshConfig network_;
    mips::Timing timing_;
    net::Mesh mesh_;
    std::unique_ptr<net::DividedRouters<net::Mesh>> divided_; ///< if it is: instead of mesh_
    std::uint64_t jitter_;
    bool rows_are_rings_;
    std::uint32_t first_io_;
    t1::Config programs_, io_; ///< of nodes that run the program, and of I/O nodes
    std::uint64_t lookahead_;
};

} // namespace inlet
