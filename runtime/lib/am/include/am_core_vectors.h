// Messages of one or two words and vector register 1, which wait for the network: for bulk
// transfers and blocks by vectors, on machines whose messages have vectors. A machine with rules of
// its own for messages that the network refuses defines AM_OWN_VECTOR_SENDS and these functions.
#pragma once

#include <am_core.h>
#include <xnet.h>

#ifndef AM_OWN_VECTOR_SENDS
AM_INLINE void am_vector_request_1_(int dest, void *handler, uint32_t a) {
    while (!__builtin_xnet_send1v((uint32_t)dest, handler, 1, a))
        if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}
AM_INLINE void am_vector_request_2_(int dest, void *handler, uint32_t a, uint32_t b) {
    while (!__builtin_xnet_send2v((uint32_t)dest, handler, 1, a, b))
        if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}
AM_INLINE void am_vector_reply_1_(int dest, void *handler, uint32_t a) {
    while (!__builtin_xnet_send1hv((uint32_t)dest, handler, 1, a))
        if (__xnet_holds) am_serve_(AM_HIGH_);
}
AM_INLINE void am_vector_reply_2_(int dest, void *handler, uint32_t a, uint32_t b) {
    while (!__builtin_xnet_send2hv((uint32_t)dest, handler, 1, a, b))
        if (__xnet_holds) am_serve_(AM_HIGH_);
}
#endif
