// MPI-3.0 in C, without files and processes that are started later (docs/mpi.md lists what is
// missing). A process is a node. An error ends the run with a message that names the call, unless
// the communicator's error handler says otherwise. `-lmpi` links MPI over Active Messages,
// `-lmpi-lfc` over LFC.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 3
#define MPI_SUBVERSION 0

// Handles of all objects but requests are numbers: a kind, and an index.
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Group;
typedef int MPI_Errhandler;
typedef int MPI_Info;
typedef int MPI_Win;
typedef struct mpi_request *MPI_Request;
typedef struct mpi_message *MPI_Message;
typedef ptrdiff_t MPI_Aint;
typedef long long MPI_Offset;
typedef long long MPI_Count;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    int bytes_, cancelled_; ///< for MPI_Get_count and MPI_Test_cancelled (mpi_counts.c)
} MPI_Status;

// Handles as numbers of Fortran.
typedef int MPI_Fint;
#define MPI_Comm_c2f(comm) ((MPI_Fint)(comm))
#define MPI_Comm_f2c(comm) ((MPI_Comm)(comm))
#define MPI_Type_c2f(type) ((MPI_Fint)(type))
#define MPI_Type_f2c(type) ((MPI_Datatype)(type))
#define MPI_Group_c2f(group) ((MPI_Fint)(group))
#define MPI_Group_f2c(group) ((MPI_Group)(group))
#define MPI_Op_c2f(op) ((MPI_Fint)(op))
#define MPI_Op_f2c(op) ((MPI_Op)(op))
#define MPI_Errhandler_c2f(handler) ((MPI_Fint)(handler))
#define MPI_Errhandler_f2c(handler) ((MPI_Errhandler)(handler))
#define MPI_Info_c2f(info) ((MPI_Fint)(info))
#define MPI_Info_f2c(info) ((MPI_Info)(info))
#define MPI_Win_c2f(win) ((MPI_Fint)(win))
#define MPI_Win_f2c(win) ((MPI_Win)(win))
#define MPI_Request_c2f(request) ((MPI_Fint)(MPI_Aint)(request))
#define MPI_Request_f2c(request) ((MPI_Request)(MPI_Aint)(request))
#define MPI_Message_c2f(message) ((MPI_Fint)(MPI_Aint)(message))
#define MPI_Message_f2c(message) ((MPI_Message)(MPI_Aint)(message))

typedef int MPI_Copy_function(MPI_Comm, int, void *, void *, void *, int *);
typedef int MPI_Delete_function(MPI_Comm, int, void *, void *);
typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
typedef void MPI_Handler_function(MPI_Comm *, int *, ...);
typedef int MPI_Grequest_query_function(void *, MPI_Status *);
typedef int MPI_Grequest_free_function(void *);
typedef int MPI_Grequest_cancel_function(void *, int);
typedef MPI_Copy_function MPI_Comm_copy_attr_function, MPI_Type_copy_attr_function,
    MPI_Win_copy_attr_function;
typedef MPI_Delete_function MPI_Comm_delete_attr_function, MPI_Type_delete_attr_function,
    MPI_Win_delete_attr_function;
typedef MPI_Handler_function MPI_Comm_errhandler_function, MPI_Comm_errhandler_fn,
    MPI_Win_errhandler_function, MPI_Win_errhandler_fn;

/// Error classes; codes are classes, or made by MPI_Add_error_class and _code.
enum {
    // clang-format off
    MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM,
    MPI_ERR_RANK, MPI_ERR_REQUEST, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY,
    MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN,
    MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_ERR_KEYVAL, MPI_ERR_NO_MEM, MPI_ERR_BASE, MPI_ERR_INFO,
    MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY, MPI_ERR_SIZE, MPI_ERR_DISP,
    MPI_ERR_LOCKTYPE, MPI_ERR_ASSERT, MPI_ERR_WIN, MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_SYNC,
    MPI_ERR_RMA_RANGE, MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_SHARED, MPI_ERR_RMA_FLAVOR, MPI_ERR_LASTCODE = 63,
    // clang-format on
};

enum {
    MPI_ANY_SOURCE = -1,
    MPI_PROC_NULL = -2,
    MPI_ROOT = -3,
    MPI_ANY_TAG = -1,
    MPI_UNDEFINED = -32766,
    MPI_KEYVAL_INVALID = 0,
    MPI_BSEND_OVERHEAD = 64,
    MPI_MAX_PROCESSOR_NAME = 32,
    MPI_MAX_ERROR_STRING = 128,
    MPI_MAX_OBJECT_NAME = 64,
    MPI_MAX_LIBRARY_VERSION_STRING = 128,
    MPI_MAX_INFO_KEY = 64,
    MPI_MAX_INFO_VAL = 256,
    MPI_MAX_PORT_NAME = 64,
};

enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL }; ///< of MPI_Comm_compare
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };            ///< of MPI_Topo_test
enum { MPI_COMM_TYPE_SHARED = 1 };                           ///< of MPI_Comm_split_type
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_ORDER_C = 56, MPI_ORDER_FORTRAN };     ///< of MPI_Type_create_subarray
enum { MPI_LOCK_EXCLUSIVE = 1, MPI_LOCK_SHARED }; ///< of MPI_Win_lock
enum {
    MPI_MODE_NOCHECK = 1,
    MPI_MODE_NOSTORE = 2,
    MPI_MODE_NOPUT = 4,
    MPI_MODE_NOPRECEDE = 8,
    MPI_MODE_NOSUCCEED = 16,
};
enum {
    MPI_COMBINER_NAMED = 1,
    MPI_COMBINER_DUP,
    MPI_COMBINER_CONTIGUOUS,
    MPI_COMBINER_VECTOR,
    MPI_COMBINER_HVECTOR,
    MPI_COMBINER_INDEXED,
    MPI_COMBINER_HINDEXED,
    MPI_COMBINER_INDEXED_BLOCK,
    MPI_COMBINER_HINDEXED_BLOCK,
    MPI_COMBINER_STRUCT,
    MPI_COMBINER_SUBARRAY,
    MPI_COMBINER_DARRAY,
    MPI_COMBINER_RESIZED,
    // Of Fortran: no type has them.
    MPI_COMBINER_HVECTOR_INTEGER,
    MPI_COMBINER_HINDEXED_INTEGER,
    MPI_COMBINER_STRUCT_INTEGER,
    MPI_COMBINER_F90_REAL,
    MPI_COMBINER_F90_COMPLEX,
    MPI_COMBINER_F90_INTEGER,
};
enum { MPI_DISTRIBUTE_BLOCK = 1, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE };
enum { MPI_DISTRIBUTE_DFLT_DARG = -1 }; ///< of MPI_Type_create_darray

#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD ((MPI_Comm)0x100001)
#define MPI_COMM_SELF ((MPI_Comm)0x100002)
#define MPI_GROUP_NULL ((MPI_Group)0)
#define MPI_GROUP_EMPTY ((MPI_Group)0x400001)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x500001)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x500002)
#define MPI_ERRORS_ABORT MPI_ERRORS_ARE_FATAL
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_WIN_NULL ((MPI_Win)0)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_MESSAGE_NULL ((MPI_Message)0)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_BOTTOM ((void *)0)
#define MPI_UNWEIGHTED ((int *)-1)
#define MPI_WEIGHTS_EMPTY ((int *)-2)

// Attributes that MPI_COMM_WORLD and windows have.
#define MPI_TAG_UB 0x600001
#define MPI_HOST 0x600002
#define MPI_IO 0x600003
#define MPI_WTIME_IS_GLOBAL 0x600004
#define MPI_UNIVERSE_SIZE 0x600005
#define MPI_APPNUM 0x600006
#define MPI_LASTUSEDCODE 0x600007
#define MPI_WIN_BASE 0x600008
#define MPI_WIN_SIZE 0x600009
#define MPI_WIN_DISP_UNIT 0x60000a
#define MPI_WIN_CREATE_FLAVOR 0x60000b
#define MPI_WIN_MODEL 0x60000c
enum {
    MPI_WIN_FLAVOR_CREATE = 1,
    MPI_WIN_FLAVOR_ALLOCATE,
    MPI_WIN_FLAVOR_DYNAMIC,
    MPI_WIN_FLAVOR_SHARED
};
enum { MPI_WIN_SEPARATE = 1, MPI_WIN_UNIFIED };
enum { MPI_TAG_UB_VALUE = 0x7fffffff };

