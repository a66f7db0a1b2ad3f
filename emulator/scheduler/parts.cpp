#include "scheduler/parts.h"

#include "scheduler/partition.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace inlet {

namespace {

/// Looks of a thread that waits before it sleeps: for other parts, some 10 us, and for the next
/// run.
constexpr int few_looks = 500, idle_looks = 4000;

/// Of a cycle, or never.
std::uint64_t later(std::uint64_t cycle, std::uint64_t cycles) {
    return cycle > net::Network::never - cycles ? net::Network::never : cycle + cycles;
}

} // namespace

Parts::Parts(net::Divided &network, const MakeProgram &make, std::uint64_t lookahead,
             const ThreadOptions &options)
    : network_(&network), options_(options),
      threads_(std::clamp(options.count, 1u, network.parts())), lookahead_(lookahead),
      crossing_(network.least_crossing()), delivery_(network.least_delivery()),
      parts_(network.parts()), random_(options.shuffle + 1), next_(network.parts()) {
    for (std::uint32_t node = 0; node < network.topology().nodes(); ++node) {
        Part &part = parts_[network.part_of(node)];
        place_of_.push_back(static_cast<std::uint32_t>(part.nodes.size()));
        part.nodes.push_back(node);
    }
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        parts_[i].program = make(network.part(i));
        parts_[i].clocks =
            std::make_unique<ClockTree>(static_cast<std::uint32_t>(parts_[i].nodes.size()));
    }
}

Parts::~Parts() {
    for (std::jthread &helper : helpers_) helper.request_stop();
    begin_round();
    helpers_.clear();
}

void Parts::each_context(const std::function<void(NodeContext &)> &change) {
    for (Part &part : parts_) change(part.program->context);
}

std::uint64_t Parts::run(std::vector<NodeCore> &cores, std::uint64_t until, std::uint64_t limit,
                         NodeOutput &output) {
    cores_ = &cores;
    end_ = until;
    limit_ = limit;
    over_ = false;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) begin(parts_[i]);
    for (std::uint32_t i = 0; i < parts_.size(); ++i) next_[i] = items(i);
    if (threads_ == 1) {
        options_.shuffle ? run_in_random_order() : work(0);
    } else {
        if (helpers_.empty())
            for (unsigned thread = 1; thread < threads_; ++thread)
                helpers_.emplace_back(
                    [this, thread](const std::stop_token &stop) { serve(stop, thread); });
        working_.store(threads_ - 1);
        begin_round();
        work_or_end_all(0);
        wait_until([this] { return working_.load() == 0; }, few_looks);
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
    finish(output);
    std::uint64_t turns = 0;
    for (Part &part : parts_) turns += std::exchange(part.turns, 0);
    return turns;
}

/// Waits for the lock with looks first, since the others hold it for short.
std::unique_lock<std::mutex> Parts::hold() {
    std::unique_lock held(lock_, std::try_to_lock);
    for (int looks = 0; !held.owns_lock() && looks < few_looks; ++looks) {
        __builtin_ia32_pause();
        held.try_lock();
    }
    if (!held.owns_lock()) held.lock();
    return held;
}

/// Looks some times, then sleeps. What makes it true is done under the lock, with a notification.
/// std::atomic::wait yields before it sleeps, which on a loaded host takes longer than all else.
template <typename Condition> void Parts::wait_until(const Condition &condition, int looks) {
    for (; looks > 0; --looks) {
        if (condition()) return;
        __builtin_ia32_pause();
    }
    std::unique_lock held = hold();
    ++asleep_;
    changed_.wait(held, condition);
    --asleep_;
}

void Parts::begin_round() {
    const std::unique_lock held = hold();
    round_.fetch_add(1);
    changed_.notify_all();
}

void Parts::begin(Part &part) {
    part.program->context.output = &part.output;
    part.program->context.apart = true;
    part.bounds = {};
    part.stops = never;
    for (const std::uint32_t node : part.nodes) set_clock(part, node);
}

void Parts::finish(NodeOutput &output) {
    for (std::uint32_t i = 0; i < parts_.size(); ++i) network_->send(i, next_);
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        network_->receive(i);
        parts_[i].program->context.output = &output;
        parts_[i].program->context.apart = false;
        output.add(parts_[i].output);
    }
    network_->refresh();
}

void Parts::set_clock(Part &part, std::uint32_t node) {
    part.clocks->set(place_of_[node], (*cores_)[node].clock());
}

/// The cycle of what a part has to do next.
std::uint64_t Parts::items(std::uint32_t number) const {
    return std::min(network_->part(number).next_event(), parts_[number].clocks->smallest());
}

