#include "cpu/mips/system.h"

#include "cpu/engine/spin.h"
#include "memory/memory.h"

namespace inlet::mips {

namespace {

constexpr std::uint32_t writable_status =
    status::usable | status::kernel_deaf | status::interrupt_mask | status::stack;

/// Opcodes of stores: SB to SWR, SC and SWCz, SDCz.
bool stores(std::uint32_t word) {
    const std::uint32_t opcode = word >> 26;
    return (opcode >= 0x28 && opcode <= 0x2E) || opcode >= 0x38;
}

} // namespace

template <typename Word> std::uint32_t SystemOf<Word>::read(std::uint32_t number) const {
    switch (number) {
    case bad_address_register: return bad_address;
    case status_register: return status;
    case cause_register: return cause;
    case epc_register: return epc;
    case vector_register: return vector;
    case barrier_register: return barrier;
    default: return 0;
    }
}

template struct SystemOf<std::uint32_t>;
template struct SystemOf<const std::uint32_t>;

void MutableSystem::write(std::uint32_t number, std::uint32_t value) const {
    switch (number) {
    case status_register: status = value & writable_status; break;
    case cause_register:
        cause = (cause & ~cause::software_interrupts) | (value & cause::software_interrupts);
        break;
    case epc_register: epc = value; break;
    case vector_register: vector = value & ~3u; break;
    case barrier_register: barrier = value & ~(page_bytes - 1); break;
    default: break; // read-only
    }
}

bool repeatable(std::uint32_t branch) {
    const std::uint32_t opcode = branch >> 26, rs = branch >> 21 & 31, rd = branch >> 11 & 31;
    if (opcode == 0) return (branch & 0x3F) != 9 || rs != rd || rs == 0; // JALR
    const bool links = opcode == 1 && (branch >> 16 & 0x1C) == 0x10;     // BLTZAL, BGEZAL, -L
    return !links || rs != 31;
}

std::optional<std::uint32_t> coprocessor_of(std::uint32_t word) {
    const std::uint32_t opcode = word >> 26;
    if (opcode >= 0x10 && opcode <= 0x13) return opcode & 3;
    // LWCz, LDCz, SWCz, SDCz. z = 0 would be LL and SC, or nothing.
    if (opcode >= 0x30 && (opcode & 3)) return opcode & 3;
    if (opcode == 0 && (word & 0x3F) == 1) return 1; // MOVF, MOVT
    return {};
}

std::optional<Exception> exception_of(const Fault &fault, const System &system,
                                      std::optional<std::uint32_t> word) {
    using Code = ExceptionCode;
    const auto plain = [](Code code) { return Exception{code, 0, {}, 0}; };
    const auto interface = [&](InterfaceError error) {
        return Exception{Code::coprocessor_2, static_cast<std::uint32_t>(error), fault.value, 0};
    };
    switch (fault.kind) {
    case FaultKind::unaligned:
    case FaultKind::unmapped:
    case FaultKind::never_written:
    case FaultKind::kernel_memory: {
        const bool fetch = fault.pc == fault.value || !word;
        return Exception{!fetch && stores(*word) ? Code::address_store : Code::address_load, 0,
                         fault.value, 0};
    }
    case FaultKind::illegal: {
        const auto number = word && *word >> 26 ? coprocessor_of(*word) : std::nullopt;
        if (number && !(system.usable() & status::coprocessor(*number)))
            return Exception{Code::coprocessor_unusable, *number, {}, 0};
        return plain(Code::reserved_instruction);
    }
    case FaultKind::unusable:
        return Exception{
            Code::coprocessor_unusable, coprocessor_of(fault.value).value_or(0), {}, 0};
    case FaultKind::interrupt: return plain(Code::interrupt);
    case FaultKind::overflow: return plain(Code::overflow);
    case FaultKind::trap: return plain(Code::trap);
    case FaultKind::float_exception: return plain(Code::floating_point);
    case FaultKind::breakpoint: return plain(Code::breakpoint);
    case FaultKind::syscall:
        if (fault.value >= first_host_service) return {};
        return plain(Code::syscall);
    case FaultKind::handler_address:
    case FaultKind::null_handler:
    case FaultKind::hardwired_handler: return interface(InterfaceError::handler);
    case FaultKind::bad_destination:
    case FaultKind::bad_multicast:
    case FaultKind::io_handler: return interface(InterfaceError::destination);
    case FaultKind::bad_register:
    case FaultKind::vector_length: return interface(InterfaceError::reg);
    case FaultKind::hret_outside:
    case FaultKind::hret_in_slot: return interface(InterfaceError::hret);
    default: return {};
    }
}

void enter_exception(State &state, const Exception &exception) {
    const MutableSystem system = mips::system(state);
    system.epc = state.resume_pc();
    system.cause = (system.cause & cause::lasting) | exception.arrival |
                   static_cast<std::uint32_t>(exception.code) << 2 | exception.coprocessor << 28 |
                   (state.in_slot ? cause::in_slot : 0);
    system.status =
        (system.status & ~status::stack) | (system.status << 2 & status::stack); // kernel, no IE
    if (exception.bad_address) system.bad_address = *exception.bad_address;
    state.linked = false;
    state.load_mask = 0;
    engine::left_loop(state);
    state.jump(system.vector);
}

} // namespace inlet::mips
