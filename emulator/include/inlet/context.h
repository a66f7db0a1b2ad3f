// The context (main or a handler level) that a node executes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// Which register set is visible (CSD-94-823 A.10's table). Where only software has handlers, those
/// of requests are `low`, those of replies `high`.
enum class Context : std::uint8_t { main, low, high };

/// Names of a machine's contexts, by Context. Empty: the machine's nodes do not have this context.
struct ContextNames {
    std::array<std::string, 3> names = {"main", "low", "high"};

    const std::string &of(Context context) const {
        return names[static_cast<std::size_t>(context)];
    }
    /// Title of a context: "main", "low handler", "reply handler", "handler".
    std::string title(Context context) const {
        const std::string &name = of(context);
        return context == Context::main || name == "handler" ? name : name + " handler";
    }
    /// The contexts that the nodes have.
    std::vector<Context> all() const {
        std::vector<Context> list;
        for (const Context context : {Context::main, Context::low, Context::high})
            if (!of(context).empty()) list.push_back(context);
        return list;
    }
};

} // namespace inlet
