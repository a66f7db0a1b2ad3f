#include "scheduler/workers.h"

#include "scheduler/host_thread.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace inlet {

Workers::Workers(std::vector<NodeCore> &cores, const ThreadOptions &options)
    : cores_(cores), count_(std::min(options.count, engine::Program::most_threads)),
      options_(options),
      spins_(count_ <= std::thread::hardware_concurrency() ? 4000 : 0), // some 20 us
      jobs_(std::make_unique<Job[]>(cores.size())) {}

Workers::~Workers() {
    for (std::jthread &thread : threads_) thread.request_stop();
    for (NodeCore &core : cores_)
        if (core.away()) jobs_[&core - cores_.data()].limit.store(0, std::memory_order_relaxed);
    signals_.fetch_add(1);
    signals_.notify_all();
    threads_.clear();
}

void Workers::start() {
    for (unsigned thread = 1; thread < count_; ++thread)
        threads_.emplace_back([this, thread](const std::stop_token &stop) { work(stop, thread); });
}

void Workers::take(std::uint32_t core) {
    if (threads_.empty()) start();
    ++away_;
    Job &job = jobs_[core];
    NodeCore &node = cores_[core];
    job.reached.store(node.away_since(), std::memory_order_relaxed);
    job.limit.store(node.away_limit(), std::memory_order_relaxed);
    job.ran_to = node.away_since();
    job.stop = engine::Stop::budget;
    node.leave(job.reached);
    queue(core, false);
    if (asleep_.load() == 0) return;
    signals_.fetch_add(1);
    signals_.notify_one();
}

void Workers::follow(std::uint32_t core) {
    if (!cores_[core].away()) return;
    Job &job = jobs_[core];
    const std::uint64_t event = cores_[core].away_event();
    if (event < job.limit.load(std::memory_order_relaxed))
        job.limit.store(event, std::memory_order_relaxed);
}

void Workers::welcome(std::uint32_t core) {
    Job &job = jobs_[core];
    job.limit.store(0, std::memory_order_relaxed);
    bool queued = false;
    {
        const std::lock_guard lock(mutex_);
        queued = job.state.load(std::memory_order_relaxed) == State::queued;
        if (queued) {
            std::erase(queue_, core);
            waiting_.fetch_sub(1, std::memory_order_relaxed);
            job.state.store(State::done, std::memory_order_relaxed);
        }
    }
    for (int looks = 0; !queued && !done(core); ++looks) // its thread ends a piece
        looks < 1000 ? pause_host() : std::this_thread::yield();
    cores_[core].welcome(job.stop, job.ran_to);
    --away_;
    if (job.thrown) std::rethrow_exception(std::exchange(job.thrown, nullptr));
}

void Workers::help() {
    std::uint32_t core = 0;
    if (!next(core)) return spins_ ? pause_host() : std::this_thread::yield();
    if (piece(core, 0)) queue(core, true);
}

bool Workers::next(std::uint32_t &core) {
    if (waiting_.load(std::memory_order_relaxed) == 0) return false;
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return false;
    core = queue_.front();
    queue_.pop_front();
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    jobs_[core].state.store(State::running, std::memory_order_relaxed);
    return true;
}

void Workers::queue(std::uint32_t core, bool first) {
    const std::lock_guard lock(mutex_);
    jobs_[core].state.store(State::queued, std::memory_order_relaxed);
    first ? queue_.push_front(core) : queue_.push_back(core);
    waiting_.fetch_add(1);
}

bool Workers::piece(std::uint32_t core, unsigned thread) {
    Job &job = jobs_[core];
    const std::uint64_t limit = job.limit.load(std::memory_order_relaxed);
    const std::uint64_t now = cores_[core].now();
    if (now < limit) {
        job.ran_to = std::min(limit, now + options_.chunk);
        try {
            job.stop = cores_[core].compute_away(thread, job.ran_to);
        } catch (...) { // a bug in inlet, or no memory
            job.thrown = std::current_exception();
        }
        if (options_.delay)
            std::this_thread::sleep_for(
                std::chrono::microseconds(cores_[core].now() % options_.delay));
        job.reached.store(cores_[core].now(), std::memory_order_release);
        if (!job.thrown && job.stop == engine::Stop::budget) return true;
    }
    job.state.store(State::done, std::memory_order_release);
    return false;
}

void Workers::work(const std::stop_token &stop, unsigned thread) {
    int looks = 0;
    while (!stop.stop_requested()) {
        std::uint32_t core = 0;
        if (next(core)) {
            for (bool more = true; more;) {
                const std::uint64_t began = host_time();
                more = piece(core, thread);
                busy_.fetch_add(host_time() - began, std::memory_order_relaxed);
            }
            looks = 0;
        } else if (++looks < spins_) {
            pause_host();
        } else {
            const std::uint32_t seen = signals_.load();
            asleep_.fetch_add(1);
            if (waiting_.load() == 0 && !stop.stop_requested()) signals_.wait(seen);
            asleep_.fetch_sub(1);
            looks = 0;
        }
    }
}

} // namespace inlet
