// run: --nodes 4
// flags: -O2 -lpanda
// Bhoedjang's thesis (001), Figure 6.9: a job queue whose handler waits on a condition until there
// is a job. Panda refuses that in a handler; a popup thread may wait anywhere.
#include <rmi.hpp>
#include <stdio.h>

constexpr int jobs = 30;

struct JobQueue : rmi::object {
    std::vector<int> queue;
    void add(int id) {
        rmi::synchronized s(*this);
        queue.push_back(id);
        notify();
    }
    int get() {
        rmi::synchronized s(*this);
        while (queue.empty()) wait(); // in the middle of a method
        const int id = queue.front();
        queue.erase(queue.begin());
        return id;
    }
};

struct Worker : rmi::object {
    int done = 0;
    int run(rmi::remote<JobQueue> jobs_to_do) {
        int sum = 0;
        for (; const int id = jobs_to_do.call<&JobQueue::get>(); ++done) sum += id;
        return sum;
    }
    int jobs_done() { return done; }
};

int main() {
    return rmi::run([] {
        auto queue = rmi::create<JobQueue>(0);
        std::vector<rmi::remote<Worker>> workers;
        std::vector<rmi::thread<int>> threads;
        for (unsigned p = 1; p < rmi::processors(); ++p) {
            workers.push_back(rmi::create<Worker>(p));
            threads.push_back(rmi::start<&Worker::run>(workers.back(), queue));
        }
        // The workers ask for jobs that are not there yet.
        for (int id = 1; id <= jobs; ++id) queue.call<&JobQueue::add>(id);
        for (unsigned p = 1; p < rmi::processors(); ++p) queue.call<&JobQueue::add>(0);
        int done = 0, sum = 0;
        for (const auto &t : threads) sum += t.join();
        for (const auto &w : workers) done += w.call<&Worker::jobs_done>();
        printf("%d jobs, their sum is %d\n", done, sum);
    });
}
