// Orca on Panda with threads: the operations of <orca_core.hpp> as RPCs and ordered broadcasts, and
// its processes as threads (Bhoedjang's thesis, 001, 7.1.2). Operations are executed in upcalls.
//
// One mutex guards the run-time system. No call of Panda that sends or receives holds it (6.2.3).
#include <fail.h>
#include <orca.hpp>
#include <pan_mt.h>

namespace orca {

namespace {

core::node *self;
pan_mutex_p lock;
pan_cond_p changed;     ///< signalled when a call may be complete or a guard true
pan_cond_p all_ended;   ///< signalled when all processes have ended
pan_thread_p executing; ///< the thread that executes an operation
pan_group_p group;
pan_sap_p states;
int service;
unsigned sending;                  ///< number of threads that send changes of places and states
bool check;                        ///< whether replicas are compared at the end of each process
std::vector<pan_thread_p> *forked; ///< the threads that execute Orca processes

static_assert(sizeof(core::header) <= PAN_PROTO);

marshal::message receive(pan_msg_p from, unsigned scalars) {
    marshal::message m;
    m.scalars = scalars;
    m.bytes.resize(pan_msg_size(from));
    if (m.bytes.empty())
        pan_msg_discard(from);
    else
        pan_msg_consume(from, m.bytes.data(), m.bytes.size());
    return m;
}

std::vector<pan_iovec_t> entries(const marshal::writer &out) {
    std::vector<pan_iovec_t> all;
    for (const marshal::part &p : out.parts()) all.push_back({p.data, p.len});
    return all;
}

/// What the running thread waits for while this exists, for reports.
class purpose {
  public:
    purpose(const char *text, void *place, core::reference to = {})
        : purpose_{text, place, {to.number, to.maker}} {
        pan_thread_purpose(&purpose_);
    }
    ~purpose() { pan_thread_purpose(nullptr); }

