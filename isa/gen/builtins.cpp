#include "backends.h"

namespace inlet::isa {

std::vector<BuiltinInstance> expand_builtins(const Model &model) {
    std::vector<BuiltinInstance> out;
    for (const Instruction &in : model.instructions) {
        const auto [first, last] = in.range();
        for (const Builtin &b : in.builtins) {
            for (unsigned n = first; n <= last; ++n) {
                const std::string number = std::to_string(n);
                BuiltinInstance instance{.name = substitute(b.name, "n", number),
                                         .intrinsic = substitute(b.intrinsic, "n", number),
                                         .returns = b.returns,
                                         .parameters = {},
                                         .text = substitute(b.text, "n", number),
                                         .instruction = &in,
                                         .n = n};
                for (const Parameter &p : b.parameters) {
                    if (!p.repeat) {
                        instance.parameters.push_back(p);
                        continue;
                    }
                    for (unsigned i = 0; i < n; ++i) {
                        Parameter one = p;
                        one.name += std::to_string(i);
                        one.repeat = false;
                        instance.parameters.push_back(std::move(one));
                    }
                }
                out.push_back(std::move(instance));
            }
        }
    }
    return out;
}

} // namespace inlet::isa
