#include "scheduler/parts.h"

#include "scheduler/host_thread.h"
#include "scheduler/partition.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

namespace inlet {

namespace {

/// Of a cycle, or never.
std::uint64_t later(std::uint64_t cycle, std::uint64_t cycles) {
    return cycle > net::Network::never - cycles ? net::Network::never : cycle + cycles;
}

/// Measures how long a thread works, if it is asked to.
class BusyTime {
  public:
    explicit BusyTime(bool measures)
        : measures_(measures), began_(measures ? host_time() : 0),
          had_(measures ? host_time_of_thread() : 0) {}

    void looks_in_vain() {
        constexpr int worth_a_look_at_the_clock = 4;
        if (measures_ && ++looks_ == worth_a_look_at_the_clock) idle_since_ = host_time();
    }
    void works() {
        looks_ = 0;
        if (idle_since_) idle_ += host_time() - std::exchange(idle_since_, 0);
    }
    /// ns, so far.
    std::uint64_t busy() {
        if (!measures_) return 0;
        works();
        return std::min(host_time() - began_ - idle_, host_time_of_thread() - had_);
    }

  private:
    bool measures_;
    std::uint64_t began_, had_, idle_ = 0;
    std::uint64_t idle_since_ = 0; ///< 0: it works
    int looks_ = 0;                ///< in vain
};

/// Cycles by which a part gets further before it says so, if its borders are the same.
constexpr std::uint64_t few = 3;

/// Of a thread that has looked in vain for long: others may need the core. Nobody wakes it up.
void rest(int times) {
    constexpr int yields = 20;
    if (times < yields)
        std::this_thread::yield();
    else
        std::this_thread::sleep_for(std::chrono::microseconds(50));
}

} // namespace

Parts::Parts(net::Divided &network, const MakeProgram &make, std::uint64_t lookahead,
             const ThreadOptions &options, Ranks *ranks)
    : network_(&network), options_(options),
      threads_(ranks ? 1 : std::clamp(options.count, 1u, network.parts())),
      has_files_(!ranks || ranks->number() == 0), lookahead_(lookahead),
      crossing_(network.least_crossing()), delivery_(network.least_delivery()),
      entry_(network.least_entry()),
      looks_((ranks ? ranks->on_this_host() : threads_) <= std::thread::hardware_concurrency()
                 ? 1000 // some 20 us
                 : 0),
      parts_(network.parts()), end_part_(network.parts()), random_(options.shuffle + 1) {
    if (ranks) {
        first_ = ranks->number();
        end_part_ = first_ + 1;
    }
    for (std::uint32_t node = 0; node < network.topology().nodes(); ++node) {
        Part &part = parts_[network.part_of(node)];
        place_of_.push_back(static_cast<std::uint32_t>(part.nodes.size()));
        part.nodes.push_back(node);
    }
    first_node_ = parts_[first_].nodes.front();
    for (std::uint32_t i = first_; i < end_part_; ++i) {
        parts_[i].program = make(network.part(i));
        parts_[i].clocks =
            std::make_unique<ClockTree>(static_cast<std::uint32_t>(parts_[i].nodes.size()));
        parts_[i].links = network.neighbours(i).size();
        parts_[i].borders.resize(parts_[i].links);
        for (std::size_t from = 0; from < parts_[i].links; ++from)
            for (std::size_t to = 0; to < parts_[i].links; ++to)
                parts_[i].across.push_back(from == to ? never : network.across(i, from, to));
        for (const std::uint32_t node : parts_[i].nodes)
            for (std::size_t link = 0; link < parts_[i].links; ++link)
                parts_[i].ways.push_back(network.way(node, link));
        for (std::size_t link = 0; link < parts_[i].links; ++link) {
            std::map<std::uint64_t, std::vector<std::uint32_t>> by_way;
            for (std::uint32_t place = 0; place < parts_[i].nodes.size(); ++place)
                by_way[parts_[i].ways[place * parts_[i].links + link]].push_back(place);
            std::vector<Level> &levels = parts_[i].levels.emplace_back();
            for (auto &[way, places] : by_way) levels.push_back({way, std::move(places)});
        }
    }
    for (std::size_t i = 0; ranks && i < parts_[first_].links; ++i) {
        auto link = std::make_unique<RankLink>(*ranks, network.neighbours(first_)[i]);
        rank_links_.push_back(link.get());
        network.connect(first_, i, std::move(link));
    }
}

Parts::~Parts() {
    for (std::jthread &helper : helpers_) helper.request_stop();
    begin_round();
    helpers_.clear();
}

void Parts::each_context(const std::function<void(NodeContext &)> &change) {
    for (Part &part : here()) change(part.program->context);
}

std::uint64_t Parts::run(std::vector<NodeCore> &cores, std::uint64_t until, std::uint64_t limit,
                         NodeOutput &output, std::uint64_t pause) {
    cores_ = &cores;
    pause_ = pause;
    const std::uint64_t began = pause == never ? 0 : host_time();
    end_ = until;
    limit_ = limit;
    thrown_ = false;
    network_->separate(true);
    for (std::uint32_t number = first_; number < end_part_; ++number) begin(number);
    // Nothing is on its way: what a part is promised is what the others have to do.
    for (RankLink *link : rank_links_) link->begin();
    for (Part &part : here())
        for (net::Link *link : part.ends)
            if (rank_links_.empty()) link->promise({0, 0});
    for (std::uint32_t number = first_; number < end_part_; ++number) hear(number);
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
        wait_until([this] { return working_.load() == 0; });
    }
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
    finish(output);
    if (pause != never) time_.all += host_time() - began;
    std::uint64_t turns = 0;
    for (Part &part : here()) turns += std::exchange(part.turns, 0);
    return turns;
}

