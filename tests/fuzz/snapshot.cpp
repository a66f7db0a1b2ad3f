// Snapshots: any bytes are a state that can be saved again and continues, or a UserError. The input
// is the state: in a file nearly every input would fail the checksums.
#include "fuzz/input.h"
#include "fuzz/messages.h"
#include "inlet/config.h"
#include "inlet/machine.h"

using namespace inlet;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const MachineConfig config = fuzz::small_machine();
    static const Image image = fuzz::messages().image();
    const RunOptions options = fuzz::three_nodes();
    Machine machine(config, image, options);
    try {
        Snapshot snapshot = machine.snapshot(); // its program and machine data are correct
        snapshot.state.assign(data, data + size);
        machine.resume(snapshot);
    } catch (const UserError &) {
        return 0;
    }
    (void)machine.snapshot();
    return 0;
}
