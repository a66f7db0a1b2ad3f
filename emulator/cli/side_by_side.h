// Tasks on several threads of the host.
#pragma once

#include "app/job.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace inlet::cli {

/// One for each core of the host.
std::uint32_t host_jobs();

/// How many runs of a job go on at a time: `asked`, or, if that is 0, host_jobs(). Runs that share
/// files of the host follow one another; throws UserError if more are asked for.
std::uint32_t jobs_of(const app::JobArguments &job, std::uint32_t asked);

/// Calls task(0) to task(count - 1), `jobs` at a time, begun in this order. Once a call returns
/// false or throws, no other one begins. Rethrows the first exception after all have ended.
void side_by_side(std::uint32_t jobs, std::size_t count,
                  const std::function<bool(std::size_t)> &task);

} // namespace inlet::cli
