// Multigame's search (Bhoedjang's thesis, 001, 8.4.1): IDA* over a transposition table that is
// spread over all processes. Work goes to the data: a job is sent to the owner of its position, who
// looks it up in its part of the table and goes on with it (Romein et al., AAAI 1999). All messages
// are one-way.
//
//     struct puzzle { ... };                               // a game: the concept below
//     const auto result = multigame::solve<puzzle>(root, {.jobs = 64});
//
// A game is a type with static members and a type `state`:
//
//     state               at most 20 bytes, trivially copyable, compared by ==
//     no_move             the last move of the root
//     for_each_move(const state &s, unsigned last, auto f)
//                         f(child, move) for each move, except the one that undoes `last`
//     estimate(s)         moves to a solution, never too many; 0 to 65535
//     hash(s)             32 bits; the owner and the place in the table depend on it
//     solved(s)
//
// A program uses Panda-ST for nothing else while it searches. One search at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <fail.h>
#include <pan.h>
#include <type_traits>
#include <vector>

namespace multigame {

struct options {
    unsigned jobs = 64;       ///< of a message, at most; 1 to 1024
    unsigned table_bits = 12; ///< 2^table_bits entries in each process, up to 24; 0: no table
    unsigned until = 65535;   ///< the last threshold that is searched
};

/// Sums over all processes.
struct counters {
    std::uint64_t jobs = 0;      ///< positions within the threshold
    std::uint64_t generated = 0; ///< children of these, within the threshold or not
    std::uint64_t pruned = 0;    ///< jobs that the table has answered
    std::uint64_t sent = 0;      ///< jobs that went to another process ...
    std::uint64_t messages = 0;  ///< ... in so many messages
    std::uint64_t solutions = 0; ///< jobs whose position is solved

    counters &operator+=(const counters &other) {
        jobs += other.jobs, generated += other.generated, pruned += other.pruned;
        sent += other.sent, messages += other.messages, solutions += other.solutions;
        return *this;
    }
    counters operator-(const counters &other) const {
        return {jobs - other.jobs, generated - other.generated, pruned - other.pruned,
                sent - other.sent, messages - other.messages,   solutions - other.solutions};
    }
};

struct iteration : counters {
    std::uint32_t threshold = 0;
    std::uint32_t waves = 0; ///< that it took to see the end
};

struct result {
    bool solved = false;
    unsigned length = 0;               ///< moves of the shortest solutions
    std::vector<iteration> iterations; ///< in their order
};

namespace detail {

inline constexpr std::uint32_t no_threshold = 0xffffffff;

template <class Game> struct job {
    typename Game::state position;
    std::uint16_t cost, estimate, threshold, last;
    char unused[32 - sizeof(typename Game::state) - 4 * sizeof(std::uint16_t)];
};

/// A position that was searched, or is being searched, `remaining` moves deep.
template <class Game> struct entry {
    typename Game::state position;
    std::uint16_t remaining;
    std::uint16_t iteration; ///< threshold + 1; 0: the entry is free
};

/// Process 0 asks all for their counters. A process answers without a job and with empty buffers.
/// Answers are added up along a binary tree.
struct answer {
    counters sums;
    std::uint32_t received = 0;             ///< jobs
    std::uint32_t threshold = no_threshold; ///< of the latest job; no_threshold: there was none
    std::uint32_t next = no_threshold;      ///< the lowest one beyond it that a position needs
    std::uint32_t search = 0;               ///< number of the search

