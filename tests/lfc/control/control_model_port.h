/* Accesses of control.c in the model test (model.cpp): SRAM's words are big-endian there too. */
#ifndef LFC_CONTROL_MODEL_PORT_H
#define LFC_CONTROL_MODEL_PORT_H

#include <myrinet_registers.h>

uint32_t lfc_model_address(const void *at);
uint32_t lfc_model_load(struct lfc_control *c, uint32_t offset);
void lfc_model_store(struct lfc_control *c, uint32_t offset, uint32_t value);

static inline uint32_t port_word(uint32_t value) { return __builtin_bswap32(value); }
static inline uint16_t port_half(uint16_t value) { return __builtin_bswap16(value); }
static inline uint32_t port_address(const struct lfc_control *c, const void *at) {
    (void)c;
    return lfc_model_address(at);
}
static inline uint32_t port_load(struct lfc_control *c, uint32_t offset) {
    return lfc_model_load(c, offset);
}
static inline void port_store(struct lfc_control *c, uint32_t offset, uint32_t value) {
    lfc_model_store(c, offset, value);
}
static inline void port_order(void) {}
static inline void port_wait_for_go(struct lfc_control *c, volatile struct lfc_shared *shared) {
    (void)c, (void)shared;
}

#endif
