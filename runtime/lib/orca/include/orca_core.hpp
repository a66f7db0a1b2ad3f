// The part of Orca's run-time system that runs in one process (Bhoedjang's thesis, 001, 7.1.2,
// 7.1.4), without communication: orca.cpp connects it to Panda, and tests/orca/model.cpp to a model
// that reorders messages. Programs include <orca.hpp>. The caller ensures mutual exclusion: two
// functions of this file never run at the same time.
#pragma once

#include <marshal.hpp>

namespace orca::core {

constexpr std::uint16_t everywhere = 0xffff; ///< place of a replicated object
constexpr std::uint16_t by_use = 0xfffe;     ///< in a reference: the object's place may change

/// Identifies an object by the process that created it and by a number that this process counts.
struct reference {
    std::uint16_t maker, place; ///< place: a process number, `everywhere` or `by_use`
    std::uint32_t number;
};

/// The object on which an operation is executed, and whether the operation has changed it.
struct target {
    void *state;
    bool changed = false;
};

/// An operation, a constructor or a process function, named by its address. All processes run
/// the same program, so the address is the same on each (7.1.2).
struct operation {
    bool writes; ///< it has an alternative that writes
    /// Executes the operation and writes its results to `out`. Returns false if all guards are
    /// false.
    bool (*execute)(target &on, marshal::reader &in, marshal::message &out);
    void *(*make)(marshal::reader &in);
    void (*process)(marshal::reader &in);
    /// Only for constructors: they write the object's state into a message and read it back. Null
    /// if the state is never sent or compared.
    void (*save)(const void *state, marshal::message &out) = nullptr;
    void (*load)(void *state, marshal::reader &in) = nullptr;
    const char *name = nullptr; ///< for error messages
    /// What a process waits for that has called it, for reports: with %u for the object's number
    /// and for its maker.
    const char *purpose = nullptr;
};

/// An operation that a process of this node has called. It is on the stack of this process.
struct call {
    const operation *op;
    reference to;
    /// Executes the operation on the caller's own parameters. With reads_only it does not try the
    /// alternatives that write.
    bool (*attempt)(call &c, target &on, bool reads_only);
    bool done = false;
    bool wrote = false;   ///< begin() has executed it, and it has changed the object
    bool again = false;   ///< the object has moved before the execution: call begin() again
    std::uint16_t at = 0; ///< for action::request: the process that has the object
    marshal::message result = {};
};

enum class kind : std::uint8_t {
    create,
    apply,
    fork,
    end,
    change,  ///< changes an object's place
    state,   ///< carries an object's state to its new place; the only kind without a broadcast
    digest,  ///< makes all processes compute digests of their replicas
    compare, ///< carries the sender's digests, which all processes compare with their own
};

struct header {
    core::kind kind;
    std::uint8_t unused = 0;
    std::uint16_t node; ///< fork: the new process's node; change: the new place
    reference to;
    std::uint32_t delivered; ///< broadcasts delivered to the sender; state: the change's number
    std::uint32_t scalars;   ///< bytes of scalars in the message
    std::uint32_t reads;     ///< a write by broadcast: the sender's local reads since its last one
    const operation *op;
    call *invoker;
};
struct reply_header {
    std::uint32_t delivered, scalars, moved;
};

/// A reply that the caller of this file sends after it has released its lock.
struct reply {
    void *to;
    std::uint32_t delivered;
    marshal::message result;
    bool moved = false; ///< not executed: the client retries after `delivered` broadcasts
};

/// The state of an object whose place changes, to be sent to one process or to all (`everywhere`).
struct transfer {
    std::uint16_t to;
    header h;
    marshal::message state;
};

/// Decides when an `automatic` object moves. The unit of cost is one RPC.
struct policy {
    unsigned after = 64;            ///< operations between two decisions
    unsigned broadcast_tenths = 26; ///< the cost of an ordered broadcast, in tenths of an RPC
    unsigned gain = 2;              ///< it moves if the present cost is at least gain * the new one
};

enum class action { done, wait, broadcast, request };

struct counts {
    unsigned local, requests, broadcasts, blocked, resumed;
    unsigned changes; ///< changes of place that this process has executed
    unsigned again;   ///< calls of this process that were retried after a change of place
};

class node {
  public:
    explicit node(std::uint16_t me) : me_(me) {}

