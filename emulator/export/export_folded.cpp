// Writes folded stacks for flame graph tools: "main;fetch_add;am_wait 336".
#include "export/exports.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace inlet {

void write_folded(const Profile &profile, OutputFile &out) {
    const auto &ways = profile.tree().ways();
    // A parent's index is less than its children's.
    std::vector<std::string> stacks(ways.size());
    for (std::size_t n = 0; n < ways.size(); ++n) {
        std::string name = profile.tree().functions().name(ways[n].function);
        for (char &c : name)
            if (c == ';') c = ':'; // ';' is the separator
        stacks[n] = ways[n].parent == CallTree::none ? name : stacks[ways[n].parent] + ";" + name;
        if (ways[n].self.cycles != 0)
            out.write(fmt::format("{} {}\n", stacks[n], ways[n].self.cycles));
    }
}

} // namespace inlet
