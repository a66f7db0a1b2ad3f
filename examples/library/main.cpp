// What if an interrupt cost ten times as much? Runs a program on T1 and on a T1 with a slow
// dispatch, and counts the instructions that handlers execute.
#include <cstdio>
#include <inlet/machine.h>
#include <inlet/t1_config.h>

struct HandlerCount final : inlet::Observer {
    void instruction(const inlet::InstructionEvent &event) override {
        if (event.context != inlet::Context::main) ++instructions;
    }
    unsigned instructions = 0;
};

int main(int, char **words) try {
    inlet::MachineConfig config = inlet::MachineConfig::load("t1");
    auto &t1 = config.part<inlet::T1Config>();
    const inlet::Image image = inlet::Image::load(words[1], config.memory_bytes);
    for (const std::uint32_t factor : {1, 10}) {
        t1.dispatch_cycles *= factor;
        HandlerCount handlers;
        inlet::RunOptions options;
        options.nodes = 16;
        options.arguments = {"program", "5"};
        options.observer = &handlers;
        options.console = [](std::uint32_t node, std::string_view line) {
            std::printf("node %u: %.*s\n", node, static_cast<int>(line.size()), line.data());
        };
        const inlet::RunResult result = inlet::Machine(config, image, options).run();
        std::printf("dispatch in %u cycles: status %u, %llu cycles, %u instructions in handlers\n",
                    t1.dispatch_cycles, result.status,
                    static_cast<unsigned long long>(result.cycles), handlers.instructions);
    }
} catch (const inlet::UserError &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
