// Ranks that are threads of this process (inlet/ranks.h).
#pragma once

#include "as_one_part.h"
#include "inlet/machine.h"
#include "inlet/ranks.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace inlet::test {

/// What the threads of a run share.
class RankThreads {
  public:
    using Message = std::vector<std::byte>;
    using Reduce = std::function<std::uint64_t(std::uint64_t, std::uint64_t)>;

    explicit RankThreads(std::uint32_t count) : count_(count), messages_(count * count) {}

    std::uint32_t count() const { return count_; }
    void put(std::uint32_t from, std::uint32_t to, std::span<const std::byte> message) {
        const std::lock_guard held(lock_);
        messages_[from * count_ + to].emplace_back(message.begin(), message.end());
    }
    Message take(std::uint32_t from, std::uint32_t to) {
        const std::lock_guard held(lock_);
        throw_if_ended();
        std::deque<Message> &queue = messages_[from * count_ + to];
        if (queue.empty()) return {};
        Message first = std::move(queue.front());
        queue.pop_front();
        return first;
    }
    void reduce(std::span<std::uint64_t> numbers, const Reduce &both) {
        std::unique_lock held(lock_);
        changed_.wait(held, [this] { return leaving_ == 0 || ended_; });
        if (coming_ == 0)
            result_.assign(numbers.begin(), numbers.end());
        else
            for (std::size_t i = 0; i < numbers.size(); ++i)
                result_.at(i) = both(result_.at(i), numbers[i]);
        if (++coming_ == count_) {
            leaving_ = std::exchange(coming_, 0);
            changed_.notify_all();
        } else {
            changed_.wait(held, [this] { return leaving_ != 0 || ended_; });
        }
        throw_if_ended();
        std::ranges::copy(result_, numbers.begin());
        if (--leaving_ == 0) changed_.notify_all();
    }
    /// A rank has thrown: the others are not to wait for it.
    void end() {
        const std::lock_guard held(lock_);
        ended_ = true;
        changed_.notify_all();
    }

  private:
    void throw_if_ended() const {
        if (ended_) throw std::runtime_error("another rank has thrown");
    }

    std::uint32_t count_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::vector<std::deque<Message>> messages_; ///< by sender and receiver
    std::vector<std::uint64_t> result_;
    std::uint32_t coming_ = 0, leaving_ = 0; ///< ranks that reduce numbers
    bool ended_ = false;
};

class ThreadRank final : public Ranks {
  public:
    ThreadRank(RankThreads &threads, std::uint32_t number)
        : threads_(&threads), number_(number), received_(threads.count()) {}

    std::uint32_t count() const override { return threads_->count(); }
    std::uint32_t number() const override { return number_; }
    std::uint32_t on_this_host() const override { return threads_->count(); }
    void send(std::uint32_t to, std::span<const std::byte> message) override {
        threads_->put(number_, to, message);
    }
    std::span<const std::byte> receive(std::uint32_t from) override {
        received_[from] = threads_->take(from, number_);
        return received_[from];
    }
    void least(std::span<std::uint64_t> numbers) override {
        threads_->reduce(numbers, [](auto a, auto b) { return std::min(a, b); });
    }
    void sum(std::span<std::uint64_t> numbers) override {
        threads_->reduce(numbers, [](auto a, auto b) { return a + b; });
    }

  private:
    RankThreads *threads_;
    std::uint32_t number_;
    std::vector<RankThreads::Message> received_; ///< by sender: the last one
};

/// Each rank does it. Throws what the first rank that has thrown has thrown.
inline void on_ranks(std::uint32_t count, const std::function<void(Ranks &)> &work) {
    RankThreads threads(count);
    std::mutex lock;
    std::exception_ptr thrown;
    {
        std::vector<std::jthread> all;
        for (std::uint32_t number = 0; number < count; ++number)
            all.emplace_back([&, number] {
                ThreadRank rank(threads, number);
                try {
                    work(rank);
                } catch (...) {
                    const std::lock_guard held(lock);
                    if (!thrown) thrown = std::current_exception();
                    threads.end();
                }
            });
    }
    if (thrown) std::rethrow_exception(thrown);
}

inline void expect_same_reports(const RunResult &a, const RunResult &b) {
    const auto expect_same_nodes = [](const std::vector<DumpNode> &some,
                                      const std::vector<DumpNode> &others) {
        ASSERT_EQ(some.size(), others.size());
        for (std::size_t n = 0; n < some.size(); ++n) {
            EXPECT_EQ(some[n].node, others[n].node);
            EXPECT_EQ(some[n].state, others[n].state) << n;
            EXPECT_EQ(some[n].pc, others[n].pc) << n;
            EXPECT_EQ(some[n].cycle, others[n].cycle) << n;
            EXPECT_EQ(some[n].reads, others[n].reads) << n;
        }
    };
    expect_same_nodes(a.unfinished, b.unfinished);
    ASSERT_EQ(a.state_dump.has_value(), b.state_dump.has_value());
    if (a.state_dump) expect_same_nodes(a.state_dump->nodes, b.state_dump->nodes);
    EXPECT_EQ(a.callers, b.callers);
    EXPECT_EQ(a.counts, b.counts);
    EXPECT_EQ(a.link_bytes, b.link_bytes);
}

/// Runs on 1 to `most` ranks, which gives what one process gives. Returns the run of one process.
inline InPartsRun expect_ranks_as_one(const MachineConfig &machine, const Image &image,
                                      RunOptions options, std::uint32_t most = 4) {
    const InPartsRun one = run_in_parts(machine, image, options);
    for (std::uint32_t count = 1; count <= most; ++count) {
        SCOPED_TRACE(std::to_string(count) + " ranks");
        InPartsRun first;
        on_ranks(count, [&](Ranks &ranks) {
            RunOptions of_rank = options;
            of_rank.ranks = &ranks;
            of_rank.progress = [&ranks](const RunProgress &) {
                if (ranks.number() != 0) throw std::runtime_error("a rank shows its progress");
            };
            InPartsRun run = run_in_parts(machine, image, of_rank);
            if (ranks.number() == 0)
                first = std::move(run);
            else if (!run.lines.empty())
                throw std::runtime_error("a rank prints that is not the first one");
        });
        expect_as_one(one, first);
        expect_same_reports(one.result, first.result);
    }
    return one;
}

} // namespace inlet::test
