// Executes gdb's packets on a machine. Cores are threads: thread N + 1 is node N, and second cores
// are threads behind those of all nodes.
#pragma once

#include "gdb/registers.h"
#include "gdb/timeline.h"
#include "inlet/gdb_server.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace inlet::gdb {

class Target {
  public:
    Target(Machine &machine, const GdbServer::Session &session, std::function<bool()> interrupted);

    /// Executes a packet, of arbitrary bytes, and returns the reply. Empty: the packet is unknown.
    std::string answer(std::string_view packet);
    /// Text for gdb to show, as a packet to send before the last reply. May be empty.
    std::string output();
    bool detached() const { return detached_; }
    bool killed() const { return killed_; }
    bool no_acknowledgements() const { return no_acknowledgements_; }

  private:
    using Text = std::string_view;
    std::string query(Text packet);
    std::uint32_t count() const; ///< of threads
    bool is_second(std::uint32_t core) const { return core >= control_.nodes(); }
    std::string core_title(std::uint32_t core) const;
    std::string threads() const;
    std::string thread_list();
    /// The part "OFFSET,LENGTH" of a document.
    static std::string part_of(const std::string &all, Text range);
    std::string features(Text range) const;
    std::string register_text(std::uint32_t number) const;
    /// `hex`: as of register_text(). False: it has another length, or the register is not writable.
    bool set_register(std::uint32_t number, Text hex);
    std::string read_registers() const;
    std::string write_registers(Text hex);
    std::string read_register(Text number) const;
    std::string write_register(Text packet);
    std::string read_memory(Text packet) const;
    std::string write_memory(Text packet, bool binary);
    std::string point(Text packet, bool insert);
    std::string resume(Text actions);
    void begin_call();
    /// `on`: the nodes that were resumed.
    std::string stopped(const Stopped &stopped, Timeline::On on = Timeline::On::all);
    int signal_of_end() const;  ///< not if all nodes have exited
    std::string ending() const; ///< how the run has ended; empty: all nodes have exited
    std::string ended();
    std::string monitor(const std::string &command);
    std::string guest_threads_text() const;
    std::string code_text(std::string_view thread_number);
    std::string address_text(std::string_view name) const;
    std::string node_line(const StateDump &all, std::uint32_t node);
    /// `core`: whose program has the address.
    std::string place(std::uint32_t address, std::uint32_t core = 0) const;
    std::uint32_t core_of(const Fault &fault) const; ///< its number for Machine::Control
    void changed(const std::string &what);
    /// Sets `node` from a thread id: "1f"; "0" and "-1" (any, all) clear it. False: there is no
    /// such thread.
    bool thread(Text text, std::optional<std::uint32_t> &node) const;

    const GdbServer::Session &session_;
    Timeline timeline_;
    Machine::Control &control_;
    const Registers registers_;
    const bool unlike_;                  ///< second cores have other registers than first ones
    std::uint32_t node_ = 0;             ///< the core whose registers and memory gdb accesses
    std::optional<std::uint32_t> steps_; ///< node of the older packets s and c
    std::string last_ = "T05thread:1;";
    std::string output_;
    bool ended_ = false, changed_ = false;
    bool jumped_ = false; ///< gdb has set the pc of an x86 since the last stop
    bool called_ = false; ///< gdb has called a function of an x86, as the last thing that ran
    bool detached_ = false, killed_ = false, no_acknowledgements_ = false;
};

} // namespace inlet::gdb
