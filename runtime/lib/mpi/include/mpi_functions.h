// The functions of MPI, by chapter of the standard. Part of <mpi.h>.
#pragma once

// Start, end, environment, errors.
MPIX_FUNCTION_(Init, int *argc, char ***argv);
MPIX_FUNCTION_(Init_thread, int *argc, char ***argv, int required, int *provided);
MPIX_FUNCTION_(Query_thread, int *provided);
MPIX_FUNCTION_(Is_thread_main, int *flag);
MPIX_FUNCTION_(Initialized, int *flag);
MPIX_FUNCTION_(Finalize, void);
MPIX_FUNCTION_(Finalized, int *flag);
MPIX_FUNCTION_(Abort, MPI_Comm comm, int code);
MPIX_FUNCTION_(Get_version, int *version, int *subversion);
MPIX_FUNCTION_(Get_library_version, char *version, int *length);
MPIX_FUNCTION_(Get_processor_name, char *name, int *length);
MPIX_FUNCTION_(Pcontrol, const int level, ...);
MPIX_FUNCTION_(Alloc_mem, MPI_Aint size, MPI_Info info, void *base);
MPIX_FUNCTION_(Free_mem, void *base);
MPIX_FUNCTION_(Errhandler_create, MPI_Handler_function *f, MPI_Errhandler *handler);
MPIX_FUNCTION_(Errhandler_set, MPI_Comm comm, MPI_Errhandler handler);
MPIX_FUNCTION_(Errhandler_get, MPI_Comm comm, MPI_Errhandler *handler);
MPIX_FUNCTION_(Errhandler_free, MPI_Errhandler *handler);
MPIX_FUNCTION_(Comm_create_errhandler, MPI_Handler_function *f, MPI_Errhandler *handler);
MPIX_FUNCTION_(Comm_set_errhandler, MPI_Comm comm, MPI_Errhandler handler);
MPIX_FUNCTION_(Comm_get_errhandler, MPI_Comm comm, MPI_Errhandler *handler);
MPIX_FUNCTION_(Comm_call_errhandler, MPI_Comm comm, int code);
MPIX_FUNCTION_(Error_string, int code, char *text, int *length);
MPIX_FUNCTION_(Error_class, int code, int *error_class);
MPIX_FUNCTION_(Add_error_class, int *error_class);
MPIX_FUNCTION_(Add_error_code, int error_class, int *code);
MPIX_FUNCTION_(Add_error_string, int code, const char *text);

// Messages.
MPIX_FUNCTION_(Send, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm);
MPIX_FUNCTION_(Bsend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm);
MPIX_FUNCTION_(Ssend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm);
MPIX_FUNCTION_(Rsend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm);
MPIX_FUNCTION_(Recv, void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Status *status);
MPIX_FUNCTION_(Buffer_attach, void *buffer, int size);
MPIX_FUNCTION_(Buffer_detach, void *buffer, int *size);
MPIX_FUNCTION_(Isend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Ibsend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Issend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Irsend, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Irecv, void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request);
MPIX_FUNCTION_(Send_init, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Bsend_init, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Ssend_init, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Rsend_init, const void *buf, int count, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Recv_init, void *buf, int count, MPI_Datatype type, int source, int tag,
               MPI_Comm comm, MPI_Request *request);
MPIX_FUNCTION_(Start, MPI_Request *request);
MPIX_FUNCTION_(Startall, int count, MPI_Request *requests);
MPIX_FUNCTION_(Sendrecv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
               int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
               int recvtag, MPI_Comm comm, MPI_Status *status);
MPIX_FUNCTION_(Sendrecv_replace, void *buf, int count, MPI_Datatype type, int dest, int sendtag,
               int source, int recvtag, MPI_Comm comm, MPI_Status *status);
