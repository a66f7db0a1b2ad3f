// Remote method invocation over Panda (001 7.2.2): a call is one Panda RPC. Its request arrives in
// an upcall, which gives it to a popup thread of a pool, because a method may block anywhere.
#include <fail.h>
#include <pan_mt.h>
#include <rmi.hpp>
extern "C" {
#include <scheduler.h>
}

namespace rmi {

using detail::answer;
using detail::incoming;
using detail::operation;

namespace detail {
void make_region(unsigned bytes);
} // namespace detail

namespace {

struct request_header {
    std::uint32_t object, scalars;
    const operation *op;
};
struct reply_header {
    std::uint32_t scalars;
};

/// No upcall and no other thread runs while this exists.
struct section {
    section() { pan_enter(); }
    ~section() { __pan_leave(); }
};

/// A thread of the pool and the request that it executes.
struct pool_thread {
    pan_thread_p thread;
    incoming work;
    pool_thread *next_idle, *next_of_all;
    bool ends;
};

struct remote_thread {
    void *result;
    bool ended, joined;
};

struct runtime {
    int service = 0;
    pan_port_p end = nullptr;
    rmi::options options;
    std::vector<object *> objects; ///< object number n is objects[n - 1]
    pool_thread *idle = nullptr, *all = nullptr;
    std::vector<remote_thread> threads; ///< thread number n is threads[n - 1]
    unsigned running = 0;               ///< remote threads that have not ended
    monitor ends;                       ///< notified when a remote thread ends
    counts count{};
};
runtime *node;

static_assert(sizeof(marshal::part) == sizeof(pan_iovec_t) &&
              offsetof(marshal::part, len) == offsetof(pan_iovec_t, len));
pan_iovec_p parts_of(const std::span<const marshal::part> parts) {
    return reinterpret_cast<pan_iovec_p>(const_cast<marshal::part *>(parts.data()));
}

// --- the pool ------------------------------------------------------------------------------------

void execute(incoming &r) {
    const operation &op = *r.op;
    __pan_current->f = reinterpret_cast<void (*)(void *)>(
        reinterpret_cast<void *>(op.execute)); // its name in reports
    op.execute(r);
}

void pool_main(void *argument) {
    pool_thread &me = *static_cast<pool_thread *>(argument);
    pan_thread_p const thread = pan_thread_self();
    for (;;) {
        execute(me.work);
        const section s;
        if (me.ends) return;
        thread->priority = thread->own_priority = node->options.priority;
        thread->f = pool_main; // its name in reports
        me.next_idle = node->idle;
        node->idle = &me;
        __pan_block(thread_message, 0);
        if (me.ends) return;
    }
}

/// Gives a request to a thread of the pool, which grows if all threads are busy.
void pop_up(const incoming &r, int priority) {
    pool_thread *t = nullptr;
    {
        const section s;
        t = node->idle;
        if (t) {
            node->idle = t->next_idle;
            t->work = r;
            t->thread->priority = t->thread->own_priority = priority;
            __pan_ready(t->thread);
            return;
        }
    }
    t = new pool_thread{nullptr, r, nullptr, node->all, false};
    node->all = t;
    ++node->count.threads_made;
    t->thread = pan_thread_create(pool_main, t, node->options.stack, priority);
}

void end_pool() {
    for (pool_thread *t = node->all; t; t = t->next_of_all) t->ends = true;
    {
        const section s;
        for (pool_thread *t = node->idle; t; t = t->next_idle) __pan_ready(t->thread);
    }
    for (pool_thread *t = node->all; t; t = t->next_of_all) pan_thread_join(t->thread);
}

// --- requests ------------------------------------------------------------------------------------

[[noreturn, gnu::cold]] void no_object(unsigned src, std::uint32_t number, const operation &op) {
    xnet_fail("rmi: process %u calls %s by a reference to object %u, but process %u has no such "
              "object",
              src, op.name, static_cast<unsigned>(number), here());
}

std::uint32_t new_thread() {
    const section s;
    ++node->running;
    ++node->count.remote_threads;
    node->threads.push_back({});
    return static_cast<std::uint32_t>(node->threads.size());
}

/// Handles a request in Panda's upcall.
void serve(pan_msg_p message, void *proto, pan_call_p call, unsigned src) {
    const request_header h = *static_cast<const request_header *>(proto);
    incoming r;
    if (h.object) {
        if (h.object > node->objects.size()) no_object(src, h.object, *h.op);
        r.on = node->objects[h.object - 1];
    }
    r.op = h.op;
    r.scalars = h.scalars;
    r.src = src;
    r.message = message;
    r.call = call;
    if (!pan_msg_size(message)) pan_msg_discard(message);
    switch (h.op->executed_by) {
    case operation::upcall:
        ++node->count.upcall;
        h.op->execute(r);
        break;
    case operation::popup:
        ++node->count.popup;
        pop_up(r, node->options.priority);
        break;
    case operation::thread: {
        r.thread = new_thread();
        pop_up(r, 0);
        writer out;
        out.message(r.thread);
        r.reply(&out);
        break;
    }
    }
}

} // namespace

namespace detail {

void incoming::consume(void *to, unsigned bytes) { pan_msg_consume(message, to, bytes); }
void answer::consume(void *to, unsigned bytes) { pan_msg_consume(message, to, bytes); }

void incoming::reply(writer *out) {
    reply_header h{0};
    if (!out) {
        pan_rpc_reply(call, nullptr, 0, &h, sizeof h);
        return;
    }
    h.scalars = out->scalar_bytes();
    const auto parts = out->parts();
    pan_rpc_reply(call, parts_of(parts), static_cast<int>(parts.size()), &h, sizeof h);
}

void check_call(const char *what, void *place) {
    if (!node) xnet_fail_at(place, "%s: rmi::run comes first", what);
    if (__pan_current->in_upcall)
        xnet_fail_at(
            place, "%s: a call in an upcall: methods that are declared rmi::never_blocks run there",
            what);
}

void check_node(unsigned node, const char *what, void *place) {
    if (node >= processors())
        xnet_fail_at(place, "%s: no processor %u, there are %u", what, node, processors());
}

void check_reference(reference to, const operation &op, void *place) {
    check_call(op.name, place);
    if (!to.number) xnet_fail_at(place, "rmi: a call of %s by a null reference", op.name);
    check_node(to.node, op.name, place);
}

answer request(reference to, const operation &op, writer &out) {
    __atomic_add_fetch(&node->count.remote_calls, 1, __ATOMIC_RELAXED); // threads preempt
    const request_header h{to.number, out.scalar_bytes(), &op};
    const auto parts = out.parts();
    answer a;
    a.message = pan_rpc(to.node, node->service, parts_of(parts), static_cast<int>(parts.size()), &h,
                        sizeof h);
    a.scalars = static_cast<const reply_header *>(pan_msg_proto(a.message))->scalars;
    if (!pan_msg_size(a.message)) pan_msg_discard(a.message);
    return a;
}

object &find(reference to, const operation &op) {
    __atomic_add_fetch(&node->count.local_calls, 1, __ATOMIC_RELAXED);
    if (to.number > node->objects.size()) no_object(here(), to.number, op);
    return *node->objects[to.number - 1];
}

std::uint32_t export_object(object *o) {
    const section s;
    node->objects.push_back(o);
    return detail_access::number(*o) = static_cast<std::uint32_t>(node->objects.size());
}

std::uint32_t self_number(object &o) {
    void *const place = __builtin_return_address(0);
    if (!detail_access::number(o))
        xnet_fail_at(place, "rmi::self: rmi::create has not made this object, or its constructor "
                            "has not ended");
    return detail_access::number(o);
}

void thread_ends(std::uint32_t number, void *result) {
    const synchronized s(node->ends);
    {
        const section alone;
        node->threads[number - 1].result = result;
        node->threads[number - 1].ended = true;
        --node->running;
    }
    node->ends.notify_all();
}

namespace {

/// Claims a remote thread for the only join. Returns whether nobody has joined it.
bool claim(std::uint32_t number) {
    const section s;
    return number && number <= node->threads.size() &&
           !std::exchange(node->threads[number - 1].joined, true);
}
/// Returns whether a remote thread has ended, and its result.
bool has_ended(std::uint32_t number, void *&result) {
    const section s; // another thread may start, and the table move
    result = node->threads[number - 1].result;
    return node->threads[number - 1].ended;
}

} // namespace

void *await_thread(const incoming &r, std::uint32_t number) {
    if (!claim(number))
        xnet_fail(
            "rmi::thread::join: process %u joins thread %u of process %u, which has been joined",
            r.src, static_cast<unsigned>(number), here());
    const synchronized s(node->ends);
    void *result = nullptr;
    while (!has_ended(number, result)) node->ends.wait();
    return result;
}

} // namespace detail

unsigned here() { return pan_my_pid(); }
unsigned processors() { return pan_nr_processes(); }
counts statistics() { return node->count; }

// --- start and end -------------------------------------------------------------------------------

namespace {

/// Waits until no remote thread runs on this process, and answers how many have been started.
void count_threads(incoming &r) {
    unsigned started = 0;
    {
        const synchronized s(node->ends);
        const auto none_runs = [&] {
            const section alone;
            started = node->count.remote_threads;
            return node->running == 0;
        };
        while (!none_runs()) node->ends.wait();
    }
    writer out;
    out.message(started);
    r.reply(&out);
}
constexpr operation count_operation{&count_threads, operation::popup, "rmi::run"};

/// The number of threads that all processes have started. No thread runs on a process when it
/// answers. If two counts in sequence are equal, no thread has run at the time between them: a
/// thread on a process that had answered the first count was started afterwards.
unsigned threads_started() {
    unsigned all = 0;
    for (unsigned p = 0; p < processors(); ++p) {
        writer out;
        answer a = detail::request({p, 0}, count_operation, out);
        all += detail::result_of<unsigned>(a);
    }
    return all;
}

} // namespace

void detail::run(void (*main)(void *), void *argument, const options &o) {
    void *const place = __builtin_return_address(0);
    if (node) xnet_fail_at(place, "rmi::run: a second time");
    runtime *const r = new runtime;
    r->options = o;
    if (o.arguments == fresh) make_region(o.region);
    node = r;
    pan_init();
    r->service = pan_rpc_register(serve);
    r->end = pan_port_create(nullptr);
    if (here() == 0) {
        main(argument);
        for (unsigned before = 0, now = threads_started(); now != before;) {
            before = now;
            now = threads_started();
        }
        for (unsigned p = 1; p < processors(); ++p) pan_send(p, r->end, nullptr, 0, nullptr, 0);
    } else {
        pan_msg_discard(pan_receive(r->end, nullptr));
    }
    end_pool();
    pan_end();
}

} // namespace rmi