/// Looks some times, then sleeps. What makes it true is done under the lock, with a notification.
/// std::atomic::wait yields before it sleeps, which on a loaded host takes longer than all else.
template <typename Condition> void Parts::wait_until(const Condition &condition) {
    for (int looks = looks_; looks > 0; --looks) {
        if (condition()) return;
        pause_host();
    }
    std::unique_lock held(lock_);
    changed_.wait(held, condition);
}

void Parts::begin_round() {
    const std::lock_guard held(lock_);
    round_.fetch_add(1);
    changed_.notify_all();
}

void Parts::begin(std::uint32_t number) {
    Part &part = parts_[number];
    part.ends.clear();
    for (std::size_t i = 0; i < part.links; ++i) part.ends.push_back(&network_->link(number, i));
    part.acted = true; // it has not promised anything
    part.program->context.output = &part.output;
    part.program->context.apart = true;
    part.bounds = {};
    part.stops = never;
    for (const std::uint32_t node : part.nodes) set_clock(part, node);
}

void Parts::finish(NodeOutput &output) {
    // Some of what is on its way goes through other parts.
    const std::size_t rounds =
        rank_links_.empty() ? std::max<std::size_t>(here().size(), 2) - 1 : network_->most_links();
    for (std::size_t round = 0; round < rounds; ++round) {
        for (RankLink *link : rank_links_)
            if (round) link->go_on();
        for (std::uint32_t i = first_; i < end_part_; ++i) promise(i);
        finish_with_ranks();
        for (std::uint32_t i = first_; i < end_part_; ++i) hear(i);
    }
    network_->separate(false);
    for (std::uint32_t i = first_; i < end_part_; ++i) {
        parts_[i].program->context.output = &output;
        parts_[i].program->context.apart = !has_files_;
        output.add(parts_[i].output);
    }
    network_->refresh();
}

/// All that the neighbours have put in this round comes in.
void Parts::finish_with_ranks() {
    for (RankLink *link : rank_links_) link->finish();
    for (int looks = 0; !std::ranges::all_of(rank_links_, &RankLink::is_finished); ++looks) {
        hear(first_);
        if (looks > looks_) rest(looks - looks_);
    }
}

void Parts::act(std::uint32_t node, NodeOutput &output) {
    NodeCore &acts = core(node);
    ++parts_[first_].turns;
    acts.run(acts.clock() + 1, limit_);
    if (acts.faulted()) output.note(acts.fault());
}

void Parts::set_clock(Part &part, std::uint32_t node) {
    part.clocks->set(place_of_[node], core(node).clock());
}

/// Of nodes that the network, or the control network, has told something.
void Parts::set_told_clocks(std::uint32_t number) {
    for (const std::uint32_t node : network_->part(number).take_told())
        set_clock(parts_[number], node);
}

/// The cycle of what a part has to do next.
std::uint64_t Parts::items(std::uint32_t number) const {
    return std::min(network_->part(number).next_event(), parts_[number].clocks->smallest());
}

/// Takes what has come from other parts. Whether anything has changed.
bool Parts::hear(std::uint32_t number) {
    Part &part = parts_[number];
    bool any = false;
    for (net::Link *link : part.ends) any |= link->hear();
    if (any) {
        network_->receive(number);
        set_told_clocks(number);
    }
    for (const RankLink *link : rank_links_) end_ = std::min(end_.load(), link->end());
    if (!any && end_.load(std::memory_order_relaxed) == part.end) return false;
    bound(number);
    return true;
}

