// The causes of cycles, and what tools call them (inlet/causes.def).
#pragma once

#include "inlet/cost.h"
#include "inlet/wait.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace inlet {

/// Each cycle of a node has exactly one.
enum class Cause : std::uint8_t {
#define INLET_COST(id, ...) id,
#define INLET_CAUSE(id, ...) id,
#define INLET_CAUSE_OF_EVENT(id, ...) id,
#define INLET_WAIT(id, ...) wait_##id,
#include "inlet/causes.def"
    COUNT
};
inline constexpr std::size_t causes = static_cast<std::size_t>(Cause::COUNT);

/// A row of inlet/causes.def, which describes the fields.
struct CauseFacts {
    enum class Shown : std::uint8_t { always, where_any };
    enum class Order : std::uint8_t { before_own, after_own };

    const char *key; ///< for JSON and CSV: "load_use"
    const char *name;
    const char *title;
    const char *stage;
    Shown shown;
    Order order;
    const char *summary, *text, *source;
    std::string_view members; ///< separated by spaces

    bool always() const { return shown == Shown::always; }
};

constexpr std::array<CauseFacts, causes> cause_facts() {
    constexpr auto always = CauseFacts::Shown::always, where_any = CauseFacts::Shown::where_any;
    constexpr auto before_own = CauseFacts::Order::before_own,
                   after_own = CauseFacts::Order::after_own;
    return {{
#define INLET_COST(id, name, title, stage, shown, order, ...)                                      \
    {#id, name, title, stage, shown, order, __VA_ARGS__},
#define INLET_CAUSE(id, name, title, stage, shown, ...)                                            \
    {#id, name, title, stage, shown, after_own, __VA_ARGS__},
#define INLET_CAUSE_OF_EVENT(id, times, name, title, stage, shown, ...)                            \
    {#id, name, title, stage, shown, after_own, __VA_ARGS__},
#define INLET_WAIT(id, name, title, stage, what, function, ...)                                    \
    {"wait_" #id, name, title, stage, where_any, after_own, __VA_ARGS__},
#include "inlet/causes.def"
    }};
}
inline constexpr std::array<CauseFacts, causes> all_causes = cause_facts();

constexpr const CauseFacts &facts_of(Cause cause) {
    return all_causes[static_cast<std::size_t>(cause)];
}
/// One word, such as "load-use".
constexpr const char *cause_name(Cause cause) { return facts_of(cause).name; }

inline constexpr Cause first_wait = static_cast<Cause>(causes - (wait_kinds - 1));
/// The cause of an instruction that waits. `wait` is not none.
constexpr Cause cause_of(Wait wait) {
    return static_cast<Cause>(static_cast<std::size_t>(first_wait) +
                              static_cast<std::size_t>(wait) - 1);
}
/// What a wait is for: "for messages"; and its pseudo-function: "(waiting for a message)". Empty
/// for none.
constexpr const char *wait_what(Wait wait) {
    constexpr std::array<const char *, wait_kinds> all = {
        "",
#define INLET_WAIT(id, name, title, stage, what, function, ...) what,
#include "inlet/causes.def"
    };
    return all[static_cast<std::size_t>(wait)];
}
constexpr const char *wait_title(Wait wait) {
    constexpr std::array<const char *, wait_kinds> all = {
        "",
#define INLET_WAIT(id, name, title, stage, what, function, ...) function,
#include "inlet/causes.def"
    };
    return all[static_cast<std::size_t>(wait)];
}

} // namespace inlet
