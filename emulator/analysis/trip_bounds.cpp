#include "analysis/trip_bounds.h"

#include "analysis/by_interface.h"
#include "inlet/instruction_class.h"

#include <algorithm>

namespace inlet {

namespace {

bool stores(std::uint32_t word, Processor processor) {
    return classify(word, processor) == InstructionClass::store;
}

} // namespace

void TripBounds::instruction(const InstructionEvent &event) {
    if (state_ == State::done || event.node != request_.id.source) return;
    if (state_ == State::before && event.context == request_.sender) enter_kernel(event);
    if (event.context != Context::main) return;
    stack_.step(event, sends_);
    if (event.wait != Wait::none) last_look_ = event.cycle;
    if (state_ == State::away) visit(event);
    if (state_ == State::back && over(event)) {
        state_ = State::done;
        return;
    }
    last_cycle_ = event.cycle;
    if (state_ == State::back)
        end_ = event.cycle + event.cost.total(); // up to the end of the trace
}

void TripBounds::enter_kernel(const InstructionEvent &event) {
    // Execution continues behind the trap: it was a host service, not an entry into the kernel.
    if (event.pc == behind_trap_ && !entries_.empty()) entries_.pop_back();
    behind_trap_ = 0;
    if (text_.traps(event.word)) {
        entries_.emplace_back(event.cycle);
        behind_trap_ = event.pc + event.length;
    }
    if (text_.ends_trap(event.word) && !entries_.empty()) entries_.pop_back();
}

/// Cycle of the sender's last trap that has not returned.
std::optional<std::uint64_t> TripBounds::trap() const {
    const auto last = std::find_if(entries_.rbegin(), entries_.rend(),
                                   [](const auto &entry) { return entry.has_value(); });
    return last == entries_.rend() ? std::nullopt : *last;
}

/// Takes the first and the last turn one by one; of the turns in between, only the number counts.
void TripBounds::wait(const WaitEvent &waited) {
    const InstructionEvent &first = waited.turn.front();
    if (state_ == State::done || first.node != request_.id.source || first.context != Context::main)
        return;
    one_by_one(waited, 0);
    if (waited.turns == 1) return;
    if (state_ == State::away) {
        executed_ += (waited.turns - 2) * waited.turn.size();
        for (const InstructionEvent &event : waited.turn)
            visits_[event.pc].times += waited.turns - 2;
    }
    one_by_one(waited, waited.turns - 1);
}

void TripBounds::event(const MessageEvent &event) {
    if (state_ == State::done || event.node != request_.id.source) return;
    const bool by_main = event.context == Context::main && !is_sent_by_interface(event);
    if (event.kind() == EventKind::poll && by_main) last_look_ = event.cycle;
    if (event.kind() == EventKind::refuse && by_main && !first_try_) first_try_ = last_cycle_;
    if (state_ == State::before && event.context == request_.sender) {
        if (event.kind() == EventKind::exception && !entries_.empty()) entries_.emplace_back();
        if (event.kind() == EventKind::dispatch) entries_.clear(); // another handler
    }
    if (event.kind() == EventKind::inject) {
        if (event.message == request_.id) sent();
        if (by_main) {
            ++sends_;
            first_try_.reset();
        }
        // The next message of main does not belong to the trip.
        if (by_main && state_ == State::back) {
            end_ = last_cycle_;
            state_ = State::done;
        }
    }
    if (event.kind() == EventKind::ret && reply_ != nullptr && event.message == reply_->id &&
        state_ == State::away)
        returned(event);
}

void TripBounds::sent() {
    state_ = State::away;
    begin_ = end_ = *request_.injected;
    if (const auto trapped = trap()) {
        begin_ = *trapped;
        begins_with_trap_ = true;
    }
    if (request_.sender != Context::main) return;
    if (!begins_with_trap_) begin_ = first_try_.value_or(last_cycle_);
    sends_before_ = sends_;
    at_send_ = stack_.frames();
    shallowest_ = stack_.depth();
    if (reply_ != nullptr) return;
    begin_with_call(at_send_.size());
    state_ = State::done;
}

/// The trip begins with the call of this frame (counted from 1), or of the next inner one, that has
/// sent nothing before; else with the SEND.
void TripBounds::begin_with_call(std::size_t frame) {
    for (std::size_t i = std::max<std::size_t>(frame, 1); i <= at_send_.size(); ++i) {
        if (at_send_[i - 1].mark != sends_before_) continue;
        if (begins_with_trap_ && at_send_[i - 1].cycle > begin_) return; // a call of the kernel's
        begin_ = at_send_[i - 1].cycle;
        begins_with_trap_ = false;
        function_ = at_send_[i - 1].entry;
        return;
    }
}

void TripBounds::visit(const InstructionEvent &event) {
    shallowest_ = std::min(shallowest_, stack_.depth());
    Visits &visits = visits_[event.pc];
    ++executed_;
    if (visits.times++ == 0) visits.first = executed_;
    // The first two executions suffice: a store in a loop is seen in the second turn at the latest.
    if (visits.times <= 2 && stores(event.word, processor_)) last_store_ = executed_;
}

/// Whether `pc` is in a loop of main without stores.
bool TripBounds::waits_at(std::uint32_t pc) const {
    const auto found = visits_.find(pc);
    return found != visits_.end() && found->second.times >= 2 && last_store_ < found->second.first;
}

/// The reply's handler has returned. The first `shallowest_` calls of those at the SEND are still
/// open.
void TripBounds::returned(const MessageEvent &event) {
    end_ = event.cycle;
    state_ = State::done;
    if (request_.sender != Context::main) return;
    const std::size_t survivor = shallowest_;
    state_ = State::back;
    if (survivor > 0 && at_send_[survivor - 1].mark == sends_before_) {
        begin_with_call(survivor);
        end_depth_ = survivor - 1;
        waiting_function_ = at_send_[survivor - 1].entry;
        return;
    }
    begin_with_call(survivor + 1);
    if (stack_.depth() == survivor) {
        until_ = Until::end_of_loop;
        return;
    }
    const CallStack::Frame &called = stack_.frames()[survivor];
    if (last_look_ && *last_look_ >= called.cycle) {
        end_depth_ = survivor; // until the function returns in which main waits (am_wait)
        waiting_function_ = called.entry;
    } else {
        state_ = State::done; // main calls a function that computes
    }
}

/// Whether the trip has ended before this instruction of main. Sets end_.
bool TripBounds::over(const InstructionEvent &event) {
    if (until_ == Until::return_to_depth) {
        if (stack_.depth() > end_depth_) return false;
        end_ = event.cycle;
        return true;
    }
    if (!resumed_) {
        resumed_ = true;
        return !waits_at(event.pc); // if not, the trip ends with the handler: main was not waiting
    }
    if (visits_.contains(event.pc)) return false;
    end_ = event.cycle;
    return true;
}

} // namespace inlet
