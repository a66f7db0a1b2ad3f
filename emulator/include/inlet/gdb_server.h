// A debugger at a run: gdb's remote protocol on a port of this computer (docs/debugging.md).
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
    /// Listens on 127.0.0.1; 0: on a port that is free. Throws UserError.
    explicit GdbServer(std::uint16_t port);
    ~GdbServer();
    GdbServer(const GdbServer &) = delete;
    GdbServer &operator=(const GdbServer &) = delete;

    std::uint16_t port() const { return port_; }

    struct Session {
        const Image *image = nullptr; ///< for names of places
        TraceHash *hash = nullptr;    ///< an observer of the machine that is to go back with it
        const std::atomic<bool> *stop = nullptr;       ///< set: ends
        std::function<void(const std::string &)> tell; ///< messages for the user, a line each
    };
    /// Waits for a gdb and does what it says, until it goes away or the run ends; Machine::run()
    /// then does the rest. False: gdb has killed the run, or `stop` was set.
    bool serve(Machine &machine, const Session &session);

  private:
    int listener_ = -1;
    std::uint16_t port_ = 0;
};

} // namespace inlet
