// Compares, for every executed instruction of recorded runs of x86 programs, three numbers of
// memory accesses: that of the table, that of the stepper's operations, and the cost in the run.
// The runs are on a machine where an instruction costs one cycle, an access one, and everything
// else none.
//
//   x86_program_accesses TRACE...

#include "cpu/x86/instruction_set.h"
#include "inlet/config.h"
#include "inlet/trace_reader.h"
#include "x86_accesses.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace {

using namespace inlet;

constexpr x86::Timing one_cycle_each{.base = 0, .memory = 1, .costs = {}, .xnet = true};

class Comparison final : public Observer {
  public:
    void instruction(const InstructionEvent &event) override {
        ++executed_;
        Form &form = form_of(event);
        // A refused instruction is executed again; so is one that a fault or an interrupt ends.
        if (event.waiting || !form.fixed || event.cost.issue == form.stated + 1) return;
        complain(event, form, "paid", event.cost.issue - 1);
    }

    std::uint64_t executed() const { return executed_; }
    std::size_t forms() const { return forms_.size(); }
    std::uint64_t wrong() const { return wrong_; }

  private:
    using Bytes = std::array<std::uint8_t, 16>;
    struct Form {
        unsigned stated = 0; ///< accesses by the table
        bool fixed = false;  ///< charged for each execution
    };

    Form &form_of(const InstructionEvent &event) {
        Bytes bytes{};
        std::memcpy(bytes.data(), &event.word, 4);
        std::memcpy(bytes.data() + 4, event.tail.data(), 12);
        const auto [at, is_new] = forms_.try_emplace(bytes);
        if (!is_new) return at->second;
        Form &form = at->second;
        const engine::Instruction in = x86::decode(bytes, event.pc, one_cycle_each);
        form.stated = x86::accesses_of(in);
        // Instructions that the stepper executes itself can depend on the state: see
        // x86_access_test. The host's own services are not accesses.
        form.fixed = in.kind != engine::Kind::system && in.kind != engine::Kind::network &&
                     in.kind != engine::Kind::host;
        engine::UopBuilder group;
        x86::lift(in, event.pc, group);
        const unsigned made = x86_test::accesses_made(in, group.ops());
        if (!group.ops().empty() && made != form.stated) complain(event, form, "made", made);
        return form;
    }

    void complain(const InstructionEvent &event, const Form &form, const char *what,
                  std::uint64_t number) {
        if (++wrong_ < 20)
            fmt::print(stderr, "{:#x}, bytes {:08x}: the table says {}, {} {}\n", event.pc,
                       event.word, form.stated, number, what);
    }

    std::map<Bytes, Form> forms_;
    std::uint64_t executed_ = 0, wrong_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    Comparison comparison;
    try {
        for (int n = 1; n < argc; ++n) TraceReader(argv[n]).read(comparison);
    } catch (const UserError &error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
    fmt::print("{} instructions of {} forms, {} differ\n", comparison.executed(),
               comparison.forms(), comparison.wrong());
    return comparison.wrong() == 0 && comparison.executed() > 0 ? 0 : 1;
}
