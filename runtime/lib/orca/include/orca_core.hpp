// Orca's run-time system of one process (Bhoedjang's thesis, 001, 7.1.2, 7.1.4) without its
// communication: <orca.hpp> joins it to Panda, tests/orca/model.cpp to a model that reorders
// messages. Programs include <orca.hpp>. Calls of this file are made one at a time.
#pragma once

#include <marshal.hpp>

namespace orca::core {

constexpr std::uint16_t everywhere = 0xffff; ///< a place: replicated
constexpr std::uint16_t by_use = 0xfffe;     ///< of a reference: the place may change

/// An object: the process that made it, where it is, and the maker's count.
struct reference {
    std::uint16_t maker, place; ///< place: a process, or `everywhere`, or `by_use`
    std::uint32_t number;
};

/// Of an object that operations get: whether they have changed it.
struct target {
    void *state;
    bool changed = false;
};

/// An operation, a constructor or a process function, named by its address. All processes run
/// the same program, so the address is the same on each (7.1.2).
struct operation {
    bool writes; ///< it has an alternative that writes
    /// Executes it; results go to `out`. False: all guards are false.
    bool (*execute)(target &on, marshal::reader &in, marshal::message &out);
    void *(*make)(marshal::reader &in);
    void (*process)(marshal::reader &in);
    /// Of a constructor: the object's state as a message, and back. Null: the type has none.
    void (*save)(const void *state, marshal::message &out) = nullptr;
    void (*load)(void *state, marshal::reader &in) = nullptr;
    const char *name = nullptr; ///< for messages
};

/// An operation that a process of this node waits for. It is on the process's stack.
struct call {
    const operation *op;
    reference to;
    /// Executes on the caller's own parameters; reads_only: without alternatives that write.
    bool (*attempt)(call &c, target &on, bool reads_only);
    bool done = false;
    bool again = false;   ///< done, but not executed: the object has moved; to begin again
    std::uint16_t at = 0; ///< action::request: the process to ask
    marshal::message result = {};
};

enum class kind : std::uint8_t {
    create,
    apply,
    fork,
    end,
    change,  ///< of an object's place
    state,   ///< no broadcast: the object's state at a change
    digest,  ///< all compute digests of their replicas ...
    compare, ///< ... and compare them with these
};

struct header {
    core::kind kind;
    std::uint8_t unused = 0;
    std::uint16_t node; ///< of a fork: where; of a change: the new place
    reference to;
    std::uint32_t delivered; ///< broadcasts, where this was sent; of a state: number of its change
    std::uint32_t scalars;   ///< bytes of scalars in the message
    std::uint32_t reads;     ///< of a write by broadcast: the sender's local reads before it
    const operation *op;
    call *invoker;
};
struct reply_header {
    std::uint32_t delivered, scalars, moved;
};

/// A reply to send when the caller of this file has unlocked.
struct reply {
    void *to;
    std::uint32_t delivered;
    marshal::message result;
    bool moved = false; ///< the object is elsewhere: begin again after `delivered` broadcasts
};

/// The state of an object whose place changes, for a process or for `everywhere`.
struct transfer {
    std::uint16_t to;
    header h;
    marshal::message state;
};

/// When the place of an object changes by use. The unit is an RPC.
struct policy {
    unsigned after = 64;            ///< operations between two decisions
    unsigned broadcast_tenths = 26; ///< the cost of an ordered broadcast, in tenths of an RPC
    unsigned gain = 2;              ///< the present cost is at least so many times the new one
};

enum class action { done, wait, broadcast, request };

struct counts {
    unsigned local, requests, broadcasts, blocked, resumed;
    unsigned changes; ///< of places, here
    unsigned again;   ///< calls of this process that a change has met, and that began again
};

class node {
  public:
    explicit node(std::uint16_t me) : me_(me) {}