#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
#define MPI_CHAR ((MPI_Datatype)0x200001)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x200002)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x200003)
#define MPI_BYTE ((MPI_Datatype)0x200004)
#define MPI_SHORT ((MPI_Datatype)0x200005)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x200006)
#define MPI_INT ((MPI_Datatype)0x200007)
#define MPI_UNSIGNED ((MPI_Datatype)0x200008)
#define MPI_LONG ((MPI_Datatype)0x200009)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x20000a)
#define MPI_LONG_LONG ((MPI_Datatype)0x20000b)
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x20000c)
#define MPI_FLOAT ((MPI_Datatype)0x20000d)
#define MPI_DOUBLE ((MPI_Datatype)0x20000e)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x20000f)
#define MPI_PACKED ((MPI_Datatype)0x200010)
#define MPI_WCHAR ((MPI_Datatype)0x200011)
#define MPI_INT8_T ((MPI_Datatype)0x200012)
#define MPI_INT16_T ((MPI_Datatype)0x200013)
#define MPI_INT32_T ((MPI_Datatype)0x200014)
#define MPI_INT64_T ((MPI_Datatype)0x200015)
#define MPI_UINT8_T ((MPI_Datatype)0x200016)
#define MPI_UINT16_T ((MPI_Datatype)0x200017)
#define MPI_UINT32_T ((MPI_Datatype)0x200018)
#define MPI_UINT64_T ((MPI_Datatype)0x200019)
#define MPI_AINT ((MPI_Datatype)0x20001a)
#define MPI_OFFSET ((MPI_Datatype)0x20001b)
#define MPI_C_BOOL ((MPI_Datatype)0x20001c)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x20001d)
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x20001e)
// Pairs of a value and an int, for MPI_MAXLOC and MPI_MINLOC.
#define MPI_2INT ((MPI_Datatype)0x20001f)
#define MPI_FLOAT_INT ((MPI_Datatype)0x200020)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x200021)
#define MPI_LONG_INT ((MPI_Datatype)0x200022)
#define MPI_SHORT_INT ((MPI_Datatype)0x200023)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x200024)
// Markers of a structure's begin and end.
#define MPI_LB ((MPI_Datatype)0x200025)
#define MPI_UB ((MPI_Datatype)0x200026)
#define MPI_COUNT ((MPI_Datatype)0x200027)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x200028)

#define MPI_OP_NULL ((MPI_Op)0)
#define MPI_MAX ((MPI_Op)0x300001)
#define MPI_MIN ((MPI_Op)0x300002)
#define MPI_SUM ((MPI_Op)0x300003)
#define MPI_PROD ((MPI_Op)0x300004)
#define MPI_LAND ((MPI_Op)0x300005)
#define MPI_BAND ((MPI_Op)0x300006)
#define MPI_LOR ((MPI_Op)0x300007)
#define MPI_BOR ((MPI_Op)0x300008)
#define MPI_LXOR ((MPI_Op)0x300009)
#define MPI_BXOR ((MPI_Op)0x30000a)
#define MPI_MAXLOC ((MPI_Op)0x30000b)
#define MPI_MINLOC ((MPI_Op)0x30000c)
#define MPI_REPLACE ((MPI_Op)0x30000d) ///< of one-sided operations
#define MPI_NO_OP ((MPI_Op)0x30000e)   ///< of one-sided operations

// Copies no attribute; copies its value; deletes it without a further action.
#define MPI_NULL_COPY_FN ((MPI_Copy_function *)0)
#define MPI_NULL_DELETE_FN ((MPI_Delete_function *)0)
#define MPI_DUP_FN MPIX_Dup_fn
int MPIX_Dup_fn(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag);
#define MPI_COMM_NULL_COPY_FN MPI_NULL_COPY_FN
#define MPI_COMM_NULL_DELETE_FN MPI_NULL_DELETE_FN
#define MPI_COMM_DUP_FN MPI_DUP_FN
#define MPI_TYPE_NULL_COPY_FN MPI_NULL_COPY_FN
#define MPI_TYPE_NULL_DELETE_FN MPI_NULL_DELETE_FN
#define MPI_TYPE_DUP_FN MPI_DUP_FN
#define MPI_WIN_NULL_COPY_FN MPI_NULL_COPY_FN
#define MPI_WIN_NULL_DELETE_FN MPI_NULL_DELETE_FN
#define MPI_WIN_DUP_FN MPI_DUP_FN

/// A function of MPI, and its other name in the profiling interface (MPI-1.3, chapter 8): a program
/// that defines MPI_Send itself reaches MPI's by PMPI_Send.
#define MPIX_FUNCTION_(name, ...)                                                                  \
    int MPI_##name(__VA_ARGS__);                                                                   \
    int PMPI_##name(__VA_ARGS__)

#include <mpi_functions.h>

double MPI_Wtime(void);
double PMPI_Wtime(void);
double MPI_Wtick(void);
double PMPI_Wtick(void);
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement);
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint displacement);
MPI_Aint MPI_Aint_diff(MPI_Aint a, MPI_Aint b);
MPI_Aint PMPI_Aint_diff(MPI_Aint a, MPI_Aint b);

/// Selects how MPI_Bcast sends on communicators of all processes: as the device can (over LFC by
/// its multicast, MPI-LFC; the default) or by a binomial tree of messages (MPI-default; 001 7.4).
/// Other communicators use the tree. All processes pass the same value, between broadcasts.
enum { MPIX_BCAST_LFC, MPIX_BCAST_TREE };
void MPIX_Bcast_by(int way);

#ifdef __cplusplus
}
#endif