/// A part tells the others what it has done, and hears of them. Another part's event at a cycle can
/// change something here `crossing_` cycles later, and another part's node can reach one here
/// `lookahead_` cycles later.
void Parts::meet(std::uint32_t number) {
    Part &part = parts_[number];
    const std::unique_lock held = hold();
    bool news = network_->made(number) != never;
    network_->send(number, next_);
    network_->receive(number);
    const std::uint64_t next = items(number);
    news |= next != std::exchange(next_[number], next);
    end_ = std::min(end_, part.stops);
    std::uint64_t others = never;
    for (std::uint32_t i = 0; i < next_.size(); ++i)
        if (i != number) others = std::min(others, next_[i]);
    news |= std::min(others, next) >= end_ && !std::exchange(over_, true);
    part.bounds = {std::min(later(others, crossing_), end_),
                   std::min(later(others, lookahead_), end_), over_};
    if (news) tell();
}

/// A thread that finds nothing to do looks again. Under the lock.
void Parts::tell() {
    news_.fetch_add(1);
    if (asleep_) changed_.notify_all();
}

/// Whether the machine's loop has to decide: a program that has exited does something without a
/// message, unless the run is over by then; or files are next.
bool Parts::is_for_all(const NodeCore &core, net::Network &network, std::uint64_t now) const {
    if (core.wants_files()) return true;
    if (!core.exited() || !core.done()) return false;
    for (unsigned channel = 0; channel < network.channels(); ++channel)
        if (const net::Delivery *first = network.front(core.id().node, channel);
            first && first->cycle <= now)
            return false;
    return true;
}

/// Advances a part's network to its smallest clock. What it sends to another part may come back.
/// Whether there was anything.
bool Parts::advance_network(std::uint32_t number) {
    Part &part = parts_[number];
    net::Network &network = network_->part(number);
    bool any = false;
    for (;; any = true) {
        const std::uint64_t next = network.next_event();
        if (next >= part.bounds.end || next > part.clocks->smallest()) return any;
        network.advance(next);
        for (const std::uint32_t node : network.take_told()) set_clock(part, node);
        part.bounds.end = std::min(part.bounds.end, later(network_->made(number), crossing_));
    }
}

/// Does one thing of a part. False: nothing may be done.
bool Parts::step(std::uint32_t number) {
    Part &part = parts_[number];
    net::Network &network = network_->part(number);
    const bool any = advance_network(number);
    const std::uint64_t now = part.clocks->smallest();
    if (now >= part.bounds.end || now >= part.stops) return any;
    network.advance(now);
    const std::uint32_t place = part.clocks->first(), node = part.nodes[place];
    NodeCore &core = (*cores_)[node];
    if (is_for_all(core, network, now)) {
        part.stops = now;
        return true; // the others are to hear of it
    }
    // As in Machine::Impl::run_first; what comes out of other parts, too.
    const std::uint64_t others = part.clocks->smallest_but(place);
    const std::uint64_t least = std::min(lookahead_, network.min_delivery_after_take(false));
    const std::uint64_t comes =
        std::min(part.bounds.end, later(network.next_event(), 2 * crossing_));
    const std::uint64_t horizon =
        std::min({network.next_delivery(node), now + longest_stretch, later(others, least),
                  later(comes, delivery_), part.bounds.horizon, part.stops});
    ++part.turns;
    core.run(horizon, limit_);
    set_clock(part, node);
    if (core.faulted()) {
        part.output.note(core.fault());
        part.stops = std::min(part.stops, core.fault().cycle + lookahead_);
    }
    return true;
}

/// One thread: parts in random order, which hear of each other late.
void Parts::run_in_random_order() {
    while (std::ranges::any_of(parts_, [](const Part &part) { return !part.bounds.over; })) {
        const auto number = static_cast<std::uint32_t>(random_() % parts_.size());
        if (random_() % 4 == 0) meet(number);
        if (parts_[number].bounds.over) continue;
        for (std::uint32_t steps = 1 + random_() % 8; steps && step(number); --steps) {
        }
    }
}

/// What a thread does of a run: every so manieth part is its own.
void Parts::work(unsigned thread) {
    for (;;) {
        const std::uint32_t news = news_.load(std::memory_order_acquire);
        bool any = false, over = true;
        for (std::uint32_t i = thread; i < parts_.size(); i += threads_) {
            if (options_.delay)
                std::this_thread::sleep_for(std::chrono::microseconds(news % options_.delay));
            meet(i);
            if (parts_[i].bounds.over) continue;
            over = false;
            while (step(i)) any = true;
        }
        if (over) return;
        if (!any) wait_until([&] { return news_.load() != news; }, few_looks);
    }
}

/// Where it throws, because of a bug in inlet, or as there is no memory, the run is over for all
/// threads, and run() throws it.
void Parts::work_or_end_all(unsigned thread) {
    try {
        work(thread);
    } catch (...) {
        const std::unique_lock held = hold();
        thrown_ = std::current_exception();
        over_ = true;
        tell();
    }
}

void Parts::serve(const std::stop_token &stop, unsigned thread) {
    std::uint32_t seen = 0;
    for (;;) {
        wait_until([&] { return round_.load() != seen; }, idle_looks);
        seen = round_.load();
        if (stop.stop_requested()) return;
        work_or_end_all(thread);
        const std::unique_lock held = hold();
        working_.fetch_sub(1);
        changed_.notify_all();
    }
}

} // namespace inlet
