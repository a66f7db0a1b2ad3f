#include "node/host_services.h"

#include "archive/archive.h"
#include "inlet/printable.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace inlet {

using engine::Service;
using Served = HostServices::Served;

namespace {

constexpr std::uint32_t longest_failure = 1024; ///< bytes
constexpr std::uint32_t service_clock = 18;

const engine::Abi &abi(NodePort &node) { return node.code().set().abi(); }

std::uint32_t argument(NodePort &node, unsigned number) {
    return node.state().r[abi(node).first_argument + number];
}

void set_result(NodePort &node, std::uint32_t value) { node.state().r[abi(node).result] = value; }

/// Bytes of the program. False: not all of them are memory.
bool copy_text(NodePort &node, std::uint32_t address, std::span<std::uint8_t> to) {
    const auto physical = node.code().set().physical(node.state(), node.memory(), address,
                                                     static_cast<std::uint32_t>(to.size()));
    return physical && node.memory().copy_out(*physical, to);
}

std::span<std::uint8_t> bytes_of(std::string &text) {
    return {reinterpret_cast<std::uint8_t *>(text.data()), text.size()};
}

} // namespace

Served HostServices::call(NodePort &node, const NetworkInterface &interface, MemoryGuards &guards,
                          Service service, std::uint32_t code) {
    const auto argument = [&node](unsigned number) { return inlet::argument(node, number); };
    const auto refused = [](FaultKind fault, std::uint32_t value) {
        return Served{Served::Kind::refused, fault, value};
    };
    const auto done_or_bad = [&](bool done, std::uint32_t value) {
        return done ? Served{} : refused(FaultKind::bad_host_call, value);
    };
    std::string &line = own_lines_[static_cast<std::size_t>(interface.context())];
    const bool elsewhere = context_->io_nodes && !context_->files;
    const std::uint32_t first = argument(0);
    // Firmware has the console, and fails.
    if (context_->core && service != Service::write && service != Service::fail &&
        service != Service::fail_here && service != Service::mark)
        return refused(FaultKind::firmware_service, code);
    switch (service) {
    case Service::exit: return {Served::Kind::exit, FaultKind::none, first};
    case Service::fail:
        if (report_failure(node, first, argument(1), argument(2))) return {Served::Kind::failed};
        return refused(FaultKind::bad_host_call, argument(1));
    case Service::fail_here:
        if (report_failure(node, node.state().pc, first, argument(1)))
            return {Served::Kind::failed};
        return refused(FaultKind::bad_host_call, first);
    case Service::heap:
        if (!guards.map(node.memory(), first, argument(1)))
            return refused(FaultKind::bad_host_call, first);
        set_result(node, guards.heap_limit());
        return {};
    case Service::guard: return done_or_bad(guards.guard(node.memory(), first, argument(1)), first);
    case Service::write:
        if (elsewhere) return refused(FaultKind::host_elsewhere, code);
        return done_or_bad(write(node, node.number(), first, argument(1), line), first);
    case Service::io:
        if (code - abi(node).first_service == service_clock) {
            set_result(node, static_cast<std::uint32_t>(node.state().now >> 32));
            return {};
        }
        if (elsewhere) return refused(FaultKind::host_elsewhere, code);
        if (!context_->files) break;
        return done_or_bad(io(node, code - abi(node).first_service), first);
    case Service::number: line += std::to_string(static_cast<std::int32_t>(first)); return {};
    case Service::exception:
        node.state().fault = node.code().set().reported(node.state(), node.memory(), first);
        node.state().fault.node = node.number();
        return {Served::Kind::failed};
    case Service::mark:
        if (context_->note && *context_->note)
            (*context_->note)(node.number(), first, node.state().now);
        return {};
    case Service::none: break;
    }
    return refused(FaultKind::syscall, code);
}

/// `owner`: the node whose line it is.
bool HostServices::write(NodePort &node, std::uint32_t owner, std::uint32_t address,
                         std::uint32_t bytes, std::string &line) {
    std::array<std::uint8_t, 256> part;
    for (std::uint32_t left = bytes; left;) {
        const std::uint32_t size = std::min<std::uint32_t>(left, part.size());
        if (!copy_text(node, address, {part.data(), size})) return false;
        for (std::uint32_t i = 0; i < size; ++i) {
            if (part[i] == '\n') {
                context_->output->print(
                    {node.state().now, {owner, context_->core}, std::exchange(line, {})});
            } else {
                line.push_back(static_cast<char>(part[i]));
            }
        }
        address += size;
        left -= size;
    }
    set_result(node, bytes);
    return true;
}

/// False: the text is not all memory.
bool HostServices::report_failure(NodePort &node, std::uint32_t pc, std::uint32_t address,
                                  std::uint32_t bytes) {
    std::string text(std::min(bytes, longest_failure), 0);
    if (!copy_text(node, address, bytes_of(text))) return false;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    node.explain(printable(text));
    node.state().fault = {FaultKind::program_failed, node.number(), node.state().now, pc, 0, 0, {}};
    node.state().fault.core = context_->core;
    return true;
}

void HostServices::flush(NodePort &node) {
    const auto complete = [&](std::uint32_t owner, std::string &line) {
        if (!line.empty())
            context_->output->print(
                {node.state().now, {owner, context_->core}, std::exchange(line, {})});
    };
    for (auto &[owner, line] : lines_) complete(owner, line);
    for (std::string &line : own_lines_) complete(node.number(), line);
    write_deferred(node);
}

