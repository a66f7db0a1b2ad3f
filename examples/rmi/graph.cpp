// run: --nodes 2
// flags: -O2 -lpanda
// A graph of objects as argument and result (001 7.2.2): a ring of towns that share one country is
// copied to process 1 and back. It keeps its shape; the reference to the map stays a reference.
#include <rmi.hpp>
#include <stdio.h>

struct Country : rmi::value {
    std::string name;
    int visits = 0;
    void serialize(auto &a) { a(name, visits); }
};
struct Map;
struct Town : rmi::value {
    std::string name;
    rmi::ptr<Country> country;
    rmi::ptr<Town> next;
    rmi::remote<Map> map;
    void serialize(auto &a) { a(name, country, next, map); }
};
struct Map : rmi::object {
    int travellers = 0;
    void arrive() {
        rmi::synchronized s(*this);
        ++travellers;
    }
    int count() { return travellers; }
    /// Goes round the ring once and returns the last town.
    rmi::ptr<Town> travel(rmi::ptr<Town> from, int towns) {
        while (towns--) {
            ++from->country->visits;
            from->map.call<&Map::arrive>(); // the map where the town was made
            from = from->next;
        }
        return from;
    }
};

int main() {
    return rmi::run([] {
        auto here = rmi::create<Map>(0), there = rmi::create<Map>(1);
        auto country = rmi::make<Country>();
        country->name = "Frisia";
        rmi::ptr<Town> first, last;
        for (const char *name : {"Dokkum", "Sneek", "Stavoren"}) {
            auto town = rmi::make<Town>();
            town->name = name;
            town->country = country;
            town->map = here;
            town->next = first;
            if (!last) last = town;
            first = town;
        }
        last->next = first; // a cycle
        rmi::ptr<Town> back = there.call<&Map::travel>(first, 5);
        printf("in %s, %s has %d visits; the original has %d\n", back->name.c_str(),
               back->country->name.c_str(), back->country->visits, country->visits);
        printf("the ring is closed: %d, one country: %d, travellers here: %d\n",
               back->next->next->next == back,
               back->country == back->next->country && back->country == back->next->next->country,
               here.call<&Map::count>());
        last->next = back->next = nullptr; // counted pointers do not free cycles
    });
}