    /// Figure 7.4: executes a call of this node or says what it takes. After `wait` and `broadcast`
    /// it is done when c.done is set. After `request` the reply ends it, and the caller waits until
    /// caught_up(reply's number).
    action begin(call &c);
    /// The header of a broadcast or a request.
    header make_header(kind k, const operation *op, reference to, call *invoker) const;
    reference make_reference(std::uint16_t place) { return {me_, place, ++made_}; }
    /// Places an object on this node. `type`: its constructor's descriptor.
    void install(reference to, void *state, const operation *type = nullptr);
    /// Whether the object of a reference is on this node now, its state too.
    bool has(reference to);
    /// The header of the broadcast that changes an object's place.
    header make_change(reference to, std::uint16_t place) const;

    /// The next ordered broadcast.
    void deliver(unsigned src, const header &h, marshal::message m);
    /// A request of an RPC of process `src`; `from` answers it.
    void request(unsigned src, const header &h, marshal::message m, void *from);
    /// The state of an object that comes here.
    void state(const header &h, marshal::message m);
    /// By a thread that may wait (Figure 7.8): executes a request that has caught up, or returns
    /// false: its guards are false, or the object's state is not here yet; to be tried again.
    bool serve_now(unsigned src, const header &h, const marshal::message &m, void *from);
    bool caught_up(std::uint32_t number) const { return delivered_ >= number; }

    std::vector<reply> replies; ///< to be taken and sent by who called
    struct start {
        const operation *process;
        marshal::message arguments;
    };
    std::vector<start> starts;       ///< processes to be created on this node
    std::vector<header> changes;     ///< to be broadcast
    std::vector<transfer> transfers; ///< to be sent
    core::policy policy;
    /// A difference of replicas: of which type, and with whom.
    const operation *differs = nullptr;
    unsigned differs_from = 0;
    /// All processes have ended, and no state is on its way to this node.
    bool ended() const { return processes_ == 0 && missing_ == 0; }
    std::uint32_t delivered() const { return delivered_; }
    counts count = {};

  private:
    /// An operation on an object of this node, and how to end it: continuations, 7.1.4.
    struct invocation {
        const operation *op = nullptr;
        marshal::message in;
        call *invoker = nullptr;     ///< a process of this node
        void *from = nullptr;        ///< a request
        bool own_parameters = false; ///< execute by invoker->attempt
    };
    /// A broadcast or a request.
    struct event {
        unsigned src;
        header h;
        marshal::message m;
        void *from;           ///< of a request
        std::uint32_t number; ///< of a broadcast: its place in the order
    };
    /// Of an object with a reference `by_use`.
    struct movable {
        std::uint16_t place = everywhere;
        bool missing = false;     ///< it is here, but its state has not arrived
        bool changing = false;    ///< this process has asked for a change
        std::uint32_t since = 0;  ///< number of the last change
        std::uint32_t reads = 0;  ///< here, since this process's last write
        std::vector<event> queue; ///< while it is missing
        std::vector<std::pair<std::uint32_t, marshal::message>> arrived; ///< states, by number
        std::vector<call *> waiting;        ///< calls of this node, while it is missing
        std::vector<std::uint32_t> used_by; ///< operations since the last decision
        std::uint32_t used = 0, written = 0;
    };
    struct object {
        void *state = nullptr;
        const operation *type = nullptr;
        std::vector<invocation> blocked;
        movable *moves = nullptr; ///< null: it stays where it is
        bool replicated = false;
    };

    object &find(reference to);
    bool attempt(object &o, invocation &i, bool &changed);
    bool apply(object &o, invocation i);
    void resume(object &o);
    void handle(event e);
    void serve(object &o, event e);
    void make(event e);
    void change(object &o, const event &e);
    void end_continuations(object &o);
    void advance(object &o);
    void again(call &c);
    void used(reference to, object &o, unsigned by, unsigned operations, bool write);
    void decide(reference to, movable &m);
    marshal::message digests() const;
    void compare(unsigned src, const call *invoker, const marshal::message &theirs);

    std::uint16_t me_;
    std::uint32_t delivered_ = 0, made_ = 0;
    unsigned processes_ = 1, missing_ = 0;
    std::vector<std::vector<object *>> objects_; ///< by maker and number
    std::vector<event> held_;                    ///< requests that wait for broadcasts
    struct digest {
        unsigned src;
        const call *invoker;
        marshal::message mine;
    };
    std::vector<digest> digests_; ///< until the asker's arrive
};

} // namespace orca::core
