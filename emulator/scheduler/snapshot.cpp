#include "inlet/snapshot.h"

#include "inlet/config.h"
#include "inlet/file_hash.h"

#include <array>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <zstd.h>

namespace inlet {

namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view magic = "INLETSNP";
/// Version of the file and of the state in it. A change of the saved state increments it; a test
/// checks this.
constexpr std::uint32_t version = 21;
constexpr std::size_t header_at = magic.size() + 4;

/// Packs one zstd frame with checksum and size.
void pack(std::string &to, std::span<const std::uint8_t> bytes) {
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    const std::size_t before = to.size();
    to.resize(before + ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(context, to.data() + before, to.size() - before, bytes.data(), bytes.size());
    ZSTD_freeCCtx(context);
    if (ZSTD_isError(size)) throw UserError(ZSTD_getErrorName(size));
    to.resize(before + size);
}

/// Unpacks the frame at the beginning of `from`, and advances `from` past it.
Bytes unpack(std::string_view &from, std::uint64_t longest) {
    const std::size_t packed = ZSTD_findFrameCompressedSize(from.data(), from.size());
    if (ZSTD_isError(packed)) throw UserError("it is cut off or damaged");
    const unsigned long long size = ZSTD_getFrameContentSize(from.data(), packed);
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > longest)
        throw UserError("it is damaged");
    Bytes bytes(size);
    if (ZSTD_decompress(bytes.data(), size, from.data(), packed) != size)
        throw UserError("it is damaged");
    from.remove_prefix(packed);
    return bytes;
}

std::string hex(std::uint64_t number) { return fmt::format("{:#018x}", number); }
std::uint64_t from_hex(const json &value) {
    return std::stoull(value.get<std::string>(), nullptr, 0);
}

} // namespace

Snapshot Snapshot::unpack(std::string_view file) {
    if (!file.starts_with(magic)) throw UserError("it is not a snapshot");
    if (file.size() < header_at) throw UserError("it is cut off");
    std::uint32_t found = 0;
    std::memcpy(&found, file.data() + magic.size(), sizeof found);
    static_assert(std::endian::native == std::endian::little);
    if (found != version)
        throw UserError(fmt::format("it has version {}, and this inlet reads version {}; only the "
                                    "inlet that wrote it goes on from it",
                                    found, version));
    file.remove_prefix(header_at);
    constexpr std::uint64_t longest_header = 1u << 26;
    const Bytes text = inlet::unpack(file, longest_header);
    try {
        const json header = json::parse(text);
        Snapshot s;
        s.program = header.at("program").get<std::string>();
        s.program_hash = from_hex(header.at("program_hash"));
        s.io_program_hash = from_hex(header.at("io_program_hash"));
        if (header.contains("firmware_hash"))
            s.firmware_hash = from_hex(header.at("firmware_hash"));
        s.arguments = header.at("arguments").get<std::vector<std::string>>();
        s.arguments_hash = from_hex(header.at("arguments_hash"));
        s.machine = header.at("machine").get<std::string>();
        s.machine_hash = from_hex(header.at("machine_hash"));
        s.nodes = header.at("nodes").get<std::uint32_t>();
        s.jitter = header.at("jitter").get<std::uint64_t>();
        s.cycle = header.at("cycle").get<std::uint64_t>();
        for (const json &hash : header.at("trace_hash")) s.trace_hash.push_back(from_hex(hash));
        // The state is little larger than the nodes' memories, which have at most 4 GiB each.
        s.state = inlet::unpack(file, (2 * std::uint64_t{s.nodes} + 1) << 32);
        if (file_hash(s.state) != from_hex(header.at("state_hash")) || !file.empty())
            throw UserError("it is damaged");
        return s;
    } catch (const json::exception &) {
        throw UserError("its header is damaged");
    } catch (const std::logic_error &) { // stoull
        throw UserError("its header is damaged");
    }
}

std::string Snapshot::pack() const {
    json hashes = json::array();
    for (const std::uint64_t hash : trace_hash) hashes.push_back(hex(hash));
    json header = {{"program", program},
                   {"program_hash", hex(program_hash)},
                   {"io_program_hash", hex(io_program_hash)},
                   {"arguments", arguments},
                   {"arguments_hash", hex(arguments_hash)},
                   {"machine", machine},
                   {"machine_hash", hex(machine_hash)},
                   {"nodes", nodes},
                   {"jitter", jitter},
                   {"cycle", cycle},
                   {"trace_hash", std::move(hashes)},
                   {"state_hash", hex(file_hash(state))}};
    if (firmware_hash) header["firmware_hash"] = hex(firmware_hash);
    const std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
    std::string all(magic);
    all.append(reinterpret_cast<const char *>(&version), sizeof version);
    inlet::pack(all, {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
    inlet::pack(all, state);
    return all;
}

void Snapshot::write(const std::filesystem::path &file) const {
    const std::string all = pack();
    const std::filesystem::path part = file.string() + ".part";
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    out.write(all.data(), static_cast<std::streamsize>(all.size()));
    out.close();
    std::error_code error;
    if (out) std::filesystem::rename(part, file, error);
    if (out && !error) return;
    const std::string why = error ? error.message() : std::generic_category().message(errno);
    std::filesystem::remove(part, error);
    throw UserError(fmt::format("snapshot {}: cannot be written: {}", file.string(), why));
}

Snapshot Snapshot::read(const std::filesystem::path &file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in)
        throw UserError(
            fmt::format("snapshot {}: {}", file.string(), std::generic_category().message(errno)));
    try {
        return unpack(bytes);
    } catch (const UserError &error) {
        throw UserError(fmt::format("snapshot {}: {}", file.string(), error.what()));
    }
}

} // namespace inlet