  private:
    pan_purpose_t purpose_;
};

void enter(const char *what) {
    if (!self) xnet_fail("%s: orca::run comes first", what);
    if (executing && executing == pan_thread_self())
        xnet_fail("%s within an operation: an operation is of one object", what);
    pan_mutex_lock(lock);
}

void process(void *argument);

/// Sends changes of places and states. The mutex is locked at the call and at the return.
void send_places() {
    const std::vector<core::header> changes = std::exchange(self->changes, {});
    const std::vector<core::transfer> transfers = std::exchange(self->transfers, {});
    ++sending;
    pan_mutex_unlock(lock);
    for (const core::header &h : changes) pan_group_send(group, nullptr, 0, &h, sizeof h);
    for (const core::transfer &t : transfers) {
        pan_iovec_t part{t.state.bytes.data(), static_cast<unsigned>(t.state.bytes.size())};
        if (t.to == core::everywhere)
            pan_multicast(&pan_all, states, &part, part.len != 0, &t.h, sizeof t.h);
        else
            pan_unicast(t.to, states, &part, part.len != 0, &t.h, sizeof t.h);
    }
    pan_mutex_lock(lock);
    --sending;
}

/// Sends the changes and replies and creates the processes that the critical section has queued.
/// The mutex is locked at the call, and unlocked at the return and while messages are sent.
void leave() {
    const std::vector<core::reply> replies = std::exchange(self->replies, {});
    const std::vector<core::node::start> starts = std::exchange(self->starts, {});
    if (!self->changes.empty() || !self->transfers.empty()) send_places();
    for (const core::node::start &s : starts)
        forked->push_back(pan_thread_create(process, new core::node::start(s), 0, 0));
    pan_cond_broadcast(changed);
    if (self->ended()) pan_cond_broadcast(all_ended);
    pan_mutex_unlock(lock);
    for (const core::reply &r : replies) {
        const core::reply_header h{r.delivered, r.result.scalars, r.moved};
        pan_iovec_t part{r.result.bytes.data(), static_cast<unsigned>(r.result.bytes.size())};
        pan_rpc_reply(static_cast<pan_call_p>(r.to), &part, part.len != 0, &h, sizeof h);
    }
}

void handle_broadcast(pan_msg_p from, void *proto, unsigned src) {
    const core::header h = *static_cast<const core::header *>(proto);
    marshal::message m = receive(from, h.scalars);
    pan_mutex_lock(lock);
    executing = pan_thread_self();
    self->deliver(src, h, std::move(m));
    executing = nullptr;
    if (self->differs)
        xnet_fail("orca: replicas differ on processes %u and %u: %s", self->differs_from, here(),
                  self->differs->name);
    leave();
}

void handle_state(pan_msg_p from, void *proto, unsigned) {
    const core::header h = *static_cast<const core::header *>(proto);
    marshal::message m = receive(from, h.scalars);
    pan_mutex_lock(lock);
    executing = pan_thread_self();
    self->state(h, std::move(m));
    executing = nullptr;
    leave();
}

/// Figure 7.8: threads execute requests; a thread waits while the guards of its request are false.
struct rts_threads {
    struct request {
        unsigned src;
        core::header h;
        marshal::message m;
        pan_call_p call;
    };
    std::vector<request> requests;
    std::vector<pan_thread_p> all;
    unsigned idle = 0, blocked = 0; ///< threads without a request; threads that wait for a guard
    pan_cond_p come;
    bool stop = false;
} * servers;

void serve(void *);

/// Creates a thread if a request waits and all threads are blocked. The mutex is locked.
void another_server() {
    if (!servers->requests.empty() && servers->blocked == servers->all.size())
        servers->all.push_back(pan_thread_create(serve, nullptr, 0, 0));
}

void serve(void *) {
    pan_mutex_lock(lock);
    for (;;) {
        while (servers->requests.empty() && !servers->stop) {
            ++servers->idle;
            pan_cond_wait(servers->come);
            --servers->idle;
        }
        if (servers->requests.empty()) break;
        const rts_threads::request r = std::move(servers->requests.front());
        servers->requests.erase(servers->requests.begin());
        for (;;) {
            executing = pan_thread_self();
            const bool served =
                self->caught_up(r.h.delivered) && self->serve_now(r.src, r.h, r.m, r.call);
            executing = nullptr;
            if (served) break;
            ++servers->blocked;
            another_server();
            pan_cond_wait(changed);
            --servers->blocked;
        }
        leave();
        pan_mutex_lock(lock);
    }
    pan_mutex_unlock(lock);
}

void handle_request(pan_msg_p from, void *proto, pan_call_p call, unsigned src) {
    const core::header h = *static_cast<const core::header *>(proto);
    marshal::message m = receive(from, h.scalars);
    pan_mutex_lock(lock);
    if (servers && h.kind == core::kind::apply) {
        servers->requests.push_back({src, h, std::move(m), call});
        if (servers->idle) pan_cond_signal(servers->come);
        another_server();
        pan_mutex_unlock(lock);
        return;
    }
    executing = pan_thread_self();
    self->request(src, h, std::move(m), call);
    executing = nullptr;
    leave();
}

void broadcast(core::header h, const marshal::writer &out) {
    h.scalars = out.scalar_bytes();
    pan_mutex_unlock(lock);
    std::vector<pan_iovec_t> parts = entries(out);
    pan_group_send(group, parts.data(), static_cast<int>(parts.size()), &h, sizeof h);
    pan_mutex_lock(lock);
}

void wait_for(core::call &c) {
    while (!c.done) pan_cond_wait(changed);
}

void request(unsigned node, core::header h, const marshal::writer &out, core::call &c) {
    h.scalars = out.scalar_bytes();
    pan_mutex_unlock(lock);
    std::vector<pan_iovec_t> parts = entries(out);
    pan_msg_p reply =
        pan_rpc(node, service, parts.data(), static_cast<int>(parts.size()), &h, sizeof h);
    const core::reply_header r = *static_cast<const core::reply_header *>(pan_msg_proto(reply));
    c.result = receive(reply, r.scalars);
    pan_mutex_lock(lock);
    // The call returns after this process has delivered all broadcasts that the object's process
    // had delivered when it sent the reply.
    while (!self->caught_up(r.delivered)) pan_cond_wait(changed);
    if (!r.moved) return;
    c.again = true;
    ++self->count.again;
}

void end_process() {
    if (check) check_replicas();
    enter("the end of a process");
    broadcast(self->make_header(core::kind::end, nullptr, {}, nullptr), {});
    leave();
}

void process(void *argument) {
    auto *s = static_cast<core::node::start *>(argument);
    marshal::reader in(s->arguments);
    s->process->process(in);
    delete s;
    end_process();
}

} // namespace

unsigned here() { return pan_my_pid(); }
unsigned processors() { return pan_nr_processes(); }
core::counts statistics() { return self->count; }

void check_replicas() {
    enter("orca::check_replicas");
    const purpose waits("the comparison of replicas", __builtin_return_address(0));
    core::call c{nullptr, {}, nullptr};
    broadcast(self->make_header(core::kind::digest, nullptr, {}, &c), {});
    wait_for(c);
    marshal::writer out;
    out.scalar(c.result.bytes.data(), static_cast<unsigned>(c.result.bytes.size()));
    broadcast(self->make_header(core::kind::compare, nullptr, {}, &c), out);
    leave();
}

placement single(unsigned node) {
    if (node >= processors())
        xnet_fail_at(__builtin_return_address(0), "orca::single: no processor %u, there are %u",
                     node, processors());
    return {static_cast<std::uint16_t>(node)};
}

namespace detail {

void begin_process(void (*function)()) { pan_thread_runs(function); }

void fail(const char *what, const char *operation) { xnet_fail("orca: %s: %s", what, operation); }

bool perform(core::call &c, void (*write)(core::call &, marshal::writer &)) {
    enter("an operation");
    core::action action{};
    do {
        executing = pan_thread_self();
        action = self->begin(c);
        executing = nullptr;
        if (action == core::action::done) {
            if (c.wrote || !self->changes.empty()) break;
            pan_mutex_unlock(lock); // a local read completes nothing else
            return false;
        }
        const purpose waits(c.op->purpose, __builtin_return_address(0), c.to);
        if (action == core::action::broadcast || action == core::action::request) {
            const core::header h = self->make_header(core::kind::apply, c.op, c.to, &c);
            marshal::writer out;
            write(c, out);
            if (action == core::action::request)
                request(c.at, h, out, c);
            else {
                broadcast(h, out);
                wait_for(c);
            }
        } else
            wait_for(c);
    } while (c.again);
    leave();
    return action == core::action::broadcast || action == core::action::request;
}

core::reference create(std::uint16_t place, const core::operation *maker, marshal::writer &out) {
    enter("a new object");
    const core::reference to = self->make_reference(place);
    const purpose waits("the new object %u of process %u", __builtin_return_address(0), to);
    core::call c{maker, to, nullptr};
    const core::header h = self->make_header(core::kind::create, maker, to, &c);
    if (place == core::everywhere || place == core::by_use) {
        broadcast(h, out);
        wait_for(c);
    } else if (place == here()) {
        const marshal::message m = out.copy();
        marshal::reader in(m);
        self->install(to, maker->make(in), maker);
    } else
        request(place, h, out, c);
    leave();
    return to;
}

void fork(unsigned node, const core::operation *process, marshal::writer &out) {
    if (node >= processors())
        xnet_fail("orca::fork: no processor %u, there are %u", node, processors());
    enter("orca::fork");
    core::header h = self->make_header(core::kind::fork, process, {}, nullptr);
    h.node = static_cast<std::uint16_t>(node);
    broadcast(h, out);
    leave();
}

void place(core::reference to, std::uint16_t place) {
    if (to.place != core::by_use)
        xnet_fail("orca: the object's place is fixed; only an `automatic` one can be moved");
    enter("a change of place");
    const purpose waits("the change of place of object %u (made by process %u)",
                        __builtin_return_address(0), to);
    core::call c{nullptr, to, nullptr};
    core::header h = self->make_change(to, place);
    h.invoker = &c;
    broadcast(h, {});
    wait_for(c);
    leave();
}

void run(void (*main)(void *), void *argument, const options &o, bool compare) {
    if (self) xnet_fail("orca::run: a second time");
    pan_init();
    lock = pan_mutex_create();
    changed = pan_cond_create(lock);
    all_ended = pan_cond_create(lock);
    group = pan_group_create(handle_broadcast);
    states = pan_sap_create(handle_state);
    service = pan_rpc_register(handle_request);
    check = compare;
    forked = new std::vector<pan_thread_p>;
    self = new core::node(static_cast<std::uint16_t>(pan_my_pid()));
    self->policy = o.placement;
    if (o.blocked == orca::threads) {
        servers = new rts_threads;
        servers->come = pan_cond_create(lock);
    }
    if (here() == 0) {
        main(argument);
        end_process();
    }
    pan_mutex_lock(lock);
    {
        const purpose waits("the end of all processes", __builtin_return_address(0));
        while (!self->ended() || sending) pan_cond_wait(all_ended);
    }
    if (servers) {
        servers->stop = true;
        pan_cond_broadcast(servers->come);
    }
    pan_mutex_unlock(lock);
    if (servers)
        for (pan_thread_p t : servers->all) pan_thread_join(t);
    for (pan_thread_p t : *forked) pan_thread_join(t);
    pan_end();
}

} // namespace detail

} // namespace orca
