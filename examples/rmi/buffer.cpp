// run: --nodes 4
// flags: -O2 -lpanda
// A bounded buffer as in Java (Bhoedjang's thesis, 001, 7.2.1): put waits while it is full, get
// while it is empty. Each other process has a thread that takes numbers out.
#include <array>
#include <rmi.hpp>
#include <stdio.h>

constexpr int items = 40;

struct Buffer : rmi::object {
    std::array<int, 4> item{};
    unsigned first = 0, last = 0;
    void put(int v) {
        rmi::synchronized s(*this);
        while (last - first == item.size()) wait();
        item[last++ % item.size()] = v;
        notify_all();
    }
    int get() {
        rmi::synchronized s(*this);
        while (first == last) wait();
        const int v = item[first++ % item.size()];
        notify_all();
        return v;
    }
};

struct Consumer : rmi::object {
    rmi::remote<Buffer> buffer;
    explicit Consumer(rmi::remote<Buffer> b) : buffer(b) {}
    std::pair<int, int> run() { // the number of items and their sum, until 0 comes
        std::pair<int, int> taken{};
        while (const int v = buffer.call<&Buffer::get>()) {
            ++taken.first;
            taken.second += v;
        }
        return taken;
    }
};

int main() {
    return rmi::run([] {
        auto buffer = rmi::create<Buffer>(3);
        std::vector<rmi::thread<std::pair<int, int>>> consumers;
        for (unsigned p = 1; p < rmi::processors(); ++p)
            consumers.push_back(rmi::start<&Consumer::run>(rmi::create<Consumer>(p, buffer)));
        for (int i = 1; i <= items; ++i) buffer.call<&Buffer::put>(i);
        for (unsigned p = 1; p < rmi::processors(); ++p) buffer.call<&Buffer::put>(0);
        int count = 0, sum = 0;
        for (const auto &c : consumers) {
            const auto [taken, values] = c.join();
            count += taken;
            sum += values;
        }
        printf("%d items, their sum is %d\n", count, sum);
    });
}
