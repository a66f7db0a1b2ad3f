#include "ncube2/node.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace inlet::ncube2 {

using ncube::Step;
using net::Cube;

namespace {

/// A loop of more bytes is not looked at for being a wait.
constexpr std::uint32_t longest_loop = 64;
constexpr std::uint32_t longest_text = 4096;

/// Services of TRAP #31 (docs/ncube2.md).
enum : std::uint32_t {
    service_exit = 0,
    service_write = 1,
    service_number = 2,
    service_fail = 3,
    service_exception = 4,
    service_mark = 5
};

const char *name_of(unsigned vector) {
    switch (vector) {
    case ncube::vector::breakpoint: return "a breakpoint";
    case ncube::vector::overflow: return "integer overflow";
    case ncube::vector::zero_divide: return "integer division by zero";
    case ncube::vector::opcode: return "an opcode that is not there";
    case ncube::vector::address: return "an address error";
    case ncube::vector::operand: return "an operand error";
    case ncube::vector::privileged: return "a privileged instruction in user mode";
    default: return "an exception";
    }
}

std::string hex(std::uint32_t value) {
    std::ostringstream text;
    text << "0x" << std::hex << value;
    return text.str();
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 0x100000001b3u;
}

} // namespace

const char *context_name(Context context) {
    switch (context) {
    case Context::user: return "user";
    case Context::kernel: return "kernel";
    case Context::handler: return "handler";
    }
    return "";
}

Node::Node(const NodeContext &context, std::uint32_t number)
    : context_(&context), number_(number), memory_(*context.pages),
      space_(memory_, context.config->memory_bytes), channels_(number, *context.cube, space_) {
    state_.pc = context.program->entry;
    state_.psw = ncube::psw::kernel;
    state_.sp = {0, 0};
    if (context.options->check_dma) channels_.check_buffers(state_.now);
}

std::uint64_t Node::clock() const {
    switch (mode_) {
    case Mode::running: return state_.now;
    case Mode::turning:
    case Mode::idle:
        if (channels_.pending(state_.now, state_.psw)) return state_.now;
        return std::max(state_.now, channels_.next());
    case Mode::faulted: break;
    }
    return Cube::never;
}

void Node::run(std::uint64_t until) {
    if (mode_ == Mode::turning || mode_ == Mode::idle) {
        const std::uint64_t at = clock();
        if (at >= until) return;
        catch_up(at);
    }
    due_ = channels_.next();
    while (mode_ == Mode::running && state_.now < until)
        if (!once(until)) return;
}

/// A waiting node's clock goes to `until`: whole turns at once, the rest of one is executed.
void Node::catch_up(std::uint64_t until) {
    if (mode_ == Mode::idle) {
        waiting_ += until - state_.now;
        state_.now = until;
    } else if (state_.now < until) {
        const std::uint64_t turns =
            context_->options->skip_waits ? (until - state_.now) / turn_cycles_ : 0;
        state_.now += turns * turn_cycles_;
        state_.instructions += turns * turn_instructions_;
        waiting_ += until - state_.now + turns * turn_cycles_;
        while (state_.now < until) {
            const Step step = ncube::step(state_, space_, channels_, context_->config->costs);
            if (context_->observer) context_->observer->instruction(number_, step, context(step));
        }
    }
    mode_ = Mode::running;
    turn_.reset();
}

bool Node::once(std::uint64_t &until) {
    if (due_ <= state_.now) {
        channels_.advance(state_.now);
        due_ = channels_.next();
        turn_.reset();
    }
    if (const auto vector = channels_.pending(state_.now, state_.psw)) {
        // An output interrupt later than another that is not known yet must not come first.
        if (channels_.waits_for_output() && context_->cube->known() < state_.now) return false;
        interrupt(*vector);
        return true;
    }
    const Step step = ncube::step(state_, space_, channels_, context_->config->costs);
    switch (step.outcome) {
    case ncube::Outcome::not_known: return false;
    case ncube::Outcome::host: host_call(); return true;
    case ncube::Outcome::error: fail(channels_.error_text(), step.pc); return true;
    case ncube::Outcome::lost: {
        std::string what = name_of(step.vector);
        if (step.vector == ncube::vector::opcode || step.vector == ncube::vector::operand)
            what = ncube::describe(step.in.bad);
        if (step.vector == ncube::vector::address) what += " at " + hex(step.address);
        fail(what, step.pc);
        return true;
    }
    case ncube::Outcome::wait:
        done(step, until);
        if (mode_ == Mode::running) mode_ = Mode::idle;
        return true;
    case ncube::Outcome::done:
    case ncube::Outcome::exception: done(step, until); return true;
    }
    return true;
}

void Node::done(const Step &step, std::uint64_t &until) {
    if (context_->observer) context_->observer->instruction(number_, step, context(step));
    if (step.in.row && step.in.row->prefetch) {
        if (channels_.take_acted()) {
            // What it has set going may come back.
            until = std::min(until, step.cycle + context_->cube->min_ready_after_arm());
            if (channels_.last_sent() && context_->observer && step.in.row->op == ncube::Op::lcnt)
                context_->observer->sent(number_, channels_.last_sent(), step.cycle);
        }
        due_ = channels_.next();
        if (step.in.row->op == ncube::Op::trap) note_stack();
    }
    if (const auto touched = channels_.take_touched()) {
        const std::uint32_t channel = touched->channel;
        fail(std::string("--check-dma: ") + (touched->store ? "a store to " : "a load from ") +
                 hex(touched->address) + ", in a buffer that " +
                 (channel < first_output
                      ? "input channel " + std::to_string(channel) + " is armed with"
                      : "output channel " + std::to_string(channel - first_output) +
                            " is still sending"),
             step.pc);
        return;
    }
    look_for_wait(step);
}

