// T1's part of coprocessor 0: kernel and user mode, usable coprocessors, and exceptions. The Status
// register is the R3000's (G. Kane and J. Heinrich, MIPS RISC Architecture, chapter 6), which has
// the KUc bit of CSD-94-823 A.6, A.7 and A.9.1. There is no address translation. docs/exceptions.md
// is the reference for guest code.
#pragma once

#include "cpu/mips/registers.h"
#include "inlet/fault.h"

#include <cstdint>
#include <optional>

namespace inlet::mips {

using engine::State;

/// The registers by number. The machine has no others.
enum SystemRegister : std::uint32_t {
    bad_address_register = 8,
    status_register = 12,
    cause_register = 13,
    epc_register = 14,
    processor_register = 15, ///< PRId, reads as 0
    barrier_register = 21,   ///< our extension (isa/decisions.md): write barrier of 3.7; 0: off
    vector_register = 22,    ///< our extension (isa/decisions.md): exception vector; 0: none
};
inline bool is_system_register(std::uint32_t number) {
    return number == bad_address_register ||
           (number >= status_register && number <= processor_register) ||
           number == barrier_register || number == vector_register;
}

/// The first SYSCALL code of the host. Host services raise no exception (docs/t1-abi.md).
inline constexpr std::uint32_t first_host_service = 0x1F000;

/// Bits of Status and Cause.
namespace status {
inline constexpr std::uint32_t interrupt_enable = 1u << 0; ///< IEc
inline constexpr std::uint32_t user = 1u << 1;             ///< KUc
inline constexpr std::uint32_t stack = 0x3F;               ///< KUo IEo KUp IEp KUc IEc
inline constexpr std::uint32_t interrupt_mask = 0xFF00;
/// IM3 and IM2: interrupt on arrival of high and low messages whose events are masked.
inline constexpr std::uint32_t high_arrival = 1u << 11, low_arrival = 1u << 10;
/// KD, our extension (isa/decisions.md): no events in kernel mode.
inline constexpr std::uint32_t kernel_deaf = 1u << 16;
inline constexpr std::uint32_t usable = 0xF0000000; ///< CU3..CU0
/// CUn.
constexpr std::uint32_t coprocessor(std::uint32_t number) { return 1u << (28 + number); }
} // namespace status
namespace cause {
inline constexpr std::uint32_t software_interrupts = 0x0300; ///< IP1, IP0: writable by MTC0
inline constexpr std::uint32_t timer_interrupt = 1u << 15;   ///< IP7: the kernel's timer
inline constexpr std::uint32_t device_interrupts = 0x7000;   ///< IP6..IP4: devices on the bus
inline constexpr std::uint32_t lasting = software_interrupts | timer_interrupt | device_interrupts;
inline constexpr std::uint32_t in_slot = 1u << 31; ///< BD
} // namespace cause

/// Cause.ExcCode.
enum class ExceptionCode : std::uint32_t {
    interrupt = 0,
    address_load = 4, ///< AdEL: load or fetch
    address_store = 5,
    syscall = 8,
    breakpoint = 9,
    reserved_instruction = 10,
    coprocessor_unusable = 11,
    overflow = 12,
    trap = 13,
    floating_point = 15,
    coprocessor_2 = 18, ///< C2E of later MIPS processors: errors of the network interface
};

/// Errors of the network interface, as values of Cause.CE with ExceptionCode::coprocessor_2
/// (isa/decisions.md, "Errors of the network interface"). BadVAddr holds the rejected value.
enum class InterfaceError : std::uint32_t {
    handler = 0,     ///< SEND: the handler address
    destination = 1, ///< SEND: the destination
    reg = 2,         ///< CFC2, CTC2: the register's number or its value
    hret = 3,        ///< HRET outside of a handler or in a delay slot: its address
};

/// Coprocessor 0 of a core: named references to its registers in the core's file.
template <typename Word> struct SystemOf {
    Word &status, &cause, &epc, &bad_address, &vector;
    Word &barrier; ///< a multiple of page_bytes

    explicit SystemOf(Word *r)
        : status(r[status_place]), cause(r[cause_place]), epc(r[epc_place]),
          bad_address(r[bad_address_place]), vector(r[vector_place]), barrier(r[barrier_place]) {}
    template <typename Other>
    SystemOf(const SystemOf<Other> &other)
        : status(other.status), cause(other.cause), epc(other.epc), bad_address(other.bad_address),
          vector(other.vector), barrier(other.barrier) {}

    bool user() const { return status & status::user; }
    /// The effective CU bits: in kernel mode coprocessor 0 is always usable.
    std::uint32_t usable() const { return user() ? status : status | status::coprocessor(0); }
    bool interrupted() const {
        return status & status::interrupt_enable && status & cause & cause::lasting;
    }
    /// The first address that the running code may neither write nor execute; ~0: none.
    std::uint32_t limit(bool in_user_mode) const { return in_user_mode && barrier ? barrier : ~0u; }
    std::uint32_t limit() const { return limit(user()); }
    std::uint32_t read(std::uint32_t number) const; ///< MFC0
};
using System = SystemOf<const std::uint32_t>;
struct MutableSystem : SystemOf<std::uint32_t> {
    using SystemOf::SystemOf;
    void write(std::uint32_t number, std::uint32_t value) const; ///< MTC0
    void return_from_exception() const {                         // RFE: the old pair stays
        status = (status & ~0xFu) | (status >> 2 & 0xF);
    }
};
inline System system(const State &state) { return System(state.r.data()); }
inline MutableSystem system(State &state) { return MutableSystem(state.r.data()); }
/// The state at the start of a node: kernel mode, coprocessors 0 to 2 usable. Machines restrict
/// them.
inline void reset(State &state) {
    system(state).status = status::coprocessor(0) | status::coprocessor(1) | status::coprocessor(2);
}

struct Exception {
    ExceptionCode code{};
    std::uint32_t coprocessor = 0;            ///< coprocessor_unusable: its number
    std::optional<std::uint32_t> bad_address; ///< address errors
    std::uint32_t arrival = 0;                ///< interrupt: status::high_arrival or low_arrival
};

/// Whether a branch or jump may be executed again before its slot, as after an event there
/// (CSD-94-823 A.9.1). False if it links into the register that it reads.
bool repeatable(std::uint32_t branch);

/// The coprocessor of the instruction `word`, if any.
std::optional<std::uint32_t> coprocessor_of(std::uint32_t word);

/// The exception of a fault. Empty: an error that only the host reports. `word`: the instruction at
/// `fault.pc`, if it could be fetched.
std::optional<Exception> exception_of(const Fault &fault, const System &system,
                                      std::optional<std::uint32_t> word);

/// Enters the handler: sets Cause, EPC, Status and BadVAddr, breaks the link of LL, and ends a
/// wait. Takes no time.
void enter_exception(State &state, const Exception &exception);

} // namespace inlet::mips
