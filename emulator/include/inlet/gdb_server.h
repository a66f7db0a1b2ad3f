// Serves gdb's remote protocol on a local port (docs/debugging.md).
#pragma once

#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/trace_hash.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace inlet {

class GdbServer {
  public:
    /// Listens on 127.0.0.1; port 0: any free port. Throws UserError.
    explicit GdbServer(std::uint16_t port);
    ~GdbServer();
    GdbServer(const GdbServer &) = delete;
    GdbServer &operator=(const GdbServer &) = delete;

    std::uint16_t port() const { return port_; }

    struct Session {
        const Image *image = nullptr; ///< for names of places
        TraceHash *hash = nullptr;    ///< an observer of the machine; it is rewound with the
                                      ///< machine
        const std::atomic<bool> *stop = nullptr;       ///< serve() returns when this is set
        std::function<void(const std::string &)> tell; ///< receives messages for the user, one line
                                                       ///< each
        const Image *firmware = nullptr;               ///< the program of second cores
        std::string second_core = "firmware";          ///< their name
    };
    /// Waits for a gdb and executes its commands until it detaches or the run ends; Machine::run()
    /// then finishes the run. False: gdb has killed the run, or `stop` was set.
    bool serve(Machine &machine, const Session &session);

  private:
    int listener_ = -1;
    std::uint16_t port_ = 0;
};

} // namespace inlet