/// A small loop that has closed twice with the same registers, and has stored nothing and asked no
/// device in between, only waits.
void Node::look_for_wait(const Step &step) {
    if (step.stored) {
        turn_.reset();
        return;
    }
    if (state_.pc > step.pc || step.pc - state_.pc > longest_loop) return;
    if (turn_ && turn_->branch == step.pc) {
        ncube::State before = turn_->state;
        before.now = state_.now;
        before.instructions = state_.instructions;
        if (before == state_) {
            turn_cycles_ = state_.now - turn_->state.now;
            turn_instructions_ = state_.instructions - turn_->state.instructions;
            mode_ = Mode::turning;
            return;
        }
    }
    turn_ = Turn{step.pc, state_};
}

void Node::note_stack() {
    const std::uint32_t top = context_->config->memory_bytes, sp = state_.sp[0];
    if (sp && sp <= top) deepest_ = std::max(deepest_, top - sp);
}

void Node::interrupt(unsigned vector) {
    const std::uint64_t cycle = state_.now;
    const std::uint32_t pc = state_.pc;
    ncube::Cost cost;
    if (!ncube::enter_interrupt(state_, space_, vector, context_->config->costs, cost))
        return fail("interrupt " + std::to_string(vector) +
                        " without a vector, or without a stack for it",
                    pc);
    channels_.taken(vector);
    ++interrupts_;
    ++state_.instructions;
    note_stack();
    turn_.reset();
    if (vector >= ncube::vector::input_ready && vector < ncube::vector::input_error) {
        const auto &arrived = channels_.last_arrived(vector - ncube::vector::input_ready);
        hash_ = mixed(mixed(mixed(hash_, cycle), arrived.source), arrived.number);
    }
    if (context_->observer) context_->observer->interrupt(number_, vector, cycle, pc, cost);
}

/// A handler's is also the stub that calls it.
Context Node::context(const Step &step) const {
    if (step.kernel) return Context::kernel;
    if (step.pc - context_->stub_begin < context_->stub_end - context_->stub_begin)
        return Context::handler;
    return in_handler() ? Context::handler : Context::user;
}

bool Node::in_handler() const { return context_->flags && space_.peek(*context_->flags, 1) & 1; }

void Node::fail(const std::string &what, std::uint32_t pc) {
    mode_ = Mode::faulted;
    fault_ = "node " + std::to_string(number_) + ": " + what + ", at " +
             context_->program->place(pc) + ", cycle " + std::to_string(state_.now);
}

// --- The host ---------------------------------------------------------------------------------

std::optional<std::string> Node::text_at(std::uint32_t address, std::uint32_t bytes) {
    if (bytes > longest_text) return {};
    const auto at = space_.translate(state_, address, std::max(bytes, 1u));
    if (!at) return {};
    std::string text;
    for (std::uint32_t i = 0; i < bytes; ++i) text += static_cast<char>(space_.peek(*at + i, 1));
    return text;
}

/// Costs nothing. The trap has two bytes, or more with another mode than a literal; the operand has
/// been decoded, so its length is known.
void Node::host_call() {
    const std::uint32_t pc = state_.pc;
    const std::uint32_t service = state_.r[0];
    std::array<std::uint8_t, ncube::longest_instruction> bytes{};
    std::size_t count = 0;
    for (; count < bytes.size(); ++count) {
        const auto at = space_.translate(state_, pc + static_cast<std::uint32_t>(count), 1);
        if (!at) break;
        bytes[count] = static_cast<std::uint8_t>(space_.peek(*at, 1));
    }
    state_.pc += ncube::decode({bytes.data(), count}).length;
    turn_.reset();
    switch (service) {
    case service_exit:
        exited_ = true;
        status_ = state_.r[1];
        break;
    case service_write: {
        const auto text = text_at(state_.r[1], state_.r[2]);
        if (!text) return fail("the text to write is no memory of the program", pc);
        for (const char c : *text) {
            if (c != '\n') {
                line_ += c;
                continue;
            }
            lines_.push_back({state_.now, number_, std::exchange(line_, {})});
        }
        break;
    }
    case service_number: line_ += std::to_string(static_cast<std::int32_t>(state_.r[1])); break;
    case service_fail: {
        const auto text = text_at(state_.r[1], state_.r[2]);
        return fail(text.value_or("the program has failed, without a text"), pc);
    }
    case service_exception: {
        // The kernel has an exception that it does not handle; PC is on its stack.
        const auto at = space_.translate(state_, state_.sp[1], 4);
        const std::uint32_t where = at ? static_cast<std::uint32_t>(space_.peek(*at, 4)) : pc;
        // The stack pointer stands where the push that failed began.
        for (const ncube::Segment &segment : state_.segment)
            if (segment.bytes && state_.sp[0] - segment.base < 64)
                return fail("the user's stack is full", where);
        return fail(name_of(state_.r[1]), where);
    }
    case service_mark:
        if (context_->observer) context_->observer->mark(number_, state_.r[1], state_.now);
        break;
    default: return fail("there is no host service " + std::to_string(service), pc);
    }
}

std::vector<ConsoleLine> Node::take_lines() { return std::exchange(lines_, {}); }

void Node::flush() {
    if (!line_.empty()) lines_.push_back({state_.now, number_, std::exchange(line_, {})});
}

NodeResult Node::result() const {
    NodeResult result;
    result.cycles = state_.now;
    result.instructions = state_.instructions;
    result.waiting = waiting_;
    result.sent = channels_.sent();
    result.received = channels_.received();
    result.bytes_received = channels_.bytes_received();
    result.interrupts = interrupts_;
    result.deepest_stack = deepest_;
    return result;
}

} // namespace inlet::ncube2
