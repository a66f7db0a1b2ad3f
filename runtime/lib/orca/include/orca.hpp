// Orca's shared objects as a C++ library (Bhoedjang's thesis, 001, 7.1; docs/orca.md): objects in
// the memory of one process or replicated on all of them, operations that are atomic, in one order
// for all processes, and that wait while their guards are false.
//
//     struct Int {
//         int x = 0;
//         void inc() { ++x; }                   // not const: it writes
//         orca::guarded<> await(int v) const {  // const: it reads
//             if (x < v) return orca::blocked;  // before any change
//             return {};
//         }
//     };
//     orca::shared<Int> counter;
//     counter.call<&Int::inc>();
#pragma once

#if __cplusplus < 202002L
#error "<orca.hpp> needs C++20: compile with -std=c++20, or without -std"
#else

#include <cstdlib>
#include <orca_core.hpp>
#include <string_view>

namespace orca {

struct blocked_t {};
/// A false guard.
constexpr blocked_t blocked{};

template <class T> class shared;

/// The result of an operation with a guard: a value, or `blocked`.
template <class T = void> class guarded {
  public:
    guarded(blocked_t) {}
    guarded(T value) : value_(std::move(value)) {}
    bool open() const { return value_.has_value(); }
    T &value() { return *value_; }

  private:
    std::optional<T> value_;
};
template <> class guarded<void> {
  public:
    guarded() = default;
    guarded(blocked_t) : open_(false) {}
    bool open() const { return open_; }

  private:
    bool open_ = true;
};

/// Where an object is: on all processes, or on one.
struct placement {
    std::uint16_t node;
};
constexpr placement replicated{core::everywhere};
placement single(unsigned node);
struct automatic_t {};
/// The object is replicated at first. Later it moves to the place where its use costs least
/// (docs/orca.md, "Placement by use").
constexpr automatic_t automatic{};

/// Operations of one object with the same parameters and results: those that read are tried first,
/// then the others, in the order given, until the guard of one is true.
template <auto... Operations> struct alternatives {
    constexpr bool operator==(const alternatives &) const = default;
};

unsigned here();
unsigned processors();

/// Counts since the start of this process: calls by the messages that they needed, continuations
/// created and resumed, and changes of objects' places.
core::counts statistics();

/// How the run-time system deals with requests whose guards are false.
enum class handling {
    continuations, ///< 001 Figure 7.10
    threads,       ///< each request is executed by a thread that waits (Figure 7.8)
};
constexpr handling threads = handling::threads;
constexpr handling continuations = handling::continuations;
struct options {
    handling blocked = continuations;
    core::policy placement = {}; ///< of `automatic` objects
};

/// Ends the run with an error if replicas of an object differ. It checks `automatic` objects that
/// are replicated now, and with -DORCA_CHECK all replicated objects. With -DORCA_CHECK the check
/// also happens whenever a process ends.
void check_replicas();

/// A call's place in reports is the program's line, so functions of this file are part of it.
#ifdef __clang__
#define ORCA_INLINE [[gnu::always_inline, gnu::nodebug]] inline
#else // the model of tests/orca
#define ORCA_INLINE inline
#endif

namespace detail {

/// "Int::inc" for &Int::inc
template <auto M> constexpr std::string_view name_of() {
    const std::string_view text = __PRETTY_FUNCTION__; // clang: "... [M = &Int::inc]"
    const std::size_t begin = text.find("M = &") + 5;
    return text.substr(begin, text.size() - 1 - begin);
}
/// Constant texts about operations.
template <auto First, auto... More> struct text_of {
    static constexpr std::string_view between = " or ",
                                      object = " on object %u (made by process %u)";
    static constexpr std::size_t length =
        name_of<First>().size() + (0 + ... + (between.size() + name_of<More>().size()));
    static constexpr auto all = [] {
        std::array<char, length + 1> name{};
        std::array<char, length + object.size() + 1> purpose{};
        std::size_t at = 0;
        const auto add = [&](std::string_view text) {
            for (const char c : text) name[at] = purpose[at] = c, ++at;
        };
        add(name_of<First>());
        ((add(between), add(name_of<More>())), ...);
        for (const char c : object) purpose[at++] = c;
        return std::pair(name, purpose);
    }();
    static constexpr const char *name = all.first.data(), *purpose = all.second.data();
};

template <class M> struct member;
template <class C, class R, class... P> struct member<R (C::*)(P...)> {
    using object = C;
    using result = R;
    using parameters = std::tuple<P...>;
    static constexpr bool writes = true;
};
template <class C, class R, class... P>
struct member<R (C::*)(P...) const> : member<R (C::*)(P...)> {
    static constexpr bool writes = false;
};

template <class R> struct plain_result {
    using type = R;
    static constexpr bool guard = false;
};
template <class R> struct plain_result<guarded<R>> {
    using type = R;
    static constexpr bool guard = true;
};

/// A parameter by which results return.
template <class P>
constexpr bool is_out =
    std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;
template <class T> constexpr bool is_shared = false;
template <class T> constexpr bool is_shared<shared<T>> = true;
template <class P> constexpr void check_parameter() {
    static_assert(
        !is_shared<std::remove_cvref_t<P>>,
        "an operation has a reference to an object as parameter: only processes have them");
    static_assert(!std::is_rvalue_reference_v<P>, "an operation has no parameters of type T &&");
    static_assert(!std::is_pointer_v<std::remove_cvref_t<P>>,
                  "an operation has a pointer as parameter: it means nothing to another process");
}

#ifdef ORCA_CHECK
template <class T> std::vector<std::uint8_t> image(const T &object) {
    marshal::writer out;
    out(object);
    return out.copy().bytes;
}
#endif
[[noreturn]] void fail(const char *what, const char *operation);

template <auto First, auto... More> struct operations {
    using first = member<decltype(First)>;
    using object = typename first::object;
    using parameters = typename first::parameters;
    using result = typename plain_result<typename first::result>::type;
    static constexpr bool has_result = !std::is_void_v<result>;
    using stored = std::conditional_t<has_result, std::optional<result>, bool>;
    static constexpr bool writes = (first::writes || ... || member<decltype(More)>::writes);
    static_assert((std::is_same_v<object, typename member<decltype(More)>::object> && ...),
                  "alternatives are of one object");
    static_assert((std::is_same_v<parameters, typename member<decltype(More)>::parameters> && ...),
                  "alternatives have the same parameters");

    template <auto M, class Tuple>
    static bool one(core::target &on, Tuple &arguments, [[maybe_unused]] stored &to) {
        using m = member<decltype(M)>;
        using r = typename m::result;
        object &o = *static_cast<object *>(on.state);
#ifdef ORCA_CHECK
        const auto before = image(o);
        auto unchanged = [&](const char *what) {
            if (image(o) != before) fail(what, text_of<M>::name);
        };
#else
        auto unchanged = [](const char *) {};
#endif
        auto invoke = [&]() -> r {
            return std::apply([&](auto &...a) -> r { return (o.*M)(a...); }, arguments);
        };
        if constexpr (plain_result<r>::guard) {
            r result = invoke();
            if (!result.open()) {
                unchanged("a change before `return orca::blocked`");
                return false;
            }
            if constexpr (has_result) to = std::move(result.value());
        } else if constexpr (has_result)
            to = invoke();
        else
            invoke();
        if constexpr (m::writes)
            on.changed = true;
        else
            unchanged("a const operation changes its object");
        return true;
    }
    template <class Tuple>
    static bool attempt(core::target &on, Tuple &arguments, stored &to, bool reads_only) {
        return try_if<false, First, Tuple>(on, arguments, to) ||
               (try_if<false, More, Tuple>(on, arguments, to) || ...) ||
               (!reads_only && (try_if<true, First, Tuple>(on, arguments, to) ||
                                (try_if<true, More, Tuple>(on, arguments, to) || ...)));
    }
    template <bool Writes, auto M, class Tuple>
    static bool try_if(core::target &on, Tuple &arguments, stored &to) {
        if constexpr (member<decltype(M)>::writes != Writes)
            return false;
        else
            return one<M>(on, arguments, to);
    }

    template <class... P> struct with;
    template <class... P> struct with<std::tuple<P...>> {
        using kept = std::tuple<marshal::kept_t<P>...>;
        template <class Archive, class Tuple, std::size_t... I>
        static void results(Archive &a, Tuple &arguments, stored &to, std::index_sequence<I...>) {
            if constexpr (has_result) a(to);
            [[maybe_unused]] auto each =
                [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
                    if constexpr (is_out<std::tuple_element_t<J, parameters>>)
                        a(std::get<J>(arguments));
                };
            (each(std::integral_constant<std::size_t, I>{}), ...);
        }
        static constexpr auto index = std::index_sequence_for<P...>{};
        static bool execute(core::target &on, marshal::reader &in, marshal::message &out) {
            kept arguments;
            std::apply([&](auto &...a) { in(a...); }, arguments);
            stored to{};
            if (!attempt(on, arguments, to, false)) return false;
            marshal::writer written;
            results(written, arguments, to, index);
            out = written.copy(); // arrays of results are gone when this returns
            return true;
        }
    };
    using marshalled = with<parameters>;
    using text = text_of<First, More...>;
    static constexpr core::operation descriptor{
        writes,  &marshalled::execute, nullptr,      nullptr, nullptr,
        nullptr, text::name,           text::purpose};
};

template <auto Operation> struct resolve { using type = operations<Operation>; };
template <auto... M> constexpr auto unpack(alternatives<M...>) { return operations<M...>{}; }
template <auto Operation>
requires(!std::is_member_pointer_v<decltype(Operation)>) struct resolve<Operation> {
    using type = decltype(unpack(Operation));
};

/// A call of this process. The parameters stay in the caller's variables.
template <class Operations, class Tuple> struct invocation : core::call {
    Tuple &arguments;
    typename Operations::stored to{};
    invocation(core::reference object, Tuple &a)
        : core::call{&Operations::descriptor, object, &attempt}, arguments(a) {}
    static bool attempt(core::call &c, core::target &on, bool reads_only) {
        auto &me = static_cast<invocation &>(c);
        return Operations::attempt(on, me.arguments, me.to, reads_only);
    }
};

/// Executes the call, locally if that needs no message. Otherwise `write` writes the parameters
/// into the message, and the results are awaited. Returns true if the results are in c.result.
bool perform(core::call &c, void (*write)(core::call &, marshal::writer &));
core::reference create(std::uint16_t place, const core::operation *maker, marshal::writer &out);
void fork(unsigned node, const core::operation *process, marshal::writer &out);
void place(core::reference to, std::uint16_t place);
void run(void (*main)(void *), void *argument, const options &o, bool check);
/// Reports name the running thread by the function of its process.
void begin_process(void (*function)());
#ifdef ORCA_CHECK
constexpr bool checks = true;
#else
constexpr bool checks = false;
#endif

} // namespace detail

/// A reference to an object, which lives until the end of the run.
template <class T> class shared {
  public:
    /// A new object, T(arguments...).
    ORCA_INLINE shared() : shared(automatic) {}
    template <class... A> ORCA_INLINE explicit shared(automatic_t, const A &...arguments) {
        marshal::writer out;
        out(arguments...);
        to_ = detail::create(core::by_use, &maker_by_use<A...>, out);
    }
    template <class... A> ORCA_INLINE explicit shared(placement where, const A &...arguments) {
        marshal::writer out;
        out(arguments...);
        to_ = detail::create(where.node, &maker<A...>, out);
    }
    /// A reference to an existing object: a process receives one as a parameter.
    explicit shared(core::reference to) : to_(to) {}
    core::reference reference() const { return to_; }
    /// Moves an `automatic` object immediately. Its use may move it again later.
    ORCA_INLINE void place(placement where) const { detail::place(to_, where.node); }

    /// Executes a member function of T, or alternatives<...>{} of them, on the object.
    template <auto Operation, class... A> ORCA_INLINE auto call(A &&...arguments) const {
        using operations = typename detail::resolve<Operation>::type;
        static_assert(std::is_same_v<typename operations::object, T>,
                      "the operation is of another type than the object");
        return invoke<operations>(static_cast<typename operations::parameters *>(nullptr),
                                  std::forward<A>(arguments)...);
    }
    template <class Alternatives, class... A> ORCA_INLINE auto call(A &&...arguments) const {
        return call<Alternatives{}>(std::forward<A>(arguments)...);
    }

  private:
    template <class Operations, class... P, class... A>
    ORCA_INLINE auto invoke(std::tuple<P...> *, A &&...given) const {
        static_assert(sizeof...(P) == sizeof...(A),
                      "an operation with another number of parameters");
        (detail::check_parameter<P>(), ...);
        // References to the caller's variables; values where the argument has to be converted.
        std::tuple<hold<P, A>...> arguments(std::forward<A>(given)...);
        using call_t = detail::invocation<Operations, decltype(arguments)>;
        call_t c(to_, arguments);
        const bool received = detail::perform(c, [](core::call &base, marshal::writer &out) {
            std::apply([&](const auto &...a) { out(a...); }, static_cast<call_t &>(base).arguments);
        });
        if (received) {
            marshal::reader in(c.result);
            Operations::marshalled::results(in, arguments, c.to, std::index_sequence_for<P...>{});
        }
        if constexpr (Operations::has_result) return std::move(*c.to);
    }
    template <class P, class A>
    using hold = std::conditional_t<
        detail::is_out<P>, P,
        std::conditional_t<std::is_same_v<std::remove_cvref_t<P>, std::remove_cvref_t<A>>,
                           const std::remove_cvref_t<P> &, std::remove_cvref_t<P>>>;

    template <class... A> static void *make(marshal::reader &in) {
        std::tuple<marshal::kept_t<A>...> arguments;
        std::apply([&](auto &...a) { in(a...); }, arguments);
        return std::apply([](auto &...a) { return new T{a...}; }, arguments);
    }
    static void save(const void *state, marshal::message &to) {
        marshal::writer out;
        out(*static_cast<const T *>(state));
        to = out.copy();
    }
    static void load(void *state, marshal::reader &in) { in(*static_cast<T *>(state)); }
    static constexpr auto save_if_checked() -> void (*)(const void *, marshal::message &) {
        if constexpr (detail::checks)
            return &save;
        else
            return nullptr;
    }
    static constexpr const char *name() { return __PRETTY_FUNCTION__; }
    template <class... A>
    static constexpr core::operation maker{
        true, nullptr, &make<A...>, nullptr, save_if_checked(), nullptr, name()};
    template <class... A>
    static constexpr core::operation maker_by_use{true,  nullptr, &make<A...>, nullptr,
                                                  &save, &load,   name()};

    core::reference to_{};
};

namespace detail {

template <class P> struct process_parameter {
    using type = marshal::kept_t<P>;
    static void write(marshal::writer &out, const type &v) { out(v); }
    static type read(marshal::reader &in) {
        type v{};
        in(v);
        return v;
    }
};
template <class T> struct process_parameter<shared<T>> {
    using type = shared<T>;
    static void write(marshal::writer &out, const type &v) { out(v.reference()); }
    static type read(marshal::reader &in) {
        core::reference r{};
        in(r);
        return type(r);
    }
};

template <auto F> struct process;
template <class... P, void (*F)(P...)> struct process<F> {
    static_assert((!is_out<P> && ...), "a process has no parameters of type T &");
    static void start(marshal::reader &in) {
        std::tuple<typename process_parameter<std::remove_cvref_t<P>>::type...> arguments{
            process_parameter<std::remove_cvref_t<P>>::read(in)...};
        begin_process(reinterpret_cast<void (*)()>(F));
        std::apply(F, arguments);
    }
    template <class... A> static void write(marshal::writer &out, const A &...given) {
        static_assert(sizeof...(P) == sizeof...(A), "a process with another number of parameters");
        (process_parameter<std::remove_cvref_t<P>>::write(out, given), ...);
    }
    static constexpr core::operation descriptor{false, nullptr, nullptr, &start};
};

} // namespace detail

/// Starts a process on a node. References to objects among its arguments are the same objects
/// there.
template <auto F, class... A> void fork(unsigned node, const A &...arguments) {
    marshal::writer out;
    detail::process<F>::write(out, arguments...);
    detail::fork(node, &detail::process<F>::descriptor, out);
}

/// All processes call it first. `main` runs on process 0; run returns on all when all processes
/// that it and others have forked have ended.
template <class Main> ORCA_INLINE int run(Main main, const options &o = {}) {
    detail::run([](void *m) { (*static_cast<Main *>(m))(); }, &main, o, detail::checks);
    return 0;
}

} // namespace orca

#undef ORCA_INLINE
#endif // C++20
