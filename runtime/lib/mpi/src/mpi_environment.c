// Start, end, time and memory.
#include "mpi_internal.h"

#include <am_core.h>
#include <host.h>
#include <malloc.h>
#include <reent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum { before, running, ended } state;
static int thread_level;

void mpi_comms_start(void);
void mpi_attributes_start(void);
void mpi_bsends_end(void);
void mpi_matched_end(void);

void mpi_check_started(const char *call) {
    MPI_WRONG(state == before, call, "MPI_Init comes first");
    MPI_WRONG(state == ended, call, "after MPI_Finalize");
}

static int start(const char *call, int required, int *provided) {
    MPI_WRONG(state == ended, call, "after MPI_Finalize");
    MPI_CHECK(state != before, 0, MPI_ERR_OTHER, call, "called twice");
    mpid_start();
    mpi_types_start();
    mpi_ops_start();
    mpi_attributes_start();
    mpi_comms_start();
    state = running;
    thread_level = required < MPI_THREAD_FUNNELED ? required : MPI_THREAD_FUNNELED;
    *provided = thread_level;
    return mpi_barrier(call, mpi_world); // all processes can receive
}
MPI_CALL(Init)(int *argc, char ***argv) {
    (void)argc, (void)argv;
    int provided;
    return start("MPI_Init", MPI_THREAD_SINGLE, &provided);
}
MPI_CALL(Init_thread)(int *argc, char ***argv, int required, int *provided) {
    (void)argc, (void)argv;
    return start("MPI_Init_thread", required, provided);
}
MPI_CALL(Query_thread)(int *provided) {
    mpi_check_started("MPI_Query_thread");
    MPI_NOT_NULL(provided, 0, "MPI_Query_thread");
    *provided = thread_level;
    return MPI_SUCCESS;
}
MPI_CALL(Is_thread_main)(int *flag) {
    mpi_check_started("MPI_Is_thread_main");
    MPI_NOT_NULL(flag, 0, "MPI_Is_thread_main");
    *flag = 1; // at MPI_THREAD_FUNNELED other threads make no calls
    return MPI_SUCCESS;
}
MPI_CALL(Initialized)(int *flag) {
    MPI_NOT_NULL(flag, 0, "MPI_Initialized");
    *flag = state != before;
    return MPI_SUCCESS;
}
MPI_CALL(Finalized)(int *flag) {
    MPI_NOT_NULL(flag, 0, "MPI_Finalized");
    *flag = state == ended;
    return MPI_SUCCESS;
}
MPI_CALL(Finalize)(void) {
    mpi_check_started("MPI_Finalize");
    // Attributes of MPI_COMM_SELF first (MPI-2.0, 4.8).
    mpi_attributes_delete(&mpi_self->attributes, MPI_COMM_SELF);
    mpi_attributes_delete(&mpi_world->attributes, MPI_COMM_WORLD);
    mpi_bsends_end();
    mpi_barrier("MPI_Finalize", mpi_world);
    mpi_requests_end();
    mpi_matched_end();
    mpid_end();
    state = ended;
    for (int kind = 0; kind < mpi_kinds; ++kind) mpi_tables[kind].used = 0;
    return MPI_SUCCESS;
}
MPI_CALL(Abort)(MPI_Comm comm, int code) {
    (void)comm;
    xnet_fail("MPI_Abort with code %d", code);
}

#define TIME(type, name)                                                                           \
    extern __typeof(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));           \
    type PMPI_##name
TIME(double, Wtime)(void) { return (double)__host_clock() / AM_HERTZ; }
TIME(double, Wtick)(void) { return 1.0 / AM_HERTZ; }
TIME(MPI_Aint, Aint_add)(MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
TIME(MPI_Aint, Aint_diff)(MPI_Aint a, MPI_Aint b) { return a - b; }

MPI_CALL(Get_version)(int *version, int *subversion) {
    MPI_NOT_NULL(version && subversion, 0, "MPI_Get_version");
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}
MPI_CALL(Get_library_version)(char *version, int *length) {
    MPI_NOT_NULL(version && length, 0, "MPI_Get_library_version");
    *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "inlet, MPI %d.%d", MPI_VERSION,
                       MPI_SUBVERSION);
    return MPI_SUCCESS;
}
MPI_CALL(Get_processor_name)(char *name, int *length) {
    MPI_NOT_NULL(name && length, 0, "MPI_Get_processor_name");
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node %d", am_my_proc());
    return MPI_SUCCESS;
}
/// Tools that come between define it.
MPI_CALL(Pcontrol)(const int level, ...) {
    (void)level;
    return MPI_SUCCESS;
}
/// Memory of MPI_Alloc_mem: this, then the program's bytes.
static struct allocated {
    struct allocated *next;
    double data[] __attribute__((aligned(8)));
} * allocated;
MPI_CALL(Alloc_mem)(MPI_Aint size, MPI_Info info, void *base) {
    MPI_NOT_NULL(base, 0, "MPI_Alloc_mem");
    (void)info;
    MPI_CHECK(size < 0, 0, MPI_ERR_SIZE, "MPI_Alloc_mem", "a size of %d", (int)size);
    struct allocated *memory = // malloc would end the run
        _malloc_r(_REENT, sizeof *memory + (size_t)size);
    MPI_CHECK(!memory, 0, MPI_ERR_NO_MEM, "MPI_Alloc_mem", "no memory for %d bytes", (int)size);
    memory->next = allocated;
    allocated = memory;
    *(void **)base = memory->data;
    return MPI_SUCCESS;
}
MPI_CALL(Free_mem)(void *base) {
    if (!base) return MPI_SUCCESS;
    struct allocated **at = &allocated;
    while (*at && (void *)(*at)->data != base) at = &(*at)->next;
    struct allocated *memory = *at;
    MPI_CHECK(!memory, 0, MPI_ERR_BASE, "MPI_Free_mem", "%p is no memory of MPI_Alloc_mem", base);
    *at = memory->next;
    free(memory);
    return MPI_SUCCESS;
}
MPI_CALL(Address)(const void *location, MPI_Aint *address) {
    MPI_NOT_NULL(address, 0, "MPI_Address");
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}
MPI_CALL(Get_address)(const void *location, MPI_Aint *address) {
    MPI_NOT_NULL(address, 0, "MPI_Get_address");
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}
