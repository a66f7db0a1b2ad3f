// What the host does for a program (docs/t1-abi.md, "Host services"): console, heap, faults that
// the program reports, and the files of I/O nodes.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/memory_guards.h"
#include "node/node_context.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace inlet {

class Archive;

class HostServices {
  public:
    /// What became of a call.
    struct Served {
        enum class Kind : std::uint8_t {
            done,    ///< the program continues behind the call
            exit,    ///< done; the node exits
            refused, ///< the call is a fault
            failed,  ///< the program has reported a fault, which is in the state; no handler takes
                     ///< it
        } kind = Kind::done;
        FaultKind fault = FaultKind::none; ///< refused
        std::uint32_t value = 0;           ///< refused: of the fault; exit: the status
    };

    explicit HostServices(const NodeContext &context) : context_(&context) {}

    /// Does what the call at the pc of `node` asks for.
    Served call(NodePort &node, const NetworkInterface &interface, MemoryGuards &guards,
                engine::Service service, std::uint32_t code);
    /// Ends the run: writes lines without their newline, and what handlers have printed and main
    /// has not written.
    void flush(NodePort &node);

    void archive(Archive &ar);

  private:
    bool write(NodePort &node, std::uint32_t owner, std::uint32_t address, std::uint32_t bytes,
               std::string &line);
    bool io(NodePort &node, std::uint32_t service);
    bool report_failure(NodePort &node, std::uint32_t pc, std::uint32_t address,
                        std::uint32_t bytes);
    void write_deferred(NodePort &node);

    const NodeContext *context_;
    std::array<std::string, 3> own_lines_;       ///< not yet complete, by Context
    std::map<std::uint32_t, std::string> lines_; ///< I/O nodes: of other nodes, by number
};

} // namespace inlet
