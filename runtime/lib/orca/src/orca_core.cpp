// Objects, operations and continuations of <orca_core.hpp>. orca_place.cpp has the changes of
// places.
#include <orca_core.hpp>

namespace orca::core {

node::object &node::find(reference to) {
    if (objects_.size() <= to.maker) objects_.resize(to.maker + 1u);
    auto &made = objects_[to.maker];
    if (made.size() <= to.number) made.resize(to.number + 1u);
    object *&o = made[to.number];
    if (!o) {
        o = new object;
        if (to.place == by_use) o->moves = new movable;
    }
    return *o;
}

void node::install(reference to, void *state, const operation *type) {
    object &o = find(to);
    o.state = state;
    o.type = type;
    o.replicated = to.place == everywhere;
}

header node::make_header(kind k, const operation *op, reference to, call *invoker) const {
    header h{};
    h.kind = k;
    h.to = to;
    h.delivered = delivered_;
    h.op = op;
    h.invoker = invoker;
    if (k == kind::apply && to.place == by_use)
        h.reads = objects_[to.maker][to.number]->moves->reads;
    return h;
}

action node::begin(call &c) {
    c.done = c.again = false;
    c.at = c.to.place;
    object *o = nullptr;
    if (c.to.place == by_use) {
        o = &find(c.to);
        if (o->moves->missing) {
            o->moves->waiting.push_back(&c);
            return action::wait;
        }
        c.at = o->moves->place;
    }
    const bool replicated = c.at == everywhere;
    if (!replicated && c.at != me_) {
        ++count.requests;
        return action::request;
    }
    if (!o) o = &find(c.to);
    const bool reads_only = replicated && c.op->writes;
    target on{o->state};
    if (c.attempt(c, on, reads_only)) {
        ++count.local;
        c.wrote = on.changed;
        if (on.changed) resume(*o);
        if (o->moves && replicated)
            ++o->moves->reads;
        else if (o->moves)
            used(c.to, *o, me_, 1, on.changed);
        return action::done;
    }
    if (reads_only) {
        ++count.broadcasts;
        return action::broadcast;
    }
    ++count.blocked;
    invocation i;
    i.op = c.op;
    i.invoker = &c;
    i.own_parameters = true;
    o->blocked.push_back(std::move(i));
    return action::wait;
}

/// Executes an invocation and stores its results. Returns false if all guards are false.
bool node::attempt(object &o, invocation &i, bool &changed) {
    target on{o.state};
    if (i.own_parameters) {
        if (!i.invoker->attempt(*i.invoker, on, false)) return false;
        i.invoker->done = true;
    } else {
        marshal::reader in(i.in);
        marshal::message out;
        if (!i.op->execute(on, in, out)) return false;
        if (i.invoker) {
            i.invoker->result = std::move(out);
            i.invoker->done = true;
        }
        // Replies are sent after all continuations, since other threads run during a send.
        if (i.from) replies.push_back({i.from, delivered_, std::move(out)});
    }
    changed |= on.changed;
    return true;
}

/// Executes an invocation. Returns false if all guards are false; it is then a continuation.
bool node::apply(object &o, invocation i) {
    bool changed = false;
    if (!attempt(o, i, changed)) {
        ++count.blocked;
        o.blocked.push_back(std::move(i));
        return false;
    }
    if (changed) resume(o);
    return true;
}

/// Tries the continuations from the front of the queue, and from the front again after each change.
/// Continuations that write have the same order in all replicas, and reads change nothing. So all
/// replicas execute the same continuations in the same order.
void node::resume(object &o) {
    for (std::size_t i = 0; i < o.blocked.size();) {
        bool changed = false;
        if (!attempt(o, o.blocked[i], changed)) {
            ++i;
            continue;
        }
        ++count.resumed;
        o.blocked.erase(o.blocked.begin() + static_cast<std::ptrdiff_t>(i));
        if (changed) i = 0;
    }
}

void node::make(event e) {
    marshal::reader in(e.m);
    install(e.h.to, e.h.op->make(in), e.h.op);
}

void node::deliver(unsigned src, const header &h, marshal::message m) {
    ++delivered_;
    switch (h.kind) {
    case kind::create:
        make({src, h, std::move(m), nullptr, delivered_});
        if (src == me_) h.invoker->done = true;
        break;
    case kind::apply: handle({src, h, std::move(m), nullptr, delivered_}); break;
    case kind::fork:
        ++processes_;
        if (h.node == me_) starts.push_back({h.op, std::move(m)});
        break;
    case kind::end: --processes_; break;
    case kind::change:
        // After the last process has ended a change has no effect: no process needs the object.
        if (processes_) handle({src, h, {}, nullptr, delivered_});
        if (src == me_ && h.invoker) h.invoker->done = true;
        break;
    case kind::digest:
        digests_.push_back({src, h.invoker, digests()});
        if (src == me_) {
            h.invoker->result = digests_.back().mine;
            h.invoker->done = true;
        }
        break;
    case kind::compare: compare(src, h.invoker, m); break;
    case kind::state: break;
    }
    // Handles the requests that have waited for this broadcast.
    for (std::size_t i = 0; i < held_.size();) {
        if (!caught_up(held_[i].h.delivered)) {
            ++i;
            continue;
        }
        event ready = std::move(held_[i]);
        held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
        handle(std::move(ready));
    }
}

void node::request(unsigned src, const header &h, marshal::message m, void *from) {
    event e{src, h, std::move(m), from, 0};
    // Sequential consistency over replicated and single objects: all broadcasts that the sender had
    // delivered come before the request. The request is queued, since a handler that waits here
    // would prevent their delivery.
    if (!caught_up(h.delivered))
        held_.push_back(std::move(e));
    else
        handle(std::move(e));
}

/// Handles a broadcast, a state, or a request for which caught_up() is true.
void node::handle(event e) {
    if (e.h.kind == kind::create) {
        void *const from = e.from;
        make(std::move(e));
        replies.push_back({from, delivered_, {}});
        return;
    }
    object &o = find(e.h.to);
    if (e.h.kind == kind::state) {
        o.moves->arrived.push_back({e.h.delivered, std::move(e.m)});
        advance(o);
    } else if (o.moves && o.moves->missing)
        o.moves->queue.push_back(std::move(e));
    else
        serve(o, std::move(e));
}

/// Executes a broadcast or a request on an object that is not missing. If the object has moved
/// away, the caller of the operation has to try again.
void node::serve(object &o, event e) {
    if (e.h.kind == kind::change) {
        change(o, e);
        return;
    }
    invocation i;
    i.op = e.h.op;
    i.in = std::move(e.m);
    i.from = e.from;
    i.invoker = !e.from && e.src == me_ ? e.h.invoker : nullptr;
    if (o.moves) {
        if (o.moves->place != (e.from ? me_ : everywhere)) {
            // A write by broadcast that follows a change to one process in the order is not
            // executed by any process: its invoker may have no replica any more.
            if (e.from)
                replies.push_back({e.from, delivered_, {}, true});
            else if (i.invoker)
                again(*i.invoker);
            return;
        }
        if (!e.from && e.src == me_) o.moves->reads = 0;
    }
    // A blocked operation is not counted: it is retried after each change of place, and if it
    // counted, retries could cause the next change.
    if (apply(o, std::move(i)) && o.moves) used(e.h.to, o, e.src, 1 + e.h.reads, e.h.op->writes);
}

bool node::serve_now(unsigned src, const header &h, const marshal::message &m, void *from) {
    object &o = find(h.to);
    if (o.moves && o.moves->missing) return false;
    if (o.moves && o.moves->place != me_) {
        replies.push_back({from, delivered_, {}, true});
        return true;
    }
    invocation i;
    i.op = h.op;
    i.in = m;
    i.from = from;
    bool changed = false;
    if (!attempt(o, i, changed)) return false;
    if (changed) resume(o);
    if (o.moves) used(h.to, o, src, 1, h.op->writes);
    return true;
}

} // namespace orca::core
