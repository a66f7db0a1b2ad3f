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
pan_cond_p changed;     ///< a call is done, a broadcast has been delivered, a process has ended
pan_thread_p executing; ///< the thread that executes an operation
pan_group_p group;
int service;
std::vector<pan_thread_p> *threads; ///< of processes

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

void enter(const char *what) {
    if (!self) xnet_fail("%s: orca::run comes first", what);
    if (executing && executing == pan_thread_self())
        xnet_fail("%s within an operation: an operation is of one object", what);
    pan_mutex_lock(lock);
}

void process(void *argument);

/// Unlocks, then sends the replies and creates the processes that the locked part has left.
void leave() {
    const std::vector<core::reply> replies = std::move(self->replies);
    const std::vector<core::node::start> starts = std::move(self->starts);
    self->replies.clear();
    self->starts.clear();
    for (const core::node::start &s : starts)
        threads->push_back(pan_thread_create(process, new core::node::start(s), 0, 0));
    pan_cond_broadcast(changed);
    pan_mutex_unlock(lock);
    for (const core::reply &r : replies) {
        const core::reply_header h{r.delivered, r.result.scalars};
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
    leave();
}

void handle_request(pan_msg_p from, void *proto, pan_call_p call, unsigned) {
    const core::header h = *static_cast<const core::header *>(proto);
    marshal::message m = receive(from, h.scalars);
    pan_mutex_lock(lock);
    executing = pan_thread_self();
    self->request(h, std::move(m), call);
    executing = nullptr;
    leave();
}

/// Called and returns with the mutex locked, as the next two do.
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
    // Before the call returns, this process delivers all broadcasts that the object's process had
    // delivered.
    while (!self->caught_up(r.delivered)) pan_cond_wait(changed);
}

void end_process() {
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

placement single(unsigned node) {
    if (node >= processors())
        xnet_fail_at(__builtin_return_address(0), "orca::single: no processor %u, there are %u",
                     node, processors());
    return {static_cast<std::uint16_t>(node)};
}

namespace detail {

void fail(const char *what, const char *operation) { xnet_fail("orca: %s: %s", what, operation); }

bool perform(core::call &c, void (*write)(core::call &, marshal::writer &)) {
    enter("an operation");
    executing = pan_thread_self();
    const core::action action = self->begin(c);
    executing = nullptr;
    if (action == core::action::broadcast || action == core::action::request) {
        const core::header h = self->make_header(core::kind::apply, c.op, c.to, &c);
        marshal::writer out;
        write(c, out);
        if (action == core::action::request)
            request(c.to.place, h, out, c);
        else {
            broadcast(h, out);
            wait_for(c);
        }
    } else if (action == core::action::wait)
        wait_for(c);
    leave();
    return action == core::action::broadcast || action == core::action::request;
}

core::reference create(std::uint16_t place, const core::operation *maker, marshal::writer &out) {
    enter("a new object");
    const core::reference to = self->make_reference(place);
    core::call c{maker, to, nullptr};
    const core::header h = self->make_header(core::kind::create, maker, to, &c);
    if (place == core::everywhere) {
        broadcast(h, out);
        wait_for(c);
    } else if (place == here()) {
        const marshal::message m = out.copy();
        marshal::reader in(m);
        self->install(to, maker->make(in));
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

void run(void (*main)(void *), void *argument) {
    if (self) xnet_fail("orca::run: a second time");
    pan_init();
    lock = pan_mutex_create();
    changed = pan_cond_create(lock);
    group = pan_group_create(handle_broadcast);
    service = pan_rpc_register(handle_request);
    threads = new std::vector<pan_thread_p>;
    self = new core::node(static_cast<std::uint16_t>(pan_my_pid()));
    if (here() == 0) {
        main(argument);
        end_process();
    }
    pan_mutex_lock(lock);
    while (!self->ended()) pan_cond_wait(changed);
    pan_mutex_unlock(lock);
    for (pan_thread_p t : *threads) pan_thread_join(t);
    pan_end();
}

} // namespace detail

} // namespace orca