/// Another part's event at a cycle can change something here `crossing_` cycles later, and another
/// part's node can reach one here `lookahead_` cycles later.
void Parts::bound(std::uint32_t number) {
    Part &part = parts_[number];
    std::uint64_t border = never, beyond = never;
    for (const net::Link *link : part.ends) {
        border = std::min(border, link->border());
        beyond = std::min(beyond, link->beyond());
    }
    const std::uint64_t end = part.end = end_.load(std::memory_order_acquire);
    part.bounds.horizon = std::min(later(beyond, lookahead_), end);
    part.bounds.end = std::min(later(border, crossing_), part.bounds.horizon);
    part.bounds.over =
        thrown_.load(std::memory_order_relaxed) || (beyond >= end && items(number) >= end);
}

/// Tells the neighbours what it has done and heard. All that has come has been taken, or is still
/// counted by who has sent it.
void Parts::promise(std::uint32_t number) {
    Part &part = parts_[number];
    const std::uint64_t own = part.beyond = items(number);
    part.risen = part.acted = false;
    for (std::size_t to = 0; to < part.links; ++to) {
        net::Promise promise = {part.borders[to] = border(number, to), own};
        for (std::size_t from = 0; from < part.links; ++from) {
            if (from == to) continue;
            const net::Link &link = *part.ends[from];
            promise.border =
                std::min(promise.border, later(link.border(), part.across[from * part.links + to]));
            promise.beyond = std::min(promise.beyond, link.beyond());
        }
        if (!rank_links_.empty()) rank_links_[to]->end_before(end_);
        part.ends[to]->promise(promise);
    }
}

/// No event or action that the part knows of leads to an event that makes a crossing into a link
/// before this.
std::uint64_t Parts::border(std::uint32_t number, std::size_t link) const {
    const Part &part = parts_[number];
    std::uint64_t least = never;
    const std::uint64_t first = later(part.clocks->smallest(), entry_);
    for (const Level &level : part.levels[link]) {
        if (later(first, level.way) >= least) break;
        std::uint64_t clock = never;
        for (const std::uint32_t place : level.places)
            clock = std::min(clock, part.clocks->at(place));
        least = std::min(least, later(clock, entry_ + level.way));
    }
    return network_->next_event_at(number, link, least);
}

