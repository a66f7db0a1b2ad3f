#include "joined_ranks.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <inlet/file_hash.h>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace inlet::cli {

namespace fs = std::filesystem;

namespace {

std::uint64_t hash_of(std::string_view text) {
    return file_hash({reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
}

/// Of this executable file: crossings are records in memory, so all ranks need the same.
std::uint64_t hash_of_inlet() {
    std::ifstream in("/proc/self/exe", std::ios::binary);
    return hash_of(
        std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
}

} // namespace

void become_rank() {
    if (inlet_join_ranks) return;
    std::error_code error;
    const fs::path inlet = fs::read_symlink("/proc/self/exe", error);
    const fs::path with_mpi = inlet.parent_path() / "inlet-ranks";
    if (!fs::exists(with_mpi, error))
        throw UserError("--ranks: this inlet was built without MPI: install it (Debian: "
                        "libopenmpi-dev, openmpi-bin), then build inlet again");
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    std::string words{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::vector<char *> arguments;
    for (std::size_t at = 0; at < words.size(); at = words.find('\0', at) + 1)
        arguments.push_back(&words[at]);
    arguments.push_back(nullptr);
    execv(with_mpi.c_str(), arguments.data());
    throw UserError(fmt::format("--ranks: {}: {}", with_mpi.string(), std::strerror(errno)));
}

bool done_by_all(Ranks &ranks, const std::function<void()> &step) {
    std::exception_ptr thrown;
    try {
        step();
    } catch (...) {
        thrown = std::current_exception();
    }
    constexpr std::uint64_t nobody = ~std::uint64_t{0};
    std::uint64_t first = thrown ? ranks.number() : nobody;
    ranks.least({&first, 1});
    if (first == ranks.number()) std::rethrow_exception(thrown);
    return first == nobody;
}

void check_same_run(Ranks &ranks, const app::Job &job, std::uint64_t jitter) {
    const std::pair<const char *, std::uint64_t> parts[] = {
        {"inlet", hash_of_inlet()},
        {"program", job.image().hash},
        {"machine", job.config().hash()},
        {"arguments or options", hash_of(fmt::format("{} jitter {}", job.identity(), jitter))}};
    std::vector<std::uint64_t> least;
    for (const auto &[name, hash] : parts) least.insert(least.end(), {hash, ~hash});
    ranks.least(least);
    for (std::size_t i = 0; i < std::size(parts); ++i)
        if (least[2 * i] != ~least[2 * i + 1])
            throw UserError(fmt::format("--ranks: not all ranks have the same {}", parts[i].first));
}

} // namespace inlet::cli
