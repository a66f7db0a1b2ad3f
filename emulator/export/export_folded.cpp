// Writes folded stacks for flame graph tools: "main;fetch_add;am_wait 336".
#include "export/exports.h"

#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace inlet {

void write_folded(const Profile &profile, OutputFile &out) {
    const auto &ways = profile.tree().ways();
    // A parent's index is less than its children's.
    std::vector<std::string> stacks(ways.size());
    // Calls of a function at several places of its caller are one stack.
    std::map<std::string, std::uint64_t> cycles;
    std::vector<std::string> order;
    for (std::size_t n = 0; n < ways.size(); ++n) {
        std::string name = profile.tree().functions().name(ways[n].function);
        for (char &c : name)
            if (c == ';') c = ':'; // ';' is the separator
        stacks[n] = ways[n].parent == CallTree::none ? name : stacks[ways[n].parent] + ";" + name;
        if (ways[n].self.cycles == 0) continue;
        const auto [at, added] = cycles.try_emplace(stacks[n], 0);
        if (added) order.push_back(stacks[n]);
        at->second += ways[n].self.cycles;
    }
    for (const std::string &stack : order) out.write(fmt::format("{} {}\n", stack, cycles[stack]));
}

} // namespace inlet