/// No part needs to go on from that cycle on.
void Parts::stop_at(std::uint32_t number, std::uint64_t cycle) {
    Part &part = parts_[number];
    part.stops = std::min(part.stops, cycle);
    part.acted = true; // other ranks are to hear of it
    std::uint64_t end = end_.load();
    while (cycle < end && !end_.compare_exchange_weak(end, cycle)) {
    }
    bound(number);
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

/// Does one thing of a part: the next event of its network, or a turn of a node. False: nothing may
/// be done.
bool Parts::step(std::uint32_t number) {
    Part &part = parts_[number];
    net::Network &network = network_->part(number);
    const std::uint64_t now = part.clocks->smallest();
    if (const std::uint64_t next = network.next_event(); next <= now) {
        if (next >= part.bounds.end) return false;
        network.advance(next);
        part.acted = true;
        part.risen |= next >= part.beyond + few;
        // Ways have whole numbers of links.
        for (const std::uint64_t border : part.borders)
            part.risen |= (border - next) % crossing_ == 0;
        set_told_clocks(number);
        if (network_->send(number)) bound(number); // it may come back
        return true;
    }
    if (now >= part.bounds.end || now >= part.stops) return false;
    network.advance(now);
    const std::uint32_t place = part.clocks->first(), node = part.nodes[place];
    NodeCore &core = this->core(node);
    if (is_for_all(core, network, now)) {
        stop_at(number, now);
        return false;
    }
    // As in Machine::Impl::run_first; what comes out of other parts, too.
    const std::uint64_t others = part.clocks->smallest_but(place);
    const std::uint64_t least = std::min(lookahead_, network.min_delivery_after_take(false));
    std::uint64_t comes = later(network.next_event(), 2 * crossing_);
    for (std::size_t i = 0; i < part.links; ++i)
        comes = std::min(
            comes, later(part.ends[i]->border(), crossing_ + part.ways[place * part.links + i]));
    const std::uint64_t horizon =
        std::min({network.next_delivery(node), now + longest_stretch, later(others, least),
                  later(comes, delivery_), part.bounds.horizon, part.stops});
    ++part.turns;
    part.acted = true;
    for (std::size_t i = 0; i < part.links; ++i)
        part.risen |= later(now, entry_ + part.ways[place * part.links + i]) == part.borders[i];
    part.risen |= now >= part.beyond + few;
    core.run(horizon, limit_);
    set_clock(part, node);
    set_told_clocks(number); // a barrier is complete
    if (network_->send(number)) bound(number);
    if (core.faulted()) {
        part.output.note(core.fault());
        stop_at(number, core.fault().cycle + lookahead_);
    }
    return true;
}

/// A part that waits for others lets its first node compute further. False: it has stopped.
bool Parts::run_further(std::uint32_t number, std::uint64_t cycles) {
    Part &part = parts_[number];
    const std::uint32_t place = part.clocks->first();
    if (part.clocks->smallest() == never || !core(part.nodes[place]).run_further(cycles, limit_))
        return false;
    set_clock(part, part.nodes[place]);
    part.acted = true;
    return true;
}

/// One thread: parts in random order, which hear of each other late.
void Parts::run_in_random_order() {
    while (std::ranges::any_of(parts_, [](const Part &part) { return !part.bounds.over; })) {
        const auto number = static_cast<std::uint32_t>(random_() % parts_.size());
        if (random_() % 4 == 0) hear(number);
        if (random_() % 4 == 0) promise(number);
        constexpr unsigned rarely = 400; // all stop where they are
        if (random_() % rarely == 0) end_ = 0;
        if (parts_[number].bounds.over) continue;
        if (random_() % 4 == 0) run_further(number, 1 + random_() % 1000);
        for (std::uint32_t steps = 1 + random_() % 8; steps && step(number); --steps) {
        }
        bound(number); // it may be over
    }
}

/// Does what a part may do, after it has heard. Returns the number of things.
std::uint64_t Parts::run_part(std::uint32_t number) {
    Part &part = parts_[number];
    std::uint64_t steps = 0;
    promise(number);
    for (; !part.bounds.over && step(number); ++steps)
        if (part.risen) promise(number);
    if (part.acted) promise(number);
    bound(number); // it may be over
    return steps;
}

/// What a thread does of a run: some neighbouring parts are its own.
void Parts::work(unsigned thread) {
    const unsigned count = end_part_ - first_;
    const unsigned first = first_ + thread * count / threads_,
                   end = first_ + (thread + 1) * count / threads_;
    std::minstd_rand random(thread + 1);
    BusyTime time(pause_ != never);
    constexpr unsigned rounds_a_look = 16; // at the host's clock
    unsigned rounds = 0;
    // Cycles that take a us, or some 20: meanwhile nobody hears of the parts.
    constexpr std::uint64_t least_further = 1 << 10, most_further = 1 << 15;
    std::uint64_t further = least_further, steps = 0;
    const std::uint64_t most_steps = options_.change_every ? options_.change_every : never;
    for (int looks = 0;; ++looks) {
        // No part is further ahead than others allow, so all may stop where they are.
        const bool looks_at_clock = ++rounds % rounds_a_look == 0 || looks > looks_;
        if (thread == 0 &&
            (steps >= most_steps || (pause_ != never && looks_at_clock && host_time() >= pause_)))
            end_ = 0;
        bool any = false, over = true;
        const std::uint64_t before = steps;
        for (unsigned number = first; number < end; ++number) {
            if (options_.delay)
                std::this_thread::sleep_for(std::chrono::microseconds(random() % options_.delay));
            if (hear(number) || parts_[number].acted) {
                any = true;
                steps += run_part(number);
            }
            over &= parts_[number].bounds.over;
        }
        if (over || thrown_.load(std::memory_order_relaxed)) break;
        if (steps != before) {
            further = least_further;
            time.works();
        } else {
            time.looks_in_vain();
        }
        if (any) {
            looks = -1;
            continue;
        }
        constexpr int looks_before_further = 8;
        if (looks >= looks_before_further) {
            for (unsigned number = first; number < end; ++number)
                any |= run_further(number, further);
            if (any) {
                time.works();
                further = std::min(2 * further, most_further);
                continue;
            }
        }
        if (looks < looks_)
            pause_host();
        else
            rest(looks - looks_);
    }
    if (pause_ == never) return;
    const std::lock_guard held(lock_);
    time_.busy += time.busy();
}

/// Where it throws, because of a bug in inlet, or as there is no memory, the run is over for all
/// threads, and run() throws it.
void Parts::work_or_end_all(unsigned thread) {
    try {
        work(thread);
    } catch (...) {
        const std::lock_guard held(lock_);
        if (!exception_) exception_ = std::current_exception();
        thrown_ = true;
    }
}

void Parts::serve(const std::stop_token &stop, unsigned thread) {
    std::uint32_t seen = 0;
    for (;;) {
        wait_until([&] { return round_.load() != seen; });
        seen = round_.load();
        if (stop.stop_requested()) return;
        work_or_end_all(thread);
        const std::lock_guard held(lock_);
        working_.fetch_sub(1);
        changed_.notify_all();
    }
}

} // namespace inlet
