// Costs of a run by instruction, function, handler and node.
#pragma once

#include "analysis/call_tree.h"
#include "analysis/cause_split.h"
#include "analysis/ledger.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inlet {

class Profile final : public Ledger {
  public:
    using Causes = std::array<std::uint64_t, causes>;
    /// Cycles of instructions that only waited.
    static std::uint64_t waiting_cycles(const Causes &causes);

    /// An instruction of the program. An overwritten instruction has a line of its own.
    struct Line {
        std::uint32_t pc = 0, word = 0;
        std::array<std::uint64_t, 3> cycles{};       ///< by context
        std::array<std::uint64_t, 3> instructions{}; ///< executions by context
        Causes by_cause{};
        std::uint64_t refused = 0;  ///< executions that were refused SENDs
        std::uint64_t messages = 0; ///< sent
        std::uint64_t waited = 0;   ///< executions that only waited

        std::uint64_t all_cycles() const { return cycles[0] + cycles[1] + cycles[2]; }
        std::uint64_t waiting() const { return waiting_cycles(by_cause); }
        std::uint64_t executions() const {
            return instructions[0] + instructions[1] + instructions[2];
        }
    };
    /// All dispatches to one address at one level.
    struct Handler {
        std::uint64_t dispatches = 0;
        std::uint64_t messages = 0;                 ///< without outlets and timelets
        std::uint64_t dispatch = 0;                 ///< cycles
        std::uint64_t instructions = 0, cycles = 0; ///< without dispatch
        std::uint64_t sent = 0;                     ///< messages
        std::uint64_t refused = 0;                  ///< SENDs
    };
    struct HandlerKey {
        std::uint32_t address;
        Context level;
        auto operator<=>(const HandlerKey &) const = default;
    };
    struct Node {
        std::array<std::uint64_t, 3> cycles{}; ///< of instructions that do not wait, by context
        std::uint64_t instructions = 0;
        Causes by_cause{};
        std::uint64_t exceptions = 0;     ///< cycles from instructions to their handlers
        std::uint64_t refused = 0;        ///< SENDs
        std::uint64_t refused_cycles = 0; ///< cycles of refused SENDs
        std::uint64_t sent = 0, handled = 0;
    };

    /// `only`: takes the records of this node alone.
    Profile(const Image &names, CauseSplit split, std::optional<std::uint32_t> only = {})
        : split_(std::move(split)), functions_(names), tree_(functions_), only_(only),
          place_shift_(place_shift(names.processor)) {}

    const std::vector<Line> &lines() const { return lines_; }
    const std::map<HandlerKey, Handler> &handlers() const { return handlers_; }
    const std::vector<Node> &by_node() const { return nodes_; } ///< by number
    const std::array<Causes, 3> &by_context() const { return contexts_; }
    const CallTree &tree() const { return tree_; }
    Functions &functions() { return functions_; }
    std::uint64_t cycles() const; ///< sum of all nodes

  private:
    static constexpr std::uint32_t first_pc_ = 0x10000;
    Wants wants() const override { return {.hops = false}; }
    void charge(const Charge &charge) override;
    bool counts_turns() const override { return true; }
    void told(const MessageEvent &event) override;
    Node &of(std::uint32_t node);
    Line &line(std::uint32_t pc, std::uint32_t word);
    std::uint32_t last_line(std::uint32_t pc) const;
    std::uint32_t place(std::uint32_t pc) const { return (pc - first_pc_) >> place_shift_; }
    /// A handler that has begun.
    struct Running {
        Handler *handler;
        MessageId message;
    };
    /// The handlers that run at this level of this node, innermost last (MessageLog::handled).
    std::vector<Running> &running(std::uint32_t node, Context level);
    Handler *innermost(std::uint32_t node, Context level);

    CauseSplit split_;
    Functions functions_;
    CallTree tree_;
    std::optional<std::uint32_t> only_;
    std::vector<Line> lines_;
    std::unordered_map<std::uint64_t, std::uint32_t> line_numbers_; ///< by pc and word
    unsigned place_shift_;
    std::vector<std::uint32_t> near_; ///< by place of an instruction: last line + 1
    std::unordered_map<std::uint32_t, std::uint32_t> far_; ///< the same of other places, by pc
    /// By pc: messages that leave before the record of the instruction that sends them.
    std::unordered_map<std::uint32_t, std::uint64_t> early_messages_;
    std::map<HandlerKey, Handler> handlers_;
    std::vector<std::array<std::vector<Running>, 3>> running_; ///< by node and level
    std::vector<Node> nodes_;
    std::array<Causes, 3> contexts_{};
};

} // namespace inlet