    /// Figure 7.4: executes a call of this node, or returns what the caller has to do. After `wait`
    /// and `broadcast` the call is complete when c.done is set. After `request` the call is
    /// complete when the reply has arrived and caught_up(the reply's number) is true.
    action begin(call &c);
    /// The header of a broadcast or a request.
    header make_header(kind k, const operation *op, reference to, call *invoker) const;
    reference make_reference(std::uint16_t place) { return {me_, place, ++made_}; }
    /// Stores an object on this node. `type` is the descriptor of its constructor.
    void install(reference to, void *state, const operation *type = nullptr);
    /// Whether this node has the object and its state now.
    bool has(reference to);
    /// The header of the broadcast that changes an object's place.
    header make_change(reference to, std::uint16_t place) const;

    /// Executes the next ordered broadcast.
    void deliver(unsigned src, const header &h, marshal::message m);
    /// Executes the request of an RPC of process `src`. `from` identifies the RPC in `replies`.
    void request(unsigned src, const header &h, marshal::message m, void *from);
    /// Receives the state of an object that moves to this node.
    void state(const header &h, marshal::message m);
    /// For threads that may wait (Figure 7.8): executes a request for which caught_up() is true.
    /// Returns false if all guards are false or the object's state has not arrived; the thread then
    /// tries again later.
    bool serve_now(unsigned src, const header &h, const marshal::message &m, void *from);
    bool caught_up(std::uint32_t number) const { return delivered_ >= number; }

    std::vector<reply> replies; ///< the caller takes and sends them
    struct start {
        const operation *process;
        marshal::message arguments;
    };
    std::vector<start> starts;       ///< processes that the caller creates on this node
    std::vector<header> changes;     ///< the caller broadcasts them
    std::vector<transfer> transfers; ///< the caller sends them
    core::policy policy;
    /// If two replicas differ: the type of the object, and the process with the other replica.
    const operation *differs = nullptr;
    unsigned differs_from = 0;
    /// Whether all processes have ended and no state is on its way to this node.
    bool ended() const { return processes_ == 0 && missing_ == 0; }
    std::uint32_t delivered() const { return delivered_; }
    counts count = {};

  private:
    /// An operation on an object of this node and the receiver of its results (continuations,
    /// 7.1.4).
    struct invocation {
        const operation *op = nullptr;
        marshal::message in;
        call *invoker = nullptr;     ///< the call of a process of this node
        void *from = nullptr;        ///< the RPC of another node
        bool own_parameters = false; ///< invoker->attempt executes it
    };
    /// A broadcast or a request.
    struct event {
        unsigned src;
        header h;
        marshal::message m;
        void *from;           ///< the RPC; null for a broadcast
        std::uint32_t number; ///< a broadcast's position in the order
    };
    /// What an `automatic` object has besides its state.
    struct movable {
        std::uint16_t place = everywhere;
        bool missing = false;     ///< the object has moved here, but its state has not arrived
        bool changing = false;    ///< this process has broadcast a change that is not delivered
        std::uint32_t since = 0;  ///< position of the last change in the order of broadcasts
        std::uint32_t reads = 0;  ///< reads by this process since its last write
        std::vector<event> queue; ///< broadcasts and requests that wait for the state
        /// States that have arrived, each with the position of its change.
        std::vector<std::pair<std::uint32_t, marshal::message>> arrived;
        std::vector<call *> waiting;        ///< calls of this node that wait for the state
        std::vector<std::uint32_t> used_by; ///< operations since the last decision
        std::uint32_t used = 0, written = 0;
    };
    struct object {
        void *state = nullptr;
        const operation *type = nullptr;
        std::vector<invocation> blocked;
        movable *moves = nullptr; ///< null: the place is fixed
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
    std::vector<digest> digests_; ///< kept until the digests of process `src` arrive
};

} // namespace orca::core
