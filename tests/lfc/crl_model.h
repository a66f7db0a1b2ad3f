// The interface between crl_model.cpp and its processes.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void model_send(unsigned from, unsigned to, const void *packet, unsigned size);
/// Another process continues; when it returns, at most one packet has been taken.
void model_poll(unsigned process);
/// Memory that is 0 at first, until the run of the model ends.
void *model_get(size_t bytes);

struct process {
    void (*begin)(unsigned process, unsigned processes);
    int (*take)(unsigned from, void *packet, unsigned size);
    unsigned (*create)(unsigned bytes);
    void *(*map)(unsigned rid);
    void (*start_read)(void *region);
    void (*end_read)(void *region);
    void (*start_write)(void *region);
    void (*end_write)(void *region);
    void (*flush)(void *region);
};
extern const struct process process_0, process_1, process_2;

#ifdef __cplusplus
}
#endif
