// One node: processor, memory, channels, and what the host keeps of it.
#pragma once

#include "cpu/ncube/execute.h"
#include "memory/memory.h"
#include "ncube2/machine.h"

#include <optional>
#include <string>
#include <vector>

namespace inlet::ncube2 {

/// What all nodes share.
struct NodeContext {
    const Config *config = nullptr;
    const Program *program = nullptr;
    const Options *options = nullptr;
    const SharedPages *pages = nullptr;
    net::Cube *cube = nullptr;
    Observer *observer = nullptr;
    std::optional<std::uint32_t> flags;         ///< physical: the byte of the handshake
    std::uint32_t stub_begin = 0, stub_end = 0; ///< of the user's side of a handler's call
};

/// A line of the console, whole at `cycle`.
struct ConsoleLine {
    std::uint64_t cycle;
    std::uint32_t node;
    std::string text;
};

class Node {
  public:
    Node(const NodeContext &context, std::uint32_t number);
    Node(const Node &) = delete;
    Node &operator=(const Node &) = delete;

    /// When it next does anything of itself; net::Cube::never.
    std::uint64_t clock() const;
    /// Runs until its clock has reached `until`, or until the network must be known further.
    void run(std::uint64_t until);

    bool exited() const { return exited_; }
    bool faulted() const { return !fault_.empty(); }
    const std::string &fault() const { return fault_; }
    std::uint64_t now() const { return state_.now; }
    std::uint32_t status() const { return status_; }
    std::uint32_t pc() const { return state_.pc; }
    /// It handles a message, by the flags of the handshake.
    bool in_handler() const;
    const Channels &channels() const { return channels_; }
    std::uint64_t message_hash() const { return hash_; }
    NodeResult result() const;
    /// Lines since the last call.
    std::vector<ConsoleLine> take_lines();
    /// The rest of a line without its end.
    void flush();

  private:
    enum class Mode : std::uint8_t {
        running,
        turning, ///< at the head of a loop that only an event can end
        idle,    ///< after WAIT
        faulted,
    };

    bool once(std::uint64_t &until);
    void catch_up(std::uint64_t until);
    void interrupt(unsigned vector);
    void done(const ncube::Step &step, std::uint64_t &until);
    void look_for_wait(const ncube::Step &step);
    void host_call();
    std::optional<std::string> text_at(std::uint32_t address, std::uint32_t bytes);
    void fail(const std::string &what, std::uint32_t pc);
    Context context(const ncube::Step &step) const;
    void note_stack();

    const NodeContext *context_;
    std::uint32_t number_;
    Memory memory_;
    ncube::Space space_;
    Channels channels_;
    ncube::State state_;
    Mode mode_ = Mode::running;
    std::uint64_t due_ = 0; ///< of the channels; from there on they must be asked again
    // The last time that a small loop closed.
    struct Turn {
        std::uint32_t branch = 0;
        ncube::State state;
    };
    std::optional<Turn> turn_;
    std::uint64_t turn_cycles_ = 0, turn_instructions_ = 0, waiting_ = 0;
    bool exited_ = false;
    std::uint32_t status_ = 0;
    std::string fault_;
    std::uint64_t hash_ = 0xcbf29ce484222325u;
    std::uint64_t interrupts_ = 0;
    std::uint32_t deepest_ = 0;
    std::string line_;
    std::vector<ConsoleLine> lines_;
};

} // namespace inlet::ncube2
