#include "inlet/t1/hazard_check.h"

#include "cpu/mips/instruction_set.h"

#include <algorithm>
#include <tuple>

namespace inlet {

using mips::Mips;
namespace ni = isa::ni;

namespace {

constexpr std::uint32_t after_cfc2 = 1, after_ctc2 = 2, after_send = 1;
/// $4-$9 and $29.
constexpr std::uint32_t swapped = 0x200003F0;

/// The hazards that a network instruction causes, and those that it is subject to.
enum class Role : std::uint8_t { other, cfc2, ctc2, send, branch, hret };

Role role_of(const engine::Instruction &in) {
    switch (in.op.as<Mips>()) {
    case Mips::CFC2: return Role::cfc2;
    case Mips::CTC2: return Role::ctc2;
    case Mips::HRET: return Role::hret;
    case Mips::LWV:
    case Mips::SWV: return Role::other;
    case Mips::BC2T:
    case Mips::BC2F:
    case Mips::BC2TL:
    case Mips::BC2FL: return Role::branch;
    default:
        // SENDs and multicasts: all other network instructions.
        return in.kind == engine::Kind::network ? Role::send : Role::other;
    }
}

/// Whether an instruction needs the register of the preceding CTC2.
bool depends(Role role, std::uint32_t number, std::uint32_t written, Context context) {
    const bool enables = written == ni::nistat || written == ni::enable;
    switch (role) {
    case Role::cfc2: // nistat itself is interlocked (A.2.5)
        return number != ni::nistat && number != ni::vlr &&
               (number == written || (number == ni::enable && written == ni::nistat));
    case Role::branch: return written == ni::nistat;
    case Role::hret:
        return enables || written == (context == Context::high ? ni::hpepc : ni::lpepc);
    default: return false;
    }
}

} // namespace

struct HazardCheck::Decoded {
    Role role = Role::other;
    std::uint32_t number = 0; ///< CFC2, CTC2: the interface's register
    std::uint32_t loads = 0;  ///< CFC2: bit r: $r
    std::uint32_t uses = 0, writes = 0;
};

/// The last instructions of a node since the last interruption.
struct HazardCheck::Recent {
    struct Executed {
        std::uint32_t pc = 0;
        std::uint64_t cycle = 0;
        Context context{};
        const Decoded *what = nullptr;
    };
    std::array<Executed, 4> last; ///< the newest first
    std::uint32_t count = 0;
};

HazardCheck::HazardCheck(std::uint32_t nodes, mips::Features features)
    : features_(features), nodes_(nodes) {}
HazardCheck::~HazardCheck() = default;

const HazardCheck::Decoded &HazardCheck::decoded(std::uint32_t pc, std::uint32_t word) {
    auto &entry = code_[std::uint64_t{pc} << 32 | word];
    if (!entry) {
        const engine::Instruction in = mips::decode(word, pc, {}, features_);
        entry = std::make_unique<Decoded>();
        entry->role = role_of(in);
        entry->number = in.rd;
        entry->uses = in.uses;
        entry->writes = in.writes;
        if (entry->role == Role::cfc2) entry->loads = in.writes;
    }
    return *entry;
}

void HazardCheck::instruction(const InstructionEvent &event) {
    Recent &node = nodes_[event.node];
    std::shift_right(node.last.begin(), node.last.end(), 1);
    node.last[0] = {event.pc, event.cycle, event.context, &decoded(event.pc, event.word)};
    node.count = std::min<std::uint32_t>(node.count + 1, node.last.size());

    const Decoded &now = *node.last[0].what;
    const auto found = [&](HazardKind kind, std::uint32_t late, std::uint32_t early,
                           std::uint32_t needed) {
        const Recent::Executed &by = node.last[late];
        note({kind, event.node, by.cycle, by.pc, node.last[early].pc, needed, early - late - 1});
    };
    for (std::uint32_t back = 1; back < node.count && back <= after_ctc2; ++back) {
        const Decoded &before = *node.last[back].what;
        if (before.role == Role::cfc2 && back <= after_cfc2 && now.uses & before.loads)
            found(HazardKind::cfc2_value, 0, back, after_cfc2);
        if (before.role == Role::send && back <= after_send && now.role == Role::branch)
            found(HazardKind::send_condition, 0, back, after_send);
        if (before.role == Role::ctc2 &&
            depends(now.role, now.number, before.number, node.last[back].context))
            found(HazardKind::ctc2_register, 0, back, after_ctc2);
    }
    // A switch of the visible set takes effect immediately or, without bypassing, after two
    // instructions.
    constexpr std::uint32_t effect = after_ctc2 + 1;
    if (node.count <= effect) return;
    const Recent::Executed &write = node.last[effect];
    if (write.what->role != Role::ctc2 || write.context == event.context) return;
    if (write.what->number != ni::nistat && write.what->number != ni::enable) return;
    for (std::uint32_t late = effect; late-- > 1;) {
        const Decoded &between = *node.last[late].what;
        if ((between.uses | between.writes) & swapped)
            found(HazardKind::ctc2_registers, late, effect, after_ctc2);
    }
}

void HazardCheck::event(const MessageEvent &event) {
    switch (event.kind()) {
    case EventKind::dispatch:
    case EventKind::ret:
    case EventKind::exception: nodes_[event.node].count = 0; break;
    default: break;
    }
}

void HazardCheck::note(const Hazard &hazard) {
    const auto [found, is_new] = first_.try_emplace(hazard.pc, hazard);
    const auto order = [](const Hazard &h) { return std::tuple(h.cycle, h.node, h.cause); };
    if (order(hazard) < order(found->second)) found->second = hazard;
}

std::vector<Hazard> HazardCheck::found() const {
    std::vector<Hazard> all;
    for (const auto &[pc, hazard] : first_) all.push_back(hazard);
    return all;
}

std::string describe(const Hazard &hazard) {
    const auto instructions = [](std::uint32_t count) {
        return std::to_string(count) + (count == 1 ? " instruction" : " instructions");
    };
    const char *why = "";
    switch (hazard.kind) {
    case HazardKind::cfc2_value: why = "the CFC2 that loads what it reads"; break;
    case HazardKind::ctc2_register: why = "the CTC2 that writes what it depends on"; break;
    case HazardKind::ctc2_registers:
        why = "the CTC2 that makes another set of $4-$9 and $29 visible";
        break;
    case HazardKind::send_condition: why = "the SEND whose outcome it tests"; break;
    }
    return "needs " + instructions(hazard.needed) + " between it and " + why + ", has " +
           std::to_string(hazard.found);
}

} // namespace inlet