/// The layout is that of runtime/lib/libc/src/deferred.c. A buffer with impossible sizes is
/// ignored: the program may have overwritten it.
void HostServices::write_deferred(NodePort &node) {
    const DeferredOutput &deferred = context_->deferred;
    constexpr std::uint32_t head = 12;
    std::uint32_t lines = 0, low = 0, high = 0;
    const auto number = [&node](std::uint32_t at, std::uint32_t &value) {
        if (!node.load_word(at, value)) return false;
        if (abi(node).little) value = __builtin_bswap32(value);
        return true;
    };
    if (deferred.bytes <= head || !number(deferred.address, lines) ||
        !number(deferred.address + 4, low) || !number(deferred.address + 8, high))
        return;
    const std::uint64_t bytes = std::uint64_t{lines} + low + high;
    if (bytes == 0 || bytes > deferred.bytes - head) return;
    std::string text(bytes, 0);
    if (!node.memory().copy_out(deferred.address + head, bytes_of(text))) return;
    const auto write = [&](std::string_view line) {
        context_->output->print(
            {node.state().now, {node.number(), context_->core}, std::string(line)});
    };
    std::string_view left(text);
    left.remove_suffix(low + high);
    for (std::size_t end = 0; !left.empty(); left.remove_prefix(std::min(end + 1, left.size()))) {
        end = std::min(left.find('\n'), left.size());
        write(left.substr(0, end));
    }
    for (const auto &[begin, size] : {std::pair(lines, low), std::pair(lines + low, high)})
        if (size) write(std::string_view(text).substr(begin, size));
}

void HostServices::archive(Archive &ar) {
    auto &[context, own_lines, lines] = *this;
    static_cast<void>(context);
    ar(own_lines, lines);
}

// --- Files of I/O nodes ---

namespace {

enum : std::uint32_t {
    service_open = 2,
    service_close = 3,
    service_read = 4,
    service_write_file = 5,
    service_seek = 6,
    service_console = 7,
    service_remove = 11,
    service_rename = 12,
    service_status = 13,
    service_entry = 14,
    service_make_directory = 15,
    service_remove_directory = 16,
    service_truncate = 17,
};

/// The largest part that one call copies.
constexpr std::uint32_t most_bytes = 1u << 16;

} // namespace

/// A file or console service. False: an argument is no memory of the node.
bool HostServices::io(NodePort &node, std::uint32_t service) {
    HostFiles &files = *context_->files;
    Memory &memory = node.memory();
    const auto result = [&node](std::int32_t value) {
        set_result(node, static_cast<std::uint32_t>(value));
        return true;
    };
    const std::uint32_t first = argument(node, 0);
    const auto descriptor = static_cast<std::int32_t>(first);
    const std::uint32_t address = argument(node, 1), bytes = argument(node, 2);
    const auto text = [&](std::uint32_t at, std::uint32_t length) -> std::optional<std::string> {
        std::string path(std::min(length, HostFiles::longest_path + 1), 0);
        if (!memory.copy_out(at, bytes_of(path))) return {};
        return path;
    };
    const auto too_long = [](std::uint32_t length) { return length > HostFiles::longest_path; };
    switch (service) {
    case service_open: {
        if (too_long(bytes)) return result(HostFiles::refused);
        const auto path = text(address, bytes);
        return path && result(files.open(*path, first));
    }
    case service_remove:
    case service_make_directory:
    case service_remove_directory: {
        if (too_long(address)) return result(HostFiles::refused);
        const auto path = text(first, address);
        if (!path) return false;
        return result(service == service_remove           ? files.remove(*path)
                      : service == service_make_directory ? files.make_directory(*path)
                                                          : files.remove_directory(*path));
    }
    case service_truncate:
        return result(files.truncate(descriptor, static_cast<std::int32_t>(address)));
    case service_rename: { // both names, with a 0 between them
        if (too_long(address)) return result(HostFiles::refused);
        const auto both = text(first, address);
        if (!both) return false;
        const std::size_t end = std::min(both->find('\0'), both->size());
        return result(
            files.rename(std::string_view(*both).substr(0, end),
                         std::string_view(*both).substr(std::min(end + 1, both->size()))));
    }
    case service_status: {
        if (too_long(address)) return result(HostFiles::refused);
        const auto path = text(first, address);
        if (!path) return false;
        std::array<std::uint8_t, 4> size{};
        const std::int32_t kind = files.status(*path, size);
        return memory.copy_in(bytes, size) && result(kind);
    }
    case service_entry: { // the name comes to where the path is
        if (too_long(address)) return result(HostFiles::refused);
        const auto path = text(first, address);
        if (!path) return false;
        std::array<std::uint8_t, 256> name{};
        const std::int32_t length = files.entry(*path, bytes, name);
        if (length > 0 && !memory.copy_in(first, {name.data(), static_cast<std::size_t>(length)}))
            return false;
        return result(length);
    }
    case service_close: return result(files.close(descriptor));
    case service_read: {
        if (descriptor == HostFiles::standard_input && node.number() != 0) return result(0);
        std::vector<std::uint8_t> part(std::min(bytes, most_bytes));
        const std::int32_t count = files.read(descriptor, part);
        if (count > 0 && !memory.copy_in(address, {part.data(), static_cast<std::size_t>(count)}))
            return false;
        return result(count);
    }
    case service_write_file: {
        std::vector<std::uint8_t> part(std::min(bytes, most_bytes));
        if (!memory.copy_out(address, part)) return false;
        return result(files.write(descriptor, part));
    }
    case service_seek:
        return result(files.seek(descriptor, static_cast<std::int32_t>(address), bytes));
    case service_console:
        if (first >= context_->nodes) return false;
        return write(node, first, address, bytes, lines_[first]);
    default: return false;
    }
}

} // namespace inlet
