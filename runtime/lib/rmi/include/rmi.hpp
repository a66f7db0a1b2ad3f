// Remote method invocation as in Manta (Bhoedjang's thesis, 001, 7.2; docs/rmi.md): objects that
// stay on one process, whose methods all processes call. A method may block anywhere, because a
// thread of its own executes it.
//
//     struct Buffer : rmi::object {
//         std::optional<int> content;
//         void put(int v) {
//             rmi::synchronized s(*this);
//             while (content) wait();
//             content = v;
//             notify_all();
//         }
//     };
//     auto b = rmi::create<Buffer>(3); // on process 3
//     b.call<&Buffer::put>(7);
#pragma once

#if __cplusplus < 202002L
#error "<rmi.hpp> needs C++20: compile with -std=c++20, or without -std"
#else

#include <rmi_graph.hpp>
#include <rmi_monitor.h>
#include <string_view>

struct pan_call;
struct pan_msg;

namespace rmi {

template <class T> class remote;
template <class R> class thread;

/// Declares that a method waits for nothing: neither for monitors nor for other methods. It is then
/// executed in Panda's upcall instead of a popup thread, which saves a thread switch:
///     template <> constexpr bool rmi::never_blocks<&Counter::value> = true;
template <auto Method> constexpr bool never_blocks = false;

/// Where the arrays (rmi::array) and objects (rmi::ptr) of arguments and results are placed.
enum class memory {
    reuse, ///< on the heap; the last owner frees them
    fresh, ///< in memory that is not used again until rmi::collect(), as in Manta (001 7.2.3)
};
constexpr memory reuse = memory::reuse;
constexpr memory fresh = memory::fresh;

struct options {
    memory arguments = reuse;
    unsigned region = 1u << 20; ///< bytes for `fresh` arguments of a process
    unsigned stack = 65536;     ///< bytes of a thread that executes methods, at least 16384
    int priority = 1;           ///< of popup threads; main and remote threads have priority 0
};

unsigned here();
unsigned processors();

/// Counts of this process since its start.
struct counts {
    unsigned remote_calls, local_calls; ///< calls by this process
    unsigned popup, upcall; ///< methods that popup threads and upcalls have executed for others
    unsigned remote_threads;
    unsigned threads_made; ///< threads in the pool of popup and remote threads
};
counts statistics();

/// A call's place in reports is the program's line, so these functions are part of that line.
#define RMI_INLINE [[gnu::always_inline, gnu::nodebug]] inline

/// Mutual exclusion among the threads of a process, and waiting for each other. Objects whose
/// methods are called remotely are monitors.
class monitor {
  public:
    monitor() = default;
    monitor(const monitor &) = delete;
    monitor &operator=(const monitor &) = delete;

    // The caller is in a `synchronized` block of this monitor.

    /// Leaves the monitor, waits for a notification, and enters the monitor again. Another thread
    /// may have been in the monitor since the notification, so call it in a loop.
    RMI_INLINE void wait() { rmi_monitor_wait(&m_); }
    /// Wakes the thread that has waited longest.
    RMI_INLINE void notify() { rmi_monitor_notify(&m_); }
    RMI_INLINE void notify_all() { rmi_monitor_notify_all(&m_); }

  private:
    friend class synchronized;
    rmi_monitor_t m_{};
};

/// The thread owns the monitor while this exists, and may enter it again. Other threads wait. A
/// synchronized method begins with `rmi::synchronized s(*this);`.
class synchronized {
  public:
    [[nodiscard]] RMI_INLINE explicit synchronized(monitor &m) : m_(&m.m_) {
        rmi_monitor_enter(m_);
    }
    ~synchronized() { rmi_monitor_exit(m_); }
    synchronized(const synchronized &) = delete;
    synchronized &operator=(const synchronized &) = delete;

  private:
    rmi_monitor_t *m_;
};

/// The base of classes whose methods are called remotely. rmi::create makes their objects, which
/// live until the end of the run.
class object : public monitor {
  private:
    friend struct detail_access;
    std::uint32_t number_ = 0; ///< 0: rmi::create has not made it
};

/// Identifies an object by its process and its number there. Number 0 is null.
struct reference {
    std::uint32_t node = 0, number = 0;
    bool operator==(const reference &) const = default;
};

struct detail_access {
    static std::uint32_t &number(object &o) { return o.number_; }
};

namespace detail {

class incoming;

/// A method, a constructor or another request, named by its address. All processes run the same
/// program, so the address is the same on each.
struct operation {
    void (*execute)(incoming &);
    enum { popup, upcall, thread } executed_by;
    const char *name; ///< for error messages
};

/// A request on the object's process. Its arguments are the bytes of a message.
class incoming final : public stream {
  public:
    object *on = nullptr;
    const operation *op = nullptr;
    unsigned scalars = 0, src = 0;
    pan_msg *message = nullptr;
    pan_call *call = nullptr;
    std::uint32_t thread = 0; ///< the number of the remote thread that executes it

