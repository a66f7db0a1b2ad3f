// Machine files: any text is a machine that runs, or a UserError.
#include "fuzz/input.h"
#include "inlet/config.h"
#include "inlet/machine.h"
#include "tests/assemble.h"

using namespace inlet;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const Image image = [] { // a message to node 1, whose handler exits
        test::Code code;
        code.la(8, "handler").op("addiu", {9, 0, 1}).op("send0", {8, 9}).exit(0);
        code.label("handler").exit(0);
        return code.image();
    }();
    try {
        const MachineConfig config =
            MachineConfig::parse({reinterpret_cast<const char *>(data), size}, "fuzz.json");
        RunOptions options;
        options.nodes = 2;
        options.max_cycles = 500;
        options.arguments = {"fuzz"};
        Machine(config, image, options).run();
    } catch (const UserError &) {
    }
    return 0;
}
