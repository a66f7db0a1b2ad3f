// Forms of calls on data types with numbers beyond an int (MPI-3.0, 4.1.5).
#include "mpi_internal.h"

MPI_CALL(Type_size_x)(MPI_Datatype type, MPI_Count *size) {
    int bytes;
    MPI_NOT_NULL(size, 0, "MPI_Type_size_x");
    MPI_TRY(PMPI_Type_size(type, &bytes));
    *size = bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_extent_x)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    MPI_Aint low, bytes;
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_extent_x");
    MPI_TRY(PMPI_Type_get_extent(type, &low, &bytes));
    *lb = low;
    *extent = bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_true_extent_x)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    MPI_Aint low, bytes;
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_true_extent_x");
    MPI_TRY(PMPI_Type_get_true_extent(type, &low, &bytes));
    *lb = low;
    *extent = bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Get_elements_x)(const MPI_Status *status, MPI_Datatype type, MPI_Count *count) {
    int many;
    MPI_NOT_NULL(count, 0, "MPI_Get_elements_x");
    MPI_TRY(PMPI_Get_elements(status, type, &many));
    *count = many;
    return MPI_SUCCESS;
}
/// A status has the bytes in an int.
MPI_CALL(Status_set_elements_x)(MPI_Status *status, MPI_Datatype type, MPI_Count count) {
    MPI_CHECK(count != (int)count, 0, MPI_ERR_COUNT, "MPI_Status_set_elements_x", "a count of %lld",
              count);
    return PMPI_Status_set_elements(status, type, (int)count);
}