    void consume(void *to, unsigned bytes) override;
    /// Sends the result. `out` may be null.
    void reply(writer *out);
};

/// The answer to a call of this process.
class answer final : public stream {
  public:
    pan_msg *message = nullptr;
    unsigned scalars = 0;
    void consume(void *to, unsigned bytes) override;
};

// `place` is the return address of the program's call, for error reports.

/// End the run with an error if the program must not call a method, or not by this reference.
void check_call(const char *what, void *place);
void check_reference(reference to, const operation &op, void *place);
void check_node(unsigned node, const char *what, void *place);
/// Sends a request and waits for the answer. Number 0 stands for the process, not an object.
answer request(reference to, const operation &op, writer &out);
/// The object of a call on its own process.
object &find(reference to, const operation &op);
std::uint32_t export_object(object *o);
std::uint32_t self_number(object &o);
void thread_ends(std::uint32_t thread, void *result);
/// Waits for the end of a remote thread of this process and returns its result.
void *await_thread(const incoming &r, std::uint32_t number);
void run(void (*main)(void *), void *argument, const options &o);

/// "Buffer::put" for &Buffer::put
template <auto M> constexpr std::string_view name_of() {
    const std::string_view text = __PRETTY_FUNCTION__; // "... [M = &Buffer::put]"
    const std::size_t begin = text.find("M = &") + 5;
    return text.substr(begin, text.size() - 1 - begin);
}
template <class T> constexpr std::string_view name_of_type() {
    const std::string_view text = __PRETTY_FUNCTION__; // "... [T = Buffer]"
    const std::size_t begin = text.find("T = ") + 4;
    return text.substr(begin, text.size() - 1 - begin);
}
/// A constant text of up to 200 characters that ends in 0.
struct constant_text {
    char characters[200] = {};
    constexpr constant_text(std::initializer_list<std::string_view> parts) {
        std::size_t at = 0;
        for (const std::string_view part : parts)
            for (const char c : part)
                if (at + 1 < sizeof characters) characters[at++] = c;
    }
};

template <class M> struct member;
template <class C, class R, class... P> struct member<R (C::*)(P...)> {
    using object = C;
    using result = R;
    using parameters = std::tuple<P...>;
    using kept = std::tuple<marshal::kept_t<P>...>;
};
template <class C, class R, class... P>
struct member<R (C::*)(P...) const> : member<R (C::*)(P...)> {};
template <class C, class R, class... P>
struct member<R (C::*)(P...) noexcept> : member<R (C::*)(P...)> {};
template <class C, class R, class... P>
struct member<R (C::*)(P...) const noexcept> : member<R (C::*)(P...)> {};

template <class P> constexpr void check_parameter() {
    static_assert(
        !std::is_pointer_v<std::remove_cvref_t<P>>,
        "a remote method has a pointer as parameter: it means nothing to another process");
    static_assert(!std::is_lvalue_reference_v<P> || std::is_const_v<std::remove_reference_t<P>>,
                  "a remote method has a parameter T &: arguments are copied, so return a result");
    static_assert(!std::is_rvalue_reference_v<P>, "a remote method has a parameter T &&: use T");
}
template <class P> constexpr bool is_plain = marshal::detail::plain<std::remove_cvref_t<P>>();
template <> inline constexpr bool is_plain<void> = true;

/// Arguments as the caller holds them: references, and values where they have to be converted.
template <class P, class A>
using hold = std::conditional_t<std::is_same_v<std::remove_cvref_t<P>, std::remove_cvref_t<A>>,
                                const std::remove_cvref_t<P> &, std::remove_cvref_t<P>>;

template <auto M, class Parameters = typename member<decltype(M)>::parameters> struct method;
template <auto M, class... P> struct method<M, std::tuple<P...>> : member<decltype(M)> {
    using typename member<decltype(M)>::object;
    using typename member<decltype(M)>::result;
    using typename member<decltype(M)>::kept;
    static_assert(std::is_base_of_v<rmi::object, object>,
                  "a remote method is of a class derived from rmi::object");
    static_assert(!std::is_reference_v<result> && !std::is_pointer_v<result>,
                  "a remote method returns a reference or a pointer: results are copied");
    static constexpr bool has_result = !std::is_void_v<result>;
    /// Copies of the arguments and the result are the same as those of a message.
    static constexpr bool plain = (is_plain<P> && ... && is_plain<result>);

    static constexpr constant_text name{name_of<M>()};

    /// The caller's arguments, which live until the message has been sent.
    template <class... A> static auto hold_arguments(A &&...given) {
        static_assert(sizeof...(P) == sizeof...(A),
                      "a remote method with another number of arguments");
        (check_parameter<P>(), ...);
        return std::tuple<hold<P, A>...>(std::forward<A>(given)...);
    }
    static result apply(rmi::object &on, stream &from, unsigned scalars) {
        kept arguments;
        {
            reader in(from, scalars);
            std::apply([&](auto &...a) { in.message(a...); }, arguments);
        }
        return std::apply(
            [&](auto &...a) -> result { return (static_cast<object &>(on).*M)(std::move(a)...); },
            arguments);
    }
    static void execute(incoming &r) {
        if constexpr (has_result) {
            result value = apply(*r.on, r, r.scalars);
            writer out;
            out.message(value);
            r.reply(&out);
        } else {
            apply(*r.on, r, r.scalars);
            r.reply(nullptr);
        }
    }
    static constexpr operation descriptor{
        &execute, never_blocks<M> ? operation::upcall : operation::popup, name.characters};

    // A remote thread, which executes the method, and the end of the thread.
    static void begin(incoming &r) {
        const std::uint32_t number = r.thread;
        if constexpr (has_result)
            thread_ends(number, new result(apply(*r.on, r, r.scalars)));
        else {
            apply(*r.on, r, r.scalars);
            thread_ends(number, nullptr);
        }
    }
    static void join(incoming &r) {
        std::uint32_t number = 0;
        reader(r, r.scalars).message(number);
        [[maybe_unused]] auto *const value = static_cast<result *>(await_thread(r, number));
        if constexpr (has_result) {
            writer out;
            out.message(*value);
            r.reply(&out);
            delete value;
        } else
            r.reply(nullptr);
    }
    static constexpr operation start_descriptor{&begin, operation::thread, name.characters};
    static constexpr operation join_descriptor{&join, operation::popup, name.characters};
};

template <class R> R result_of(stream &from, unsigned scalars) {
    if constexpr (!std::is_void_v<R>) {
        R value{};
        reader(from, scalars).message(value);
        return value;
    }
}
template <class R> R result_of(answer a) { return result_of<R>(a, a.scalars); }

/// A call on the object's own process. Arguments and results are copied here too.
template <class M> typename M::result invoke_here(object &on, writer &out) {
    copy_of arguments(out);
    if constexpr (M::has_result) {
        typename M::result value = M::apply(on, arguments, arguments.scalars);
        if constexpr (is_plain<typename M::result>)
            return value;
        else {
            writer back;
            back.message(value);
            copy_of results(back);
            return result_of<typename M::result>(results, results.scalars);
        }
    } else
        M::apply(on, arguments, arguments.scalars);
}

template <class M, class... A>
[[gnu::noinline]] typename M::result invoke(reference to, A &&...given) {
    void *const place = __builtin_return_address(0);
    check_reference(to, M::descriptor, place);
    const auto arguments = M::hold_arguments(std::forward<A>(given)...);
    writer out;
    std::apply([&](const auto &...a) { out.message(a...); }, arguments);
    if (to.node == here()) return invoke_here<M>(find(to, M::descriptor), out);
    return result_of<typename M::result>(request(to, M::descriptor, out));
}

template <class T, class... P> struct constructor {
    static std::uint32_t make(stream &from, unsigned scalars) {
        std::tuple<marshal::kept_t<P>...> arguments;
        {
            reader in(from, scalars);
            std::apply([&](auto &...a) { in.message(a...); }, arguments);
        }
        return std::apply([](auto &...a) { return export_object(new T(std::move(a)...)); },
                          arguments);
    }
    static void execute(incoming &r) {
        const std::uint32_t number = make(r, r.scalars);
        writer out;
        out.message(number);
        r.reply(&out);
    }
    static constexpr constant_text name{"the constructor of ", name_of_type<T>()};
    static constexpr operation descriptor{&execute, operation::popup, name.characters};
};
/// A literal text travels as std::string.
template <class A>
using constructor_parameter =
    std::conditional_t<std::is_convertible_v<A, const char *>, std::string, std::remove_cvref_t<A>>;

template <class T, class... A>
[[gnu::noinline]] reference create(unsigned node, const A &...given) {
    void *const place = __builtin_return_address(0);
    using c = constructor<T, constructor_parameter<A>...>;
    (check_parameter<constructor_parameter<A>>(), ...);
    check_call("rmi::create", place);
    check_node(node, "rmi::create", place);
    const std::tuple<hold<constructor_parameter<A>, A>...> held(given...);
    writer out;
    std::apply([&](const auto &...a) { out.message(a...); }, held);
    if (node == here()) {
        copy_of arguments(out);
        return {node, c::make(arguments, arguments.scalars)};
    }
    return {node, result_of<std::uint32_t>(request({node, 0}, c::descriptor, out))};
}

template <class M, class... A> [[gnu::noinline]] reference start(reference to, A &&...given) {
    void *const place = __builtin_return_address(0);
    check_reference(to, M::descriptor, place);
    const auto arguments = M::hold_arguments(std::forward<A>(given)...);
    writer out;
    std::apply([&](const auto &...a) { out.message(a...); }, arguments);
    return {to.node, result_of<std::uint32_t>(request(to, M::start_descriptor, out))};
}

template <class R> [[gnu::noinline]] R join(reference thread, const operation &op) {
    void *const place = __builtin_return_address(0);
    check_call("rmi::thread::join", place);
    writer out;
    out.message(thread.number);
    return result_of<R>(request({thread.node, 0}, op, out));
}

} // namespace detail

/// A reference to an object of class T. As an argument or result of a remote method it stays a
/// reference; everything else is copied.
template <class T> class remote {
  public:
    /// Null.
    remote() = default;
    explicit remote(rmi::reference to) : to_(to) {}
    template <class U>
    requires std::is_convertible_v<U *, T *> remote(const remote<U> &o) : to_(o.reference()) {}

    rmi::reference reference() const { return to_; }
    /// The process that has the object.
    unsigned node() const { return to_.node; }
    explicit operator bool() const { return to_.number != 0; }
    bool operator==(const remote &) const = default;
    void serialize(auto &a) { a(to_); }

    /// Executes a method of T on the object and returns its result. Arguments by value, `const &`
    /// and std::span<const E> are copied to the object's process.
    template <auto Method, class... A> RMI_INLINE auto call(A &&...arguments) const {
        using method = detail::method<Method>;
        static_assert(std::is_convertible_v<T *, typename method::object *>,
                      "the method is of another class than the object");
        return detail::invoke<method>(to_, std::forward<A>(arguments)...);
    }

  private:
    rmi::reference to_;
};

/// A thread on another process, which executes a method whose result is R.
template <class R> class thread {
  public:
    thread() = default;
    /// Waits until the method has ended and returns its result. Only one call for each thread.
    RMI_INLINE R join() const { return detail::join<R>(to_, *op_); }
    unsigned node() const { return to_.node; }

  private:
    template <auto Method, class T, class... A>
    friend auto start(const remote<T> &to, A &&...arguments);
    thread(reference to, const detail::operation *op) : to_(to), op_(op) {}
    reference to_;
    const detail::operation *op_ = nullptr;
};

/// A new object, T(arguments...), on a process.
template <class T, class... A> RMI_INLINE remote<T> create(unsigned node, const A &...arguments) {
    static_assert(std::is_base_of_v<object, T>,
                  "rmi::create needs a class derived from rmi::object");
    return remote<T>(detail::create<T>(node, arguments...));
}

/// The reference to an object that rmi::create has made, for its own methods. Not yet valid in its
/// constructor.
template <class T> RMI_INLINE remote<T> self(T &o) {
    return remote<T>({here(), detail::self_number(o)});
}

/// Starts a thread on the object's process, which executes the method. It has priority 0, so popup
/// threads precede it.
template <auto Method, class T, class... A>
RMI_INLINE auto start(const remote<T> &to, A &&...arguments) {
    using method = detail::method<Method>;
    static_assert(std::is_convertible_v<T *, typename method::object *>,
                  "the method is of another class than the object");
    return thread<typename method::result>(
        detail::start<method>(to.reference(), std::forward<A>(arguments)...),
        &method::join_descriptor);
}

/// All processes call it first. `main` runs on process 0; run returns on all processes when main
/// and all remote threads have ended.
template <class Main> RMI_INLINE int run(Main main, const options &o = {}) {
    detail::run([](void *m) { (*static_cast<Main *>(m))(); }, &main, o);
    return 0;
}

} // namespace rmi

#undef RMI_INLINE
#endif // C++20
