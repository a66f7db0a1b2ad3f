// Archives of the network interface (archive/archive.h). The network must be loaded before it.
#include "archive/archive.h"

#include "ni/t1/interface.h"

namespace inlet::t1 {

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

static void archive(Archive &ar, Gang &gang) {
    auto &[rings_at, timer, drain, kmh, balance] = gang;
    ar.cycle(rings_at);
    ar(timer, drain, kmh, balance);
}

static void archive(Archive &ar, Late::Effect &effect) {
    auto &[number, value, after] = effect;
    ar(number, value, after);
}

void Late::archive(Archive &ar) {
    auto &[loads, effects, loads_count, effects_count] = *this;
    ar(loads_count, effects_count);
    // The maximum number of late results between two instructions.
    ar.require(loads_count <= after_load && effects_count <= after_write, "too much is late");
    for (unsigned i = 0; i < loads_count; ++i) {
        t1::archive(ar, loads[i]);
        ar.require(loads[i].after == after_load && loads[i].number < 32, "a load that is too late");
    }
    for (unsigned i = 0; i < effects_count; ++i) {
        t1::archive(ar, effects[i]);
        ar.require(effects[i].after > (i ? effects[i - 1].after : 0) &&
                       effects[i].after <= after_write,
                   "an effect that is too late");
    }
}

void Hardwired::archive(Archive &ar) {
    auto &[config, number, mesh, units] = *this;
    for (auto &[ready, answers, message] : units) {
        ar.cycle(ready);
        ar(answers, message);
        ar.require(message.destination < config->nodes && message.channel < net::priorities &&
                       !message.bytes,
                   "an answer that cannot be sent");
    }
}

void Interface::archive(Archive &ar) {
    auto &[config, number, mesh, stored, ee, lpee, listens, high_interrupts, low_interrupts, timeh,
           timec, dmh, outh, timelet_at, sent, last, hardwired, levels, hidden, vectors, late,
           gang] = *this;
    ar(stored, ee, lpee, listens, high_interrupts, low_interrupts, timeh, timec, dmh, outh);
    ar.cycle(timelet_at);
    ar(sent, last);
    hardwired.archive(ar);
    for (auto &[epc, information, message, of_message, user, held] : levels) {
        ar(epc, information, message, of_message, user, held);
        ar.require(message.destination < config->nodes, "a message to a node that there is not");
    }
    ar(hidden, vectors, late);
    t1::archive(ar, gang);
}

} // namespace inlet::t1