MPIX_FUNCTION_(Wait, MPI_Request *request, MPI_Status *status);
MPIX_FUNCTION_(Waitany, int count, MPI_Request *requests, int *index, MPI_Status *status);
MPIX_FUNCTION_(Waitall, int count, MPI_Request *requests, MPI_Status *statuses);
MPIX_FUNCTION_(Waitsome, int count, MPI_Request *requests, int *done, int *indices,
               MPI_Status *statuses);
MPIX_FUNCTION_(Test, MPI_Request *request, int *flag, MPI_Status *status);
MPIX_FUNCTION_(Testany, int count, MPI_Request *requests, int *index, int *flag,
               MPI_Status *status);
MPIX_FUNCTION_(Testall, int count, MPI_Request *requests, int *flag, MPI_Status *statuses);
MPIX_FUNCTION_(Testsome, int count, MPI_Request *requests, int *done, int *indices,
               MPI_Status *statuses);
MPIX_FUNCTION_(Request_free, MPI_Request *request);
MPIX_FUNCTION_(Request_get_status, MPI_Request request, int *flag, MPI_Status *status);
MPIX_FUNCTION_(Grequest_start, MPI_Grequest_query_function *query,
               MPI_Grequest_free_function *free_function, MPI_Grequest_cancel_function *cancel,
               void *extra, MPI_Request *request);
