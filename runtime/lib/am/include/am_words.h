// Arguments of messages that are words of a type other than int: pointers, long, unsigned, enums.
// Part of <am.h>. The handler receives them with their own types:
//
//     static void found(int src, const char *name, long count);
//     am_request_2(0, found, name, count);
//
// Handlers of ints still take whatever converts to int. Anything else is a compile-time error: a
// type that is not a word (double, short, a struct), or one that differs from the argument's type.
#pragma once

#ifndef __cplusplus
// clang-format off

// The type of an argument as a value: arrays are pointers, char and short are int. A type that is
// not a word counts as int, so the compiler rejects its handler.
#define AM_VALUE_(a) __typeof__((void)0, (a))
#define AM_TYPE_(a)                                                                                \
    __typeof__(_Generic((AM_VALUE_(a) *)0, float *: 0, double *: 0, long double *: 0,              \
                        long long *: 0, unsigned long long *: 0,                                   \
                        default: 1 ? (AM_VALUE_(a))0 : (AM_VALUE_(a))0))
#define AM_INT_(a)                                                                                 \
    _Generic((AM_VALUE_(a) *)0, float *: (a), double *: (a), long double *: (a),                   \
             long long *: (a), unsigned long long *: (a), default: (int)(a))
#define AM_HANDLER_(n, handler, ...)                                                               \
    _Generic((handler), void (*)(int, __VA_ARGS__): (am_handler_##n##_t)(void (*)(void))(handler), \
             default: (handler))

#define AM_SEND_1_(send, dest, handler, a)                                                         \
    (send)(dest, AM_HANDLER_(1, handler, AM_TYPE_(a)), AM_INT_(a))
#define AM_SEND_2_(send, dest, handler, a, b)                                                      \
    (send)(dest, AM_HANDLER_(2, handler, AM_TYPE_(a), AM_TYPE_(b)), AM_INT_(a), AM_INT_(b))
#define AM_SEND_3_(send, dest, handler, a, b, c)                                                   \
    (send)(dest, AM_HANDLER_(3, handler, AM_TYPE_(a), AM_TYPE_(b), AM_TYPE_(c)), AM_INT_(a),       \
           AM_INT_(b), AM_INT_(c))
#define AM_SEND_4_(send, dest, handler, a, b, c, d)                                                \
    (send)(dest, AM_HANDLER_(4, handler, AM_TYPE_(a), AM_TYPE_(b), AM_TYPE_(c), AM_TYPE_(d)),      \
           AM_INT_(a), AM_INT_(b), AM_INT_(c), AM_INT_(d))

#define am_request_1(...) AM_SEND_1_(am_request_1, __VA_ARGS__)
#define am_request_2(...) AM_SEND_2_(am_request_2, __VA_ARGS__)
#define am_request_3(...) AM_SEND_3_(am_request_3, __VA_ARGS__)
#define am_request_4(...) AM_SEND_4_(am_request_4, __VA_ARGS__)
#define am_reply_1(...) AM_SEND_1_(am_reply_1, __VA_ARGS__)
#define am_reply_2(...) AM_SEND_2_(am_reply_2, __VA_ARGS__)
#define am_reply_3(...) AM_SEND_3_(am_reply_3, __VA_ARGS__)
#define am_reply_4(...) AM_SEND_4_(am_reply_4, __VA_ARGS__)

// clang-format on
#else

namespace am_words {

template <typename T> struct identity { using type = T; };
/// The handler alone determines the types; arguments are converted to them.
template <typename T> using given = typename identity<T>::type;

template <typename T> constexpr int word(T value) {
    static_assert(__is_scalar(T) && !__is_floating_point(T) && sizeof(T) == sizeof(int),
                  "an argument of a message is one word");
    return (int)value;
}

} // namespace am_words

#define AM_WORDS_(send)                                                                            \
    template <typename A>                                                                          \
    AM_INLINE void send##_1(int dest, void (*h)(int, A), am_words::given<A> a) {                   \
        send##_1(dest, (am_handler_1_t)(void *)h, am_words::word<A>(a));                           \
    }                                                                                              \
    template <typename A, typename B>                                                              \
    AM_INLINE void send##_2(int dest, void (*h)(int, A, B), am_words::given<A> a,                  \
                            am_words::given<B> b) {                                                \
        send##_2(dest, (am_handler_2_t)(void *)h, am_words::word<A>(a), am_words::word<B>(b));     \
    }                                                                                              \
    template <typename A, typename B, typename C>                                                  \
    AM_INLINE void send##_3(int dest, void (*h)(int, A, B, C), am_words::given<A> a,               \
                            am_words::given<B> b, am_words::given<C> c) {                          \
        send##_3(dest, (am_handler_3_t)(void *)h, am_words::word<A>(a), am_words::word<B>(b),      \
                 am_words::word<C>(c));                                                            \
    }                                                                                              \
    template <typename A, typename B, typename C, typename D>                                      \
    AM_INLINE void send##_4(int dest, void (*h)(int, A, B, C, D), am_words::given<A> a,            \
                            am_words::given<B> b, am_words::given<C> c, am_words::given<D> d) {    \
        send##_4(dest, (am_handler_4_t)(void *)h, am_words::word<A>(a), am_words::word<B>(b),      \
                 am_words::word<C>(c), am_words::word<D>(d));                                      \
    }
AM_WORDS_(am_request)
AM_WORDS_(am_reply)
#undef AM_WORDS_

#endif
