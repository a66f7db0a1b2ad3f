// Writes the log of Konata, a pipeline viewer: each instruction with the stages in which it spends
// its cycles. The stages are the causes of its cost.
// https://github.com/shioyadan/Konata/blob/master/docs/kanata-log-format.md
#include "analysis/cause_split.h"
#include "analysis/wait_finder.h"
#include "export/exports.h"
#include "inlet/disassembler.h"
#include "report/trip_lines.h"

#include <array>
#include <fmt/format.h>

namespace inlet {

namespace {

class KanataWriter final : public Ledger {
  public:
    KanataWriter(const Recording &recording, OutputFile &out, std::uint32_t node)
        : names_(recording.names()), split_(names_.processor, recording.header()),
          disassembler_(names_, {true, true}), out_(out), node_(node) {
        out_.write("Kanata\t0004\nC=\t0\n");
    }
    std::uint64_t cycles() const { return cycles_; }

  private:
    void charge(const Charge &charge) override {
        if (charge.node != node_) return;
        at(charge.cycle);
        const std::uint64_t id = count_++;
        out_.write(fmt::format("I\t{0}\t{0}\t{1}\n", id, static_cast<unsigned>(charge.context)));
        bool refused = false;
        if (charge.instruction != nullptr) {
            const InstructionEvent &event = *charge.instruction;
            refused = event.waiting;
            out_.write(fmt::format("L\t{0}\t0\t{1:08x}: {2}\nL\t{0}\t1\t{3}, {4}: {5}{6}\n", id,
                                   event.pc, disassembler_.text(event), code_name(event, names_),
                                   names_.place(event.pc), split_.text(event),
                                   refused ? ", refused" : ""));
            // Stalls come before the instruction's own cycles, network and memory after them.
            if (event.wait != Wait::none) stage(id, charge.cause, charge.cycles);
            if (event.wait == Wait::none) {
                parts(id, event, CauseFacts::Order::before_own);
                parts(id, event, CauseFacts::Order::after_own);
            }
            if (event.cost.total() == 0) stage(id, Cause::issue, 0, true); // host services
        } else {
            std::string text = cause_name(charge.cause);
            if (charge.cause == Cause::dispatch && charge.event->message.number != 0)
                text += " of " + message_name(charge.event->message);
            if (charge.cause == Cause::dispatch)
                text += ": " + handler_name(charge.event->handler, names_);
            out_.write(fmt::format("L\t{}\t0\t({})\n", id, text));
            if (charge.cycles == 0) stage(id, charge.cause, 0, true);
            split_.each(charge.cause, charge.cycles,
                        [&](Cause cause, std::uint64_t cycles) { stage(id, cause, cycles); });
        }
        out_.write(fmt::format("R\t{}\t{}\t{}\n", id, id, refused ? 1 : 0));
        cycles_ += charge.cycles;
    }

    void parts(std::uint64_t id, const InstructionEvent &event, CauseFacts::Order order) {
        split_.each(event, [&](Cause cause, std::uint64_t cycles) {
            if (facts_of(cause).order == order) stage(id, cause, cycles);
        });
    }

    void stage(std::uint64_t id, Cause cause, std::uint64_t cycles, bool always = false) {
        if (cycles == 0 && !always) return;
        const char *name = facts_of(cause).stage;
        out_.write(fmt::format("S\t{}\t0\t{}\n", id, name));
        at(now_ + cycles);
        out_.write(fmt::format("E\t{}\t0\t{}\n", id, name));
    }

    void at(std::uint64_t cycle) {
        if (cycle <= now_) return;
        out_.write(fmt::format("C\t{}\n", cycle - now_));
        now_ = cycle;
    }

    const Image &names_;
    CauseSplit split_;
    Disassembler disassembler_;
    OutputFile &out_;
    std::uint32_t node_;
    std::uint64_t now_ = 0, count_ = 0, cycles_ = 0;
};

} // namespace

std::uint64_t write_kanata(Recording &recording, OutputFile &out, std::uint32_t node) {
    KanataWriter writer(recording, out, node);
    read_waits(recording, writer);
    return writer.cycles();
}

} // namespace inlet
