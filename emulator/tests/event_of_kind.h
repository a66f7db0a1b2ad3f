// Events of a kind that a test computes.
#pragma once

#include "inlet/message_event.h"

#include <cstddef>
#include <utility>

namespace inlet::test {

/// What an event of this kind has, all 0.
inline events::Any of_kind(EventKind kind) {
    events::Any what;
    const auto choose = [&]<std::size_t... n>(std::index_sequence<n...>) {
        ((n == static_cast<std::size_t>(kind) ? static_cast<void>(what.emplace<n>())
                                              : static_cast<void>(0)),
         ...);
    };
    choose(std::make_index_sequence<std::variant_size_v<events::Any>>());
    return what;
}

} // namespace inlet::test
