// Input from a debugger: any bytes are packets that are answered, or none.
#include "fuzz/input.h"
#include "fuzz/messages.h"
#include "gdb/packets.h"
#include "gdb/target.h"

using namespace inlet;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const MachineConfig config = fuzz::small_machine();
    static const Image image = fuzz::messages().image();
    Machine machine(config, image, fuzz::three_nodes());
    GdbServer::Session session;
    session.image = &image;
    int patience = 20; // events, in thousands
    gdb::Target target(machine, session, [&] { return --patience < 0; });
    gdb::Packets packets;
    packets.add({reinterpret_cast<const char *>(data), size});
    for (int n = 0; n < 64 && !target.detached() && !target.killed(); ++n) {
        const auto item = packets.next();
        if (!item) break;
        if (item->kind != gdb::Packets::Kind::packet) continue;
        (void)gdb::framed(target.answer(item->data));
        (void)target.output();
    }
    return 0;
}
