#include "measure/ncube2_signal.h"

#include "cpu/ncube/state.h"
#include "cpu/ncube/text.h"

#include <algorithm>

namespace inlet {

NcubeSteps::NcubeSteps(const Image &image, const NcubeConfig &costs)
    : image_(image), costs_(costs) {}

/// The kernel is at the beginning of the program.
bool NcubeSteps::in_kernel(std::uint32_t pc) const {
    return std::ranges::any_of(image_.segments, [&](const Segment &segment) {
        return image_.entry - segment.address < segment.memory_size &&
               pc - segment.address < segment.memory_size;
    });
}

void NcubeSteps::instruction(const InstructionEvent &event) {
    if (!keeps_) return;
    const ncube::Instruction in = ncube_decoded(event.word, event.tail);
    const std::uint32_t cycles = event.cost.total();
    // A repeated instruction with count 0 executes nothing.
    const bool executed = cycles > costs_.base || !in.row || costs_.memory == 0;
    steps_.push_back({event.node, event.cycle, event.pc, 0, in_kernel(event.pc), cycles,
                      in.row && executed ? ncube::accesses(in) : 0});
}

void NcubeSteps::event(const MessageEvent &event) {
    if (!keeps_) return;
    if (event.kind() == EventKind::inject || event.kind() == EventKind::arrive)
        events_.push_back({event.kind(), event.message, event.node, event.cycle});
    namespace vector = ncube::vector;
    const auto *entry = event.as<events::Exception>();
    if (entry && entry->cause >= vector::input_ready && entry->cause < vector::input_error)
        steps_.push_back({event.node, event.cycle, event.pc, entry->cause, true, entry->cycles,
                          4 + costs_.interrupt_extra});
}

MessageId NcubeSteps::first_of(std::uint32_t node) const {
    for (const Event &event : events_)
        if (event.kind == EventKind::inject && event.message.source == node) return event.message;
    return {node, 0};
}

NcubeSteps::Journey NcubeSteps::journey(MessageId message) const {
    const auto find = [&](EventKind kind) {
        return std::ranges::find_if(events_, [&](const Event &event) {
            return event.kind == kind && event.message == message;
        });
    };
    Journey found;
    const auto sent = find(EventKind::inject), come = find(EventKind::arrive);
    if (sent == events_.end()) return found;
    // The sender: the kernel code around LCNT, and the user's trap before it.
    for (const NcubeStep &step : steps_) {
        if (step.node != message.source || step.vector) continue;
        if (!step.kernel) {
            if (step.cycle > sent->cycle) break;
            found.send.clear();
        }
        found.send.push_back(step);
    }
    if (come == events_.end()) return found;
    // The receiver: up to the interrupted instruction.
    for (const NcubeStep &step : steps_) {
        if (step.node != come->node || step.cycle < come->cycle) continue;
        if (found.receive.empty() && !step.vector) continue;
        if (!found.receive.empty() && !step.kernel && step.pc == found.receive.front().pc) break;
        found.receive.push_back(step);
    }
    return found;
}

} // namespace inlet