MPIX_FUNCTION_(Grequest_complete, MPI_Request request);
MPIX_FUNCTION_(Cancel, MPI_Request *request);
MPIX_FUNCTION_(Test_cancelled, const MPI_Status *status, int *flag);
MPIX_FUNCTION_(Status_set_cancelled, MPI_Status *status, int flag);
MPIX_FUNCTION_(Status_set_elements, MPI_Status *status, MPI_Datatype type, int count);
MPIX_FUNCTION_(Probe, int source, int tag, MPI_Comm comm, MPI_Status *status);
MPIX_FUNCTION_(Iprobe, int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
MPIX_FUNCTION_(Mprobe, int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status);
MPIX_FUNCTION_(Improbe, int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
               MPI_Status *status);
MPIX_FUNCTION_(Mrecv, void *buf, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Status *status);
MPIX_FUNCTION_(Imrecv, void *buf, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Request *request);
MPIX_FUNCTION_(Get_count, const MPI_Status *status, MPI_Datatype type, int *count);
MPIX_FUNCTION_(Get_elements_x, const MPI_Status *status, MPI_Datatype type, MPI_Count *count);
MPIX_FUNCTION_(Status_set_elements_x, MPI_Status *status, MPI_Datatype type, MPI_Count count);
MPIX_FUNCTION_(Get_elements, const MPI_Status *status, MPI_Datatype type, int *count);

// Data types.
MPIX_FUNCTION_(Type_contiguous, int count, MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_vector, int count, int blocklength, int stride, MPI_Datatype old,
               MPI_Datatype *made);
MPIX_FUNCTION_(Type_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
               MPI_Datatype *made);
MPIX_FUNCTION_(Type_indexed, int count, const int *blocklengths, const int *displacements,
               MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_hindexed, int count, const int *blocklengths, const MPI_Aint *displacements,
               MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_struct, int count, const int *blocklengths, const MPI_Aint *displacements,
               const MPI_Datatype *types, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
               MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_hindexed, int count, const int *blocklengths,
               const MPI_Aint *displacements, MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_indexed_block, int count, int blocklength, const int *displacements,
               MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_hindexed_block, int count, int blocklength,
               const MPI_Aint *displacements, MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_struct, int count, const int *blocklengths,
               const MPI_Aint *displacements, const MPI_Datatype *types, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_subarray, int dims, const int *sizes, const int *subsizes,
               const int *starts, int order, MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_create_resized, MPI_Datatype old, MPI_Aint lb, MPI_Aint extent,
               MPI_Datatype *made);
MPIX_FUNCTION_(Type_dup, MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_commit, MPI_Datatype *type);
MPIX_FUNCTION_(Type_free, MPI_Datatype *type);
MPIX_FUNCTION_(Type_size, MPI_Datatype type, int *size);
MPIX_FUNCTION_(Type_extent, MPI_Datatype type, MPI_Aint *extent);
MPIX_FUNCTION_(Type_lb, MPI_Datatype type, MPI_Aint *displacement);
MPIX_FUNCTION_(Type_ub, MPI_Datatype type, MPI_Aint *displacement);
MPIX_FUNCTION_(Type_get_extent, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
MPIX_FUNCTION_(Type_get_true_extent, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
MPIX_FUNCTION_(Type_size_x, MPI_Datatype type, MPI_Count *size);
MPIX_FUNCTION_(Type_get_extent_x, MPI_Datatype type, MPI_Count *lb, MPI_Count *extent);
MPIX_FUNCTION_(Type_get_true_extent_x, MPI_Datatype type, MPI_Count *lb, MPI_Count *extent);
MPIX_FUNCTION_(Type_set_name, MPI_Datatype type, const char *name);
MPIX_FUNCTION_(Type_get_name, MPI_Datatype type, char *name, int *length);
MPIX_FUNCTION_(Type_create_darray, int processes, int rank, int dims, const int *sizes,
               const int *distributions, const int *arguments, const int *process_sizes, int order,
               MPI_Datatype old, MPI_Datatype *made);
MPIX_FUNCTION_(Type_get_envelope, MPI_Datatype type, int *ints, int *addresses, int *types,
               int *combiner);
MPIX_FUNCTION_(Type_get_contents, MPI_Datatype type, int max_ints, int max_addresses, int max_types,
               int *ints, MPI_Aint *addresses, MPI_Datatype *types);
MPIX_FUNCTION_(Address, const void *location, MPI_Aint *address);
MPIX_FUNCTION_(Get_address, const void *location, MPI_Aint *address);
MPIX_FUNCTION_(Pack, const void *inbuf, int count, MPI_Datatype type, void *outbuf, int outsize,
               int *position, MPI_Comm comm);
MPIX_FUNCTION_(Unpack, const void *inbuf, int insize, int *position, void *outbuf, int count,
               MPI_Datatype type, MPI_Comm comm);
MPIX_FUNCTION_(Pack_size, int count, MPI_Datatype type, MPI_Comm comm, int *size);
MPIX_FUNCTION_(Pack_external, const char *format, const void *inbuf, int count, MPI_Datatype type,
               void *outbuf, MPI_Aint outsize, MPI_Aint *position);
MPIX_FUNCTION_(Unpack_external, const char *format, const void *inbuf, MPI_Aint insize,
               MPI_Aint *position, void *outbuf, int count, MPI_Datatype type);
MPIX_FUNCTION_(Pack_external_size, const char *format, int count, MPI_Datatype type,
               MPI_Aint *size);

// Collective operations.
MPIX_FUNCTION_(Op_create, MPI_User_function *function, int commute, MPI_Op *op);
MPIX_FUNCTION_(Op_free, MPI_Op *op);
MPIX_FUNCTION_(Op_commutative, MPI_Op op, int *commute);
MPIX_FUNCTION_(Reduce_local, const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op);

/// A collective operation, and the one that returns a request instead of waiting.
#define MPIX_COLLECTIVE_(name, iname, ...)                                                         \
    MPIX_FUNCTION_(name, __VA_ARGS__);                                                             \
    MPIX_FUNCTION_(iname, __VA_ARGS__, MPI_Request *request)
MPIX_COLLECTIVE_(Barrier, Ibarrier, MPI_Comm comm);
MPIX_COLLECTIVE_(Bcast, Ibcast, void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Gather, Igather, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Gatherv, Igatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, const int *recvcounts, const int *displs, MPI_Datatype recvtype,
                 int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Scatter, Iscatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Scatterv, Iscatterv, const void *sendbuf, const int *sendcounts, const int *displs,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Allgather, Iallgather, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
MPIX_COLLECTIVE_(Allgatherv, Iallgatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, const int *recvcounts, const int *displs, MPI_Datatype recvtype,
                 MPI_Comm comm);
MPIX_COLLECTIVE_(Alltoall, Ialltoall, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
MPIX_COLLECTIVE_(Alltoallv, Ialltoallv, const void *sendbuf, const int *sendcounts,
                 const int *sdispls, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                 const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm);
MPIX_COLLECTIVE_(Alltoallw, Ialltoallw, const void *sendbuf, const int *sendcounts,
                 const int *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                 const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                 MPI_Comm comm);
MPIX_COLLECTIVE_(Reduce, Ireduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                 MPI_Op op, int root, MPI_Comm comm);
MPIX_COLLECTIVE_(Allreduce, Iallreduce, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm);
MPIX_COLLECTIVE_(Reduce_scatter, Ireduce_scatter, const void *sendbuf, void *recvbuf,
                 const int *recvcounts, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
MPIX_COLLECTIVE_(Reduce_scatter_block, Ireduce_scatter_block, const void *sendbuf, void *recvbuf,
                 int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
MPIX_COLLECTIVE_(Scan, Iscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                 MPI_Op op, MPI_Comm comm);
MPIX_COLLECTIVE_(Exscan, Iexscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                 MPI_Op op, MPI_Comm comm);

// Groups, communicators, attributes.
MPIX_FUNCTION_(Group_size, MPI_Group group, int *size);
MPIX_FUNCTION_(Group_rank, MPI_Group group, int *rank);
MPIX_FUNCTION_(Group_translate_ranks, MPI_Group a, int count, const int *ranks, MPI_Group b,
               int *translated);
MPIX_FUNCTION_(Group_compare, MPI_Group a, MPI_Group b, int *result);
MPIX_FUNCTION_(Group_union, MPI_Group a, MPI_Group b, MPI_Group *made);
MPIX_FUNCTION_(Group_intersection, MPI_Group a, MPI_Group b, MPI_Group *made);
MPIX_FUNCTION_(Group_difference, MPI_Group a, MPI_Group b, MPI_Group *made);
MPIX_FUNCTION_(Group_incl, MPI_Group group, int count, const int *ranks, MPI_Group *made);
MPIX_FUNCTION_(Group_excl, MPI_Group group, int count, const int *ranks, MPI_Group *made);
MPIX_FUNCTION_(Group_range_incl, MPI_Group group, int count, int ranges[][3], MPI_Group *made);
MPIX_FUNCTION_(Group_range_excl, MPI_Group group, int count, int ranges[][3], MPI_Group *made);
MPIX_FUNCTION_(Group_free, MPI_Group *group);
MPIX_FUNCTION_(Comm_size, MPI_Comm comm, int *size);
MPIX_FUNCTION_(Comm_rank, MPI_Comm comm, int *rank);
MPIX_FUNCTION_(Comm_compare, MPI_Comm a, MPI_Comm b, int *result);
MPIX_FUNCTION_(Comm_dup, MPI_Comm comm, MPI_Comm *copy);
MPIX_FUNCTION_(Comm_dup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm *copy);
MPIX_FUNCTION_(Comm_idup, MPI_Comm comm, MPI_Comm *copy, MPI_Request *request);
MPIX_FUNCTION_(Comm_idup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm *copy,
               MPI_Request *request);
MPIX_FUNCTION_(Comm_create, MPI_Comm comm, MPI_Group group, MPI_Comm *made);
MPIX_FUNCTION_(Comm_create_group, MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made);
MPIX_FUNCTION_(Comm_split, MPI_Comm comm, int color, int key, MPI_Comm *part);
MPIX_FUNCTION_(Comm_split_type, MPI_Comm comm, int kind, int key, MPI_Info info, MPI_Comm *part);
MPIX_FUNCTION_(Comm_disconnect, MPI_Comm *comm);
MPIX_FUNCTION_(Comm_get_parent, MPI_Comm *parent);
MPIX_FUNCTION_(Comm_free, MPI_Comm *comm);
MPIX_FUNCTION_(Comm_group, MPI_Comm comm, MPI_Group *group);
MPIX_FUNCTION_(Comm_test_inter, MPI_Comm comm, int *flag);
MPIX_FUNCTION_(Comm_remote_size, MPI_Comm comm, int *size);
MPIX_FUNCTION_(Comm_remote_group, MPI_Comm comm, MPI_Group *group);
MPIX_FUNCTION_(Comm_set_name, MPI_Comm comm, const char *name);
MPIX_FUNCTION_(Comm_get_name, MPI_Comm comm, char *name, int *length);
MPIX_FUNCTION_(Comm_set_info, MPI_Comm comm, MPI_Info info);
MPIX_FUNCTION_(Comm_get_info, MPI_Comm comm, MPI_Info *info);
MPIX_FUNCTION_(Intercomm_create, MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader,
               int tag, MPI_Comm *made);
MPIX_FUNCTION_(Intercomm_merge, MPI_Comm inter, int high, MPI_Comm *made);
MPIX_FUNCTION_(Keyval_create, MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval,
               void *extra);
MPIX_FUNCTION_(Keyval_free, int *keyval);
MPIX_FUNCTION_(Attr_put, MPI_Comm comm, int keyval, void *value);
MPIX_FUNCTION_(Attr_get, MPI_Comm comm, int keyval, void *value, int *flag);
MPIX_FUNCTION_(Attr_delete, MPI_Comm comm, int keyval);
MPIX_FUNCTION_(Comm_create_keyval, MPI_Copy_function *copy, MPI_Delete_function *remove,
               int *keyval, void *extra);
MPIX_FUNCTION_(Comm_free_keyval, int *keyval);
MPIX_FUNCTION_(Comm_set_attr, MPI_Comm comm, int keyval, void *value);
MPIX_FUNCTION_(Comm_get_attr, MPI_Comm comm, int keyval, void *value, int *flag);
MPIX_FUNCTION_(Comm_delete_attr, MPI_Comm comm, int keyval);
MPIX_FUNCTION_(Type_create_keyval, MPI_Copy_function *copy, MPI_Delete_function *remove,
               int *keyval, void *extra);
MPIX_FUNCTION_(Type_free_keyval, int *keyval);
MPIX_FUNCTION_(Type_set_attr, MPI_Datatype type, int keyval, void *value);
MPIX_FUNCTION_(Type_get_attr, MPI_Datatype type, int keyval, void *value, int *flag);
MPIX_FUNCTION_(Type_delete_attr, MPI_Datatype type, int keyval);

// Topologies.
MPIX_FUNCTION_(Dims_create, int nodes, int dims, int *sizes);
MPIX_FUNCTION_(Cart_create, MPI_Comm comm, int dims, const int *sizes, const int *periods,
               int reorder, MPI_Comm *made);
MPIX_FUNCTION_(Cartdim_get, MPI_Comm comm, int *dims);
MPIX_FUNCTION_(Cart_get, MPI_Comm comm, int dims, int *sizes, int *periods, int *coords);
MPIX_FUNCTION_(Cart_rank, MPI_Comm comm, const int *coords, int *rank);
MPIX_FUNCTION_(Cart_coords, MPI_Comm comm, int rank, int dims, int *coords);
MPIX_FUNCTION_(Cart_shift, MPI_Comm comm, int direction, int displacement, int *source, int *dest);
MPIX_FUNCTION_(Cart_sub, MPI_Comm comm, const int *remain, MPI_Comm *made);
MPIX_FUNCTION_(Cart_map, MPI_Comm comm, int dims, const int *sizes, const int *periods, int *rank);
MPIX_FUNCTION_(Graph_create, MPI_Comm comm, int nodes, const int *index, const int *edges,
               int reorder, MPI_Comm *made);
MPIX_FUNCTION_(Graphdims_get, MPI_Comm comm, int *nodes, int *edges);
MPIX_FUNCTION_(Graph_get, MPI_Comm comm, int maxindex, int maxedges, int *index, int *edges);
MPIX_FUNCTION_(Graph_neighbors_count, MPI_Comm comm, int rank, int *neighbors);
MPIX_FUNCTION_(Graph_neighbors, MPI_Comm comm, int rank, int max, int *neighbors);
MPIX_FUNCTION_(Graph_map, MPI_Comm comm, int nodes, const int *index, const int *edges, int *rank);
MPIX_FUNCTION_(Dist_graph_create, MPI_Comm comm, int count, const int *sources, const int *degrees,
               const int *destinations, const int *weights, MPI_Info info, int reorder,
               MPI_Comm *made);
MPIX_FUNCTION_(Dist_graph_create_adjacent, MPI_Comm comm, int in, const int *sources,
               const int *source_weights, int out, const int *destinations,
               const int *destination_weights, MPI_Info info, int reorder, MPI_Comm *made);
MPIX_FUNCTION_(Dist_graph_neighbors_count, MPI_Comm comm, int *in, int *out, int *weighted);
MPIX_FUNCTION_(Dist_graph_neighbors, MPI_Comm comm, int most_in, int *sources, int *source_weights,
               int most_out, int *destinations, int *destination_weights);
MPIX_COLLECTIVE_(Neighbor_allgather, Ineighbor_allgather, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);
MPIX_COLLECTIVE_(Neighbor_allgatherv, Ineighbor_allgatherv, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, const int *recvcounts, const int *displs,
                 MPI_Datatype recvtype, MPI_Comm comm);
MPIX_COLLECTIVE_(Neighbor_alltoall, Ineighbor_alltoall, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);
MPIX_COLLECTIVE_(Neighbor_alltoallv, Ineighbor_alltoallv, const void *sendbuf,
                 const int *sendcounts, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
                 const int *recvcounts, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm);
MPIX_COLLECTIVE_(Neighbor_alltoallw, Ineighbor_alltoallw, const void *sendbuf,
                 const int *sendcounts, const MPI_Aint *sdispls, const MPI_Datatype *sendtypes,
                 void *recvbuf, const int *recvcounts, const MPI_Aint *rdispls,
                 const MPI_Datatype *recvtypes, MPI_Comm comm);
MPIX_FUNCTION_(Topo_test, MPI_Comm comm, int *topology);

// Hints: kept, and otherwise without effect.
MPIX_FUNCTION_(Info_create, MPI_Info *info);
MPIX_FUNCTION_(Info_set, MPI_Info info, const char *key, const char *value);
MPIX_FUNCTION_(Info_get, MPI_Info info, const char *key, int length, char *value, int *flag);
MPIX_FUNCTION_(Info_get_valuelen, MPI_Info info, const char *key, int *length, int *flag);
MPIX_FUNCTION_(Info_get_nkeys, MPI_Info info, int *count);
MPIX_FUNCTION_(Info_get_nthkey, MPI_Info info, int n, char *key);
MPIX_FUNCTION_(Info_delete, MPI_Info info, const char *key);
MPIX_FUNCTION_(Info_dup, MPI_Info info, MPI_Info *copy);
MPIX_FUNCTION_(Info_free, MPI_Info *info);

// One-sided communication.
MPIX_FUNCTION_(Win_create, void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
               MPI_Win *win);
MPIX_FUNCTION_(Win_allocate, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base,
               MPI_Win *win);
MPIX_FUNCTION_(Win_allocate_shared, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
               void *base, MPI_Win *win);
MPIX_FUNCTION_(Win_shared_query, MPI_Win win, int rank, MPI_Aint *size, int *unit, void *base);
MPIX_FUNCTION_(Win_create_dynamic, MPI_Info info, MPI_Comm comm, MPI_Win *win);
MPIX_FUNCTION_(Win_attach, MPI_Win win, void *base, MPI_Aint size);
MPIX_FUNCTION_(Win_detach, MPI_Win win, const void *base);
MPIX_FUNCTION_(Win_free, MPI_Win *win);
MPIX_FUNCTION_(Win_get_group, MPI_Win win, MPI_Group *group);
MPIX_FUNCTION_(Win_set_name, MPI_Win win, const char *name);
MPIX_FUNCTION_(Win_get_name, MPI_Win win, char *name, int *length);
MPIX_FUNCTION_(Win_set_info, MPI_Win win, MPI_Info info);
MPIX_FUNCTION_(Win_get_info, MPI_Win win, MPI_Info *info);
MPIX_FUNCTION_(Win_create_errhandler, MPI_Handler_function *f, MPI_Errhandler *handler);
MPIX_FUNCTION_(Win_set_errhandler, MPI_Win win, MPI_Errhandler handler);
MPIX_FUNCTION_(Win_get_errhandler, MPI_Win win, MPI_Errhandler *handler);
MPIX_FUNCTION_(Win_call_errhandler, MPI_Win win, int code);
MPIX_FUNCTION_(Win_create_keyval, MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval,
               void *extra);
MPIX_FUNCTION_(Win_free_keyval, int *keyval);
MPIX_FUNCTION_(Win_set_attr, MPI_Win win, int keyval, void *value);
MPIX_FUNCTION_(Win_get_attr, MPI_Win win, int keyval, void *value, int *flag);
MPIX_FUNCTION_(Win_delete_attr, MPI_Win win, int keyval);
MPIX_FUNCTION_(Put, const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Win win);
MPIX_FUNCTION_(Get, void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Win win);
MPIX_FUNCTION_(Accumulate, const void *buf, int count, MPI_Datatype type, int rank,
               MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
               MPI_Win win);
MPIX_FUNCTION_(Get_accumulate, const void *buf, int count, MPI_Datatype type, void *result,
               int result_count, MPI_Datatype result_type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win);
MPIX_FUNCTION_(Fetch_and_op, const void *buf, void *result, MPI_Datatype type, int rank,
               MPI_Aint displacement, MPI_Op op, MPI_Win win);
MPIX_FUNCTION_(Compare_and_swap, const void *buf, const void *compared, void *result,
               MPI_Datatype type, int rank, MPI_Aint displacement, MPI_Win win);
MPIX_FUNCTION_(Rput, const void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
MPIX_FUNCTION_(Rget, void *buf, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request);
MPIX_FUNCTION_(Raccumulate, const void *buf, int count, MPI_Datatype type, int rank,
               MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
               MPI_Win win, MPI_Request *request);
MPIX_FUNCTION_(Rget_accumulate, const void *buf, int count, MPI_Datatype type, void *result,
               int result_count, MPI_Datatype result_type, int rank, MPI_Aint displacement,
               int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
               MPI_Request *request);
MPIX_FUNCTION_(Win_fence, int asserted, MPI_Win win);
MPIX_FUNCTION_(Win_start, MPI_Group group, int asserted, MPI_Win win);
MPIX_FUNCTION_(Win_complete, MPI_Win win);
MPIX_FUNCTION_(Win_post, MPI_Group group, int asserted, MPI_Win win);
MPIX_FUNCTION_(Win_wait, MPI_Win win);
MPIX_FUNCTION_(Win_test, MPI_Win win, int *flag);
MPIX_FUNCTION_(Win_lock, int kind, int rank, int asserted, MPI_Win win);
MPIX_FUNCTION_(Win_unlock, int rank, MPI_Win win);
MPIX_FUNCTION_(Win_lock_all, int asserted, MPI_Win win);
MPIX_FUNCTION_(Win_unlock_all, MPI_Win win);
MPIX_FUNCTION_(Win_flush, int rank, MPI_Win win);
MPIX_FUNCTION_(Win_flush_all, MPI_Win win);
MPIX_FUNCTION_(Win_flush_local, int rank, MPI_Win win);
MPIX_FUNCTION_(Win_flush_local_all, MPI_Win win);
MPIX_FUNCTION_(Win_sync, MPI_Win win);