    void add(const answer &other) {
        sums += other.sums;
        received += other.received;
        if (other.threshold == no_threshold) return;
        if (threshold == no_threshold || threshold < other.threshold)
            threshold = other.threshold, next = other.next;
        else if (threshold == other.threshold && other.next < next)
            next = other.next;
    }
};

template <class Game> class search {
    static_assert(sizeof(typename Game::state) <= 20, "a state has at most 20 bytes");
    static_assert(std::is_trivially_copyable_v<typename Game::state>);
    static_assert(alignof(typename Game::state) <= 4, "a state is aligned to at most 4 bytes");
    using job = detail::job<Game>;
    static_assert(sizeof(job) == 32); // 001 8.4.1

  public:
    explicit search(const options &options)
        : options_(checked(options)), me_(pan_my_pid()), procs_(pan_nr_processes()),
          children_((2 * me_ + 1 < procs_) + (2 * me_ + 2 < procs_)), number_(++searches()),
          buffers_(procs_), table_(options.table_bits ? std::size_t{1} << options.table_bits : 0) {
        current() = this;
        // Access points are for good: a second search uses those of the first.
        static pan_sap_p const points[] = {pan_sap_create(take_jobs), pan_sap_create(take_wave),
                                           pan_sap_create(take_answer), pan_sap_create(take_end)};
        points_ = points;
        answers_ = joined();
        joined() = 0;
    }
    search(const search &) = delete;
    search &operator=(const search &) = delete;
    ~search() { current() = nullptr; }

    result run(const typename Game::state &root) {
        while (!ended_) {
            if (!stack_.empty()) {
                const job j = stack_.back();
                stack_.pop_back();
                execute(j);
                pan_poll();
            } else if (!flush() && !reply() && !ask(root)) {
                if (!ended_) pan_wait();
            }
        }
        result result;
        result.iterations = iterations_;
        const iteration &last = iterations_.back();
        result.solved = last.solutions != 0;
        result.length = result.solved ? last.threshold : 0;
        return result;
    }

  private:
    enum { jobs_point, wave_point, answer_point, end_point };

    /// Before the table is allocated.
    static const options &checked(const options &options) {
        if (options.jobs < 1 || options.jobs > 1024)
            xnet_fail("multigame: %u jobs in a message; 1 to 1024 are possible", options.jobs);
        if (options.table_bits > 24)
            xnet_fail("multigame: a table of 2^%u entries; 2^24 is the largest",
                      options.table_bits);
        return options;
    }

    static search *&current() {
        static search *it;
        return it;
    }
    /// Searches that this process has begun.
    static std::uint32_t &searches() {
        static std::uint32_t count;
        return count;
    }
    /// Children that have begun the next search while this process was still busy with the one
    /// before.
    static unsigned &joined() {
        static unsigned count;
        return count;
    }

    // --- jobs ---

    void execute(const job &j) {
        if (j.threshold != threshold_) {
            threshold_ = j.threshold;
            next_ = no_threshold;
        }
        ++mine_.jobs;
        if (Game::solved(j.position)) {
            ++mine_.solutions;
            return;
        }
        if (options_.table_bits && known(j)) {
            ++mine_.pruned;
            return;
        }
        Game::for_each_move(j.position, j.last,
                            [&](const typename Game::state &child, unsigned move) {
                                ++mine_.generated;
                                const unsigned cost = j.cost + 1u;
                                const unsigned estimate = Game::estimate(child);
                                if (cost + estimate <= j.threshold)
                                    place(child, cost, estimate, j.threshold, move);
                                else if (cost + estimate < next_)
                                    next_ = cost + estimate;
                            });
    }

    void place(const typename Game::state &position, unsigned cost, unsigned estimate,
               unsigned threshold, unsigned last) {
        job j{};
        j.position = position;
        j.cost = static_cast<std::uint16_t>(cost);
        j.estimate = static_cast<std::uint16_t>(estimate);
        j.threshold = static_cast<std::uint16_t>(threshold);
        j.last = static_cast<std::uint16_t>(last);
        const unsigned owner = Game::hash(position) % procs_;
        if (owner == me_) {
            stack_.push_back(j);
            return;
        }
        std::vector<job> &buffer = buffers_[owner];
        buffer.push_back(j);
        if (buffer.size() == options_.jobs) send(owner);
    }

    void send(unsigned owner) {
        std::vector<job> &buffer = buffers_[owner];
        const pan_iovec_t part = {buffer.data(),
                                  static_cast<unsigned>(buffer.size() * sizeof(job))};
        mine_.sent += buffer.size();
        ++mine_.messages;
        pan_unicast(owner, points_[jobs_point], const_cast<pan_iovec_p>(&part), 1, nullptr, 0);
        buffer.clear();
    }

    /// Whether there was something to send. The receivers that follow this process are first, so
    /// that not all send to process 0 at the same time.
    bool flush() {
        bool any = false;
        for (unsigned i = 1; i < procs_; ++i) {
            const unsigned owner = (me_ + i) % procs_;
            if (buffers_[owner].empty()) continue;
            send(owner);
            any = true;
        }
        return any;
    }

    /// True: the position was searched at least as deep as `j` asks. Else it is entered.
    bool known(const job &j) {
        const std::uint32_t place = Game::hash(j.position) / procs_;
        entry<Game> &e = table_[place & ((1u << options_.table_bits) - 1)];
        const auto remaining = static_cast<std::uint16_t>(j.threshold - j.cost);
        const auto iteration = static_cast<std::uint16_t>(j.threshold + 1);
        if (e.iteration && e.position == j.position && e.remaining >= remaining) return true;
        // What an earlier iteration has left goes first, then what saves less.
        if (e.iteration != iteration || e.remaining <= remaining || e.position == j.position)
            e = {j.position, remaining, iteration};
        return false;
    }

    static void take_jobs(pan_msg_p message, void *, unsigned) {
        search &s = *current();
        const std::size_t n = pan_msg_size(message) / sizeof(job), before = s.stack_.size();
        s.stack_.resize(before + n);
        pan_msg_consume(message, s.stack_.data() + before, static_cast<unsigned>(n * sizeof(job)));
        s.received_ += static_cast<std::uint32_t>(n);
    }

    // --- the end of an iteration: two waves with the same sums, as many jobs received as sent ---

    static void take_wave(pan_msg_p message, void *, unsigned) {
        pan_msg_discard(message);
        current()->asked_ = true;
    }

    /// Answers a wave. False: nobody has asked, or children have not answered.
    bool reply() {
        if (!asked_ || answers_ < children_) return false;
        asked_ = false;
        add({mine_, received_, threshold_, next_, number_});
        if (me_ == 0) return true;
        wave_.search = number_;
        const pan_iovec_t part = {&wave_, sizeof wave_};
        pan_unicast((me_ - 1) / 2, points_[answer_point], const_cast<pan_iovec_p>(&part), 1,
                    nullptr, 0);
        wave_ = {};
        answers_ = 0;
        return true;
    }

    static void take_answer(pan_msg_p message, void *, unsigned) {
        answer a;
        pan_msg_consume(message, &a, sizeof a);
        if (current() && a.search == current()->number_)
            current()->add(a);
        else
            ++joined();
    }

    void add(const answer &a) {
        wave_.add(a);
        ++answers_;
    }

    /// Process 0: begins a wave, or ends an iteration. False: answers are missing.
    bool ask(const typename Game::state &root) {
        if (me_ != 0 || answers_ <= children_) return false;
        if (iterations_.empty()) { // all processes are here
            begin(root, Game::estimate(root));
            return true;
        }
        if (waves_ > 1 && wave_.sums.sent == wave_.received &&
            wave_.sums.sent == before_.sums.sent && before_.sums.sent == before_.received) {
            end_iteration(root);
            return true;
        }
        before_ = wave_;
        wave_ = {};
        answers_ = 0;
        ++waves_;
        asked_ = true;
        if (procs_ > 1) pan_multicast(&pan_all, points_[wave_point], nullptr, 0, nullptr, 0);
        return true;
    }

    void begin(const typename Game::state &root, unsigned threshold) {
        iteration it;
        it.threshold = threshold;
        iterations_.push_back(it);
        waves_ = 0;
        answers_ = children_ + 1;
        place(root, 0, Game::estimate(root), threshold, Game::no_move);
    }

    void end_iteration(const typename Game::state &root) {
        iteration &it = iterations_.back();
        static_cast<counters &>(it) = wave_.sums - total_;
        it.waves = waves_;
        total_ = wave_.sums;
        if (!it.solutions && wave_.next <= options_.until && wave_.next != no_threshold) {
            begin(root, wave_.next);
            return;
        }
        ended_ = true;
        if (procs_ == 1) return;
        const pan_iovec_t part = {iterations_.data(),
                                  static_cast<unsigned>(iterations_.size() * sizeof(iteration))};
        pan_multicast(&pan_all, points_[end_point], const_cast<pan_iovec_p>(&part), 1, nullptr, 0);
    }

    static void take_end(pan_msg_p message, void *, unsigned) {
        search &s = *current();
        s.iterations_.resize(pan_msg_size(message) / sizeof(iteration));
        pan_msg_consume(message, s.iterations_.data(), pan_msg_size(message));
        s.ended_ = true;
    }

    const options options_;
    const unsigned me_, procs_;
    const unsigned children_; ///< in the tree of answers
    const std::uint32_t number_;
    const pan_sap_p *points_;
    std::vector<job> stack_;                ///< own jobs, the latest first
    std::vector<std::vector<job>> buffers_; ///< by owner
    std::vector<entry<Game>> table_;
    counters mine_;
    std::uint32_t received_ = 0;
    std::uint32_t threshold_ = no_threshold, next_ = no_threshold;
    bool asked_ = true, ended_ = false; ///< the first answer says that this process is here
    std::vector<iteration> iterations_;

    answer wave_; ///< the sum of the answers of this process's part of the tree
    unsigned answers_ = 0;

    // Of process 0.
    answer before_;
    counters total_; ///< of the iterations that have ended
    unsigned waves_ = 0;
};

} // namespace detail

/// Searches with growing thresholds until one has a solution, and that one to its end, so counts
/// without a table do not depend on the processes. Collective: all processes call it, with the same
/// arguments, after pan_init; all get the result.
template <class Game> result solve(const typename Game::state &root, const options &options = {}) {
    return detail::search<Game>(options).run(root);
}

} // namespace multigame
