// What the host does for an I/O node (docs/t1-abi.md, "Host services").
#include "node/node.h"

#include <algorithm>
#include <string>
#include <vector>

namespace inlet {

namespace {

enum : std::uint32_t {
    service_open = 2,
    service_close = 3,
    service_read = 4,
    service_write_file = 5,
    service_seek = 6,
    service_console = 7,
};

/// Nobody copies more at once.
constexpr std::uint32_t most_bytes = 1u << 16;

} // namespace

bool Node::io_call(std::uint32_t service) {
    HostFiles &files = *context_->files;
    const auto result = [this](std::int32_t value) {
        service_result() = static_cast<std::uint32_t>(value);
        return true;
    };
    const auto descriptor = static_cast<std::int32_t>(argument(0));
    const std::uint32_t address = argument(1), bytes = argument(2);
    switch (service) {
    case service_open: {
        if (bytes > HostFiles::longest_path) return result(HostFiles::refused);
        std::string path(bytes, 0);
        if (!memory_.copy_out(address, {reinterpret_cast<std::uint8_t *>(path.data()), bytes}))
            return false;
        return result(files.open(path, argument(0)));
    }
    case service_close: return result(files.close(descriptor));
    case service_read: {
        std::vector<std::uint8_t> part(std::min(bytes, most_bytes));
        const std::int32_t count = files.read(descriptor, part);
        if (count > 0 && !memory_.copy_in(address, {part.data(), static_cast<std::size_t>(count)}))
            return false;
        return result(count);
    }
    case service_write_file: {
        std::vector<std::uint8_t> part(std::min(bytes, most_bytes));
        if (!memory_.copy_out(address, part)) return false;
        return result(files.write(descriptor, part));
    }
    case service_seek:
        return result(files.seek(descriptor, static_cast<std::int32_t>(address), bytes));
    case service_console: {
        const std::uint32_t node = argument(0);
        if (node >= context_->nodes) return false;
        return host_write_for(node, address, bytes, lines_[node]);
    }
    default: return false;
    }
}

} // namespace inlet
