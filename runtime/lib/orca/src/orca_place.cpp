// Placement by use (001 7.1.2; docs/orca.md, "Placement by use"). An ordered broadcast changes an
// object's place, so at each point of the order all processes agree where the object is. The
// process that has the state sends it to the processes at the new place. Until the state arrives
// there, broadcasts and requests wait in the object's queue.
#include <orca_core.hpp>

namespace orca::core {

header node::make_change(reference to, std::uint16_t place) const {
    header h = make_header(kind::change, nullptr, to, nullptr);
    h.node = place;
    return h;
}

bool node::has(reference to) {
    const object &o = find(to);
    if (!o.moves) return to.place == everywhere || to.place == me_;
    return !o.moves->missing && (o.moves->place == everywhere || o.moves->place == me_);
}

void node::again(call &c) {
    ++count.again;
    c.again = c.done = true;
}

/// Discards the continuations of an object whose place changes. No process has executed them, so
/// every caller, local or remote, retries its operation at the new place. All replicas discard the
/// same blocked writes, since the change has one position in the order of broadcasts.
void node::end_continuations(object &o) {
    for (invocation &i : o.blocked)
        if (i.from)
            replies.push_back({i.from, delivered_, {}, true});
        else if (i.invoker)
            again(*i.invoker);
    o.blocked.clear();
}

void node::change(object &o, const event &e) {
    movable &m = *o.moves;
    const std::uint16_t from = m.place, to = e.h.node;
    m.changing = false;
    if (from == to) return;
    ++count.changes;
    end_continuations(o);
    m.place = to;
    m.since = e.number;
    m.used_by.clear();
    m.used = m.written = m.reads = 0;
    if (from == me_) {
        transfer t{to, e.h, {}};
        t.h.kind = kind::state;
        t.h.delivered = e.number;
        o.type->save(o.state, t.state);
        t.h.scalars = t.state.scalars;
        transfers.push_back(std::move(t));
    } else if (from != everywhere && (to == everywhere || to == me_)) {
        m.missing = true;
        ++missing_;
        advance(o); // its state may have come before the change
    }
}

void node::state(const header &h, marshal::message m) {
    handle({0, h, std::move(m), nullptr, 0}); // the state may arrive before its change
}

/// If the awaited state has arrived, loads it and then executes the queued broadcasts and requests,
/// up to the next change of place that has to wait for another state.
void node::advance(object &o) {
    movable &m = *o.moves;
    for (std::size_t i = 0; m.missing && i < m.arrived.size(); ++i) {
        if (m.arrived[i].first != m.since) continue;
        const marshal::message state = std::move(m.arrived[i].second);
        m.arrived.erase(m.arrived.begin() + static_cast<std::ptrdiff_t>(i));
        marshal::reader in(state);
        o.type->load(o.state, in);
        m.missing = false;
        --missing_;
        std::vector<event> queue = std::move(m.queue);
        m.queue.clear();
        std::size_t next = 0;
        while (next < queue.size() && !m.missing) serve(o, std::move(queue[next++]));
        // If a change in the queue has set m.missing, the rest of the queue waits for its state.
        // That state may have arrived, and advance() has then emptied m.queue; so each event goes
        // through handle(), which executes it or queues it.
        for (; next < queue.size(); ++next) handle(std::move(queue[next]));
        break;
    }
    if (m.missing) return;
    for (call *c : m.waiting) again(*c);
    m.waiting.clear();
}

/// Counts operations of process `by`. Only the object's manager counts: the process that has the
/// object, or the maker of a replicated object.
void node::used(reference to, object &o, unsigned by, unsigned operations, bool write) {
    movable &m = *o.moves;
    if ((m.place == everywhere ? to.maker : m.place) != me_) return;
    if (m.used_by.size() <= by) m.used_by.resize(by + 1u);
    m.used_by[by] += operations;
    m.used += operations;
    m.written += write;
    if (m.used >= policy.after && !m.changing && processes_) decide(to, m);
}

/// Computes the cost of the counted operations at each place, in tenths of an RPC, and moves the
/// object to the cheapest place if policy.gain allows. At one process, every operation of another
/// process costs an RPC. With replicas, every write costs a broadcast.
void node::decide(reference to, movable &m) {
    const std::uint64_t replicated = std::uint64_t{m.written} * policy.broadcast_tenths;
    auto single = [&](std::size_t p) { return std::uint64_t{m.used - m.used_by[p]} * 10; };
    std::uint64_t now = replicated, best = replicated;
    std::uint16_t place = everywhere;
    if (m.place != everywhere) now = m.place < m.used_by.size() ? single(m.place) : m.used * 10;
    for (std::size_t p = 0; p < m.used_by.size(); ++p)
        if (single(p) < best) {
            best = single(p);
            place = static_cast<std::uint16_t>(p);
        }
    m.used_by.clear();
    m.used = m.written = 0;
    if (place == m.place || best * policy.gain > now) return;
    m.changing = true;
    changes.push_back(make_change(to, place));
}

// --- comparison of replicas ----------------------------------------------------------------------

/// Returns maker, number and a digest of the state of each replica on this node.
marshal::message node::digests() const {
    marshal::writer out;
    for (std::uint32_t maker = 0; maker < objects_.size(); ++maker)
        for (std::uint32_t number = 0; number < objects_[maker].size(); ++number) {
            const object *const o = objects_[maker][number];
            if (!o || !o->type || !o->type->save) continue;
            if (o->moves ? o->moves->missing || o->moves->place != everywhere : !o->replicated)
                continue;
            marshal::message state;
            o->type->save(o->state, state);
            std::uint64_t digest = 14695981039346656037u; // FNV-1a
            for (const std::uint8_t byte : state.bytes) digest = (digest ^ byte) * 1099511628211u;
            out(maker, number, digest);
        }
    return out.copy();
}

void node::compare(unsigned src, const call *invoker, const marshal::message &theirs) {
    std::size_t at = 0;
    while (digests_[at].src != src || digests_[at].invoker != invoker) ++at;
    const marshal::message mine = std::move(digests_[at].mine);
    digests_.erase(digests_.begin() + static_cast<std::ptrdiff_t>(at));
    marshal::reader a(theirs), b(mine);
    constexpr std::size_t bytes = 16; // of one object's entry
    std::size_t left_a = theirs.bytes.size() / bytes, left_b = mine.bytes.size() / bytes;
    std::uint32_t maker_a = 0, number_a = 0, maker_b = 0, number_b = 0;
    std::uint64_t digest_a = 0, digest_b = 0;
    bool next_a = true, next_b = true;
    // Both lists have the same order. An object whose state has not arrived at one of the two
    // processes is in one list only.
    for (;;) {
        if (next_a && !left_a--) return;
        if (next_b && !left_b--) return;
        if (next_a) a(maker_a, number_a, digest_a);
        if (next_b) b(maker_b, number_b, digest_b);
        const auto x = std::pair(maker_a, number_a), y = std::pair(maker_b, number_b);
        if (x == y && digest_a != digest_b && !differs) {
            differs = objects_[maker_a][number_a]->type;
            differs_from = src;
        }
        next_a = x <= y;
        next_b = y <= x;
    }
}

} // namespace orca::core
