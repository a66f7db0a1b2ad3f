#include "side_by_side.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace inlet::cli {

std::uint32_t host_jobs() { return std::max(1u, std::thread::hardware_concurrency()); }

std::uint32_t jobs_of(const app::JobArguments &job, std::uint32_t asked) {
    if (job.io_root.empty() && job.files.empty()) return asked != 0 ? asked : host_jobs();
    if (asked > 1)
        throw UserError(std::string(job.files.empty() ? "--io-root" : "--files") +
                        ": the runs share its files, so one is executed after the other: leave out "
                        "--jobs");
    return 1;
}

void side_by_side(std::uint32_t jobs, std::size_t count,
                  const std::function<bool(std::size_t)> &task) {
    std::mutex mutex; // protects the next three
    std::size_t next = 0;
    bool ended = false;
    std::exception_ptr thrown;
    const auto work = [&] {
        while (true) {
            std::size_t mine = 0;
            {
                const std::lock_guard lock(mutex);
                if (next == count || ended) return;
                mine = next++;
            }
            try {
                if (task(mine)) continue;
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!thrown) thrown = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            ended = true;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i)
            threads.emplace_back(work);
        work();
    }
    if (thrown) std::rethrow_exception(thrown);
}

} // namespace inlet::cli
