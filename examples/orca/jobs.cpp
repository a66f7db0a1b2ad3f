// run: --nodes 4
// flags: -O2 -lpanda
// A bounded job queue by guards (Bhoedjang's thesis, 001, 7.1.1): put waits while it is full, get
// while it is empty and not closed. The queue is on process 0; the sum of results is replicated.
#include <array>
#include <orca.hpp>
#include <stdio.h>

constexpr int jobs = 40;

struct Queue {
    std::array<int, 4> job{};
    unsigned first = 0, last = 0;
    bool closed = false;
    orca::guarded<> put(int id) {
        if (last - first == job.size()) return orca::blocked;
        job[last++ % job.size()] = id;
        return {};
    }
    void close() { closed = true; }
    // Two alternatives: the end, which reads, and the next job, which writes.
    orca::guarded<int> end() const {
        if (!closed || first != last) return orca::blocked;
        return 0;
    }
    orca::guarded<int> get() {
        if (first == last) return orca::blocked;
        return job[first++ % job.size()];
    }
};

struct Result {
    int done = 0, sum = 0;
    unsigned workers = 0;
    void add(int jobs, int ids) {
        done += jobs;
        sum += ids;
        ++workers;
    }
    orca::guarded<std::pair<int, int>> await(unsigned count) const {
        if (workers < count) return orca::blocked;
        return std::pair(done, sum);
    }
};

void worker(orca::shared<Queue> queue, orca::shared<Result> result) {
    int done = 0, sum = 0;
    while (int id = queue.call<orca::alternatives<&Queue::end, &Queue::get>>()) {
        ++done;
        sum += id;
    }
    result.call<&Result::add>(done, sum);
}

int main() {
    return orca::run([] {
        orca::shared<Queue> queue(orca::single(0));
        orca::shared<Result> result(orca::replicated);
        const unsigned workers = orca::processors();
        for (unsigned i = 0; i < workers; ++i) orca::fork<worker>(i, queue, result);
        for (int id = 1; id <= jobs; ++id) queue.call<&Queue::put>(id);
        queue.call<&Queue::close>();
        const auto [done, sum] = result.call<&Result::await>(workers);
        printf("%d jobs, their numbers add up to %d\n", done, sum);
    });
}
