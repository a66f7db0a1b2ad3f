// See <orca_core.hpp>.
#include <orca_core.hpp>

namespace orca::core {

node::object &node::find(reference to) {
    if (objects_.size() <= to.maker) objects_.resize(to.maker + 1u);
    auto &made = objects_[to.maker];
    if (made.size() <= to.number) made.resize(to.number + 1u);
    object *&o = made[to.number];
    if (!o) o = new object;
    return *o;
}

void node::install(reference to, void *state) { find(to).state = state; }

header node::make_header(kind k, const operation *op, reference to, call *invoker) const {
    header h{};
    h.kind = k;
    h.to = to;
    h.delivered = delivered_;
    h.op = op;
    h.invoker = invoker;
    return h;
}

action node::begin(call &c) {
    const bool replicated = c.to.place == everywhere;
    if (!replicated && c.to.place != me_) {
        ++count.requests;
        return action::request;
    }
    object &o = find(c.to);
    const bool reads_only = replicated && c.op->writes;
    target on{o.state};
    if (c.attempt(c, on, reads_only)) {
        ++count.local;
        if (on.changed) resume(o);
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
    o.blocked.push_back(std::move(i));
    return action::wait;
}

/// Executes an invocation and ends it, unless its guards are false.
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

void node::apply(object &o, invocation i) {
    bool changed = false;
    if (!attempt(o, i, changed)) {
        ++count.blocked;
        o.blocked.push_back(std::move(i));
    } else if (changed)
        resume(o);
}

/// Tries the continuations from the front, again after each change. Those that write stand in the
/// same order in all replicas, and reads change nothing, so all replicas choose alike.
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

void node::deliver(unsigned src, const header &h, marshal::message m) {
    ++delivered_;
    switch (h.kind) {
    case kind::create: {
        marshal::reader in(m);
        install(h.to, h.op->make(in));
        if (src == me_) h.invoker->done = true;
        break;
    }
    case kind::apply: {
        invocation i;
        i.op = h.op;
        i.in = std::move(m);
        i.invoker = src == me_ ? h.invoker : nullptr;
        apply(find(h.to), std::move(i));
        break;
    }
    case kind::fork:
        ++processes_;
        if (h.node == me_) starts.push_back({h.op, std::move(m)});
        break;
    case kind::end: --processes_; break;
    }
    // Requests that waited for this broadcast.
    for (std::size_t i = 0; i < held_.size();) {
        if (!caught_up(held_[i].h.delivered)) {
            ++i;
            continue;
        }
        held ready = std::move(held_[i]);
        held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
        serve(ready.h, std::move(ready.m), ready.from);
    }
}

void node::request(const header &h, marshal::message m, void *from) {
    // Sequential consistency over replicated and single objects: what the sender has seen comes
    // first. Waiting here would stop the handler that delivers it.
    if (!caught_up(h.delivered))
        held_.push_back({h, std::move(m), from});
    else
        serve(h, std::move(m), from);
}

void node::serve(const header &h, marshal::message m, void *from) {
    if (h.kind == kind::create) {
        marshal::reader in(m);
        install(h.to, h.op->make(in));
        replies.push_back({from, delivered_, {}});
        return;
    }
    invocation i;
    i.op = h.op;
    i.in = std::move(m);
    i.from = from;
    apply(find(h.to), std::move(i));
}

} // namespace orca::core
