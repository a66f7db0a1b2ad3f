/* How control.c accesses memory that it shares with the host, and the special registers. */
#ifndef LFC_CONTROL_PORT_H
#define LFC_CONTROL_PORT_H

#ifdef __lanai__
#include <lanai.h>

/* SRAM's words are big-endian, as the processor's. */
static inline uint32_t port_word(uint32_t value) { return value; }
static inline uint16_t port_half(uint16_t value) { return value; }
static inline uint32_t port_address(const struct lfc_control *c, const void *at) {
    (void)c;
    return (uint32_t)at;
}
static inline uint32_t port_load(struct lfc_control *c, uint32_t offset) {
    (void)c;
    return lanai_load(offset);
}
static inline void port_store(struct lfc_control *c, uint32_t offset, uint32_t value) {
    (void)c;
    /* What the engine reads is in SRAM. */
    __asm__ volatile("" ::: "memory");
    lanai_store(offset, value);
}
static inline void port_order(void) { __asm__ volatile("" ::: "memory"); }
static inline void port_wait_for_go(struct lfc_control *c, volatile struct lfc_shared *shared) {
    (void)c;
    while (shared->go == 0) {
    }
}
#else
#include <control_model_port.h> /* the model test's */
#endif

#endif
