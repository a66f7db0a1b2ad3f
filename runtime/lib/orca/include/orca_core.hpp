// Orca's run-time system of one process (Bhoedjang's thesis, 001, 7.1.2, 7.1.4) without its
// communication: <orca.hpp> joins it to Panda, tests/orca/model.cpp to a model that reorders
// messages. Programs include <orca.hpp>. Calls of this file are made one at a time.
#pragma once

#include <marshal.hpp>

namespace orca::core {

constexpr std::uint16_t everywhere = 0xffff;

/// An object: the process that made it, where it is, and the maker's count.
struct reference {
    std::uint16_t maker, place; ///< place: a process, or `everywhere`, replicated
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
};

/// An operation that a process of this node waits for. It is on the process's stack.
struct call {
    const operation *op;
    reference to;
    /// Executes on the caller's own parameters; reads_only: without alternatives that write.
    bool (*attempt)(call &c, target &on, bool reads_only);
    bool done = false;
    marshal::message result = {};
};

enum class kind : std::uint8_t { create, apply, fork, end };

struct header {
    core::kind kind;
    std::uint8_t unused = 0;
    std::uint16_t node; ///< of a fork: where
    reference to;
    std::uint32_t delivered; ///< broadcasts, where this was sent
    std::uint32_t scalars;   ///< bytes of scalars in the message
    const operation *op;
    call *invoker;
};
struct reply_header {
    std::uint32_t delivered, scalars;
};

/// A reply to send when the caller of this file has unlocked.
struct reply {
    void *to;
    std::uint32_t delivered;
    marshal::message result;
};

enum class action { done, wait, broadcast, request };

struct counts {
    unsigned local, requests, broadcasts, blocked, resumed;
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
    /// Places an object that is to be on this node only.
    void install(reference to, void *state);

    /// The next ordered broadcast.
    void deliver(unsigned src, const header &h, marshal::message m);
    /// A request of an RPC; `from` answers it.
    void request(const header &h, marshal::message m, void *from);
    bool caught_up(std::uint32_t number) const { return delivered_ >= number; }

    std::vector<reply> replies; ///< to be taken and sent by who called
    struct start {
        const operation *process;
        marshal::message arguments;
    };
    std::vector<start> starts; ///< processes to be created on this node
    bool ended() const { return processes_ == 0; }
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
    struct object {
        void *state = nullptr;
        std::vector<invocation> blocked;
    };
    struct held {
        header h;
        marshal::message m;
        void *from;
    };

    object &find(reference to);
    bool attempt(object &o, invocation &i, bool &changed);
    void apply(object &o, invocation i);
    void resume(object &o);
    void serve(const header &h, marshal::message m, void *from);

    std::uint16_t me_;
    std::uint32_t delivered_ = 0, made_ = 0;
    unsigned processes_ = 1;
    std::vector<std::vector<object *>> objects_; ///< by maker and number
    std::vector<held> held_;
};

} // namespace orca::core
