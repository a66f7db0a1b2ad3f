// Hints (MPI_Info).
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

struct hint {
    struct hint *next;
    char *value; ///< behind the key
    char key[];
};
struct info {
    struct hint *first;
};

#define INFO_OF(i, call, handle)                                                                   \
    mpi_check_started(call);                                                                       \
    struct info *const i = mpi_object(mpi_kind_info, handle);                                      \
    MPI_CHECK(!i, 0, MPI_ERR_INFO, call, "%d is no info", handle)

static struct hint **find(struct info *info, const char *key) {
    struct hint **at = &info->first;
    while (*at && strcmp((*at)->key, key) != 0) at = &(*at)->next;
    return at;
}
static int check_key(const char *call, const char *key) {
    MPI_CHECK(!key || !*key || strlen(key) >= MPI_MAX_INFO_KEY, 0, MPI_ERR_INFO_KEY, call,
              "a key that is empty or too long");
    return MPI_SUCCESS;
}

int mpi_info_says(MPI_Info info, const char *key, const char *value) {
    struct info *const i = mpi_object(mpi_kind_info, info);
    const struct hint *const h = i ? *find(i, key) : 0;
    return h && strcmp(h->value, value) == 0;
}

MPI_CALL(Info_create)(MPI_Info *info) {
    mpi_check_started("MPI_Info_create");
    MPI_NOT_NULL(info, 0, "MPI_Info_create");
    struct info *i = mpi_get("MPI_Info_create", sizeof *i);
    i->first = 0;
    *info = mpi_add("MPI_Info_create", mpi_kind_info, i);
    return MPI_SUCCESS;
}
static void add(struct info *i, const char *key, const char *value) {
    const size_t n = strlen(key) + 1;
    struct hint **at = find(i, key),
                *h = mpi_get("MPI_Info_set", sizeof *h + n + strlen(value) + 1);
    h->next = *at ? (*at)->next : 0;
    strcpy(h->key, key);
    h->value = h->key + n;
    strcpy(h->value, value);
    free(*at);
    *at = h;
}
MPI_CALL(Info_set)(MPI_Info info, const char *key, const char *value) {
    INFO_OF(i, "MPI_Info_set", info);
    MPI_TRY(check_key("MPI_Info_set", key));
    MPI_CHECK(!value || !*value || strlen(value) >= MPI_MAX_INFO_VAL, 0, MPI_ERR_INFO_VALUE,
              "MPI_Info_set", "a value that is empty or too long");
    add(i, key, value);
    return MPI_SUCCESS;
}
MPI_CALL(Info_get)(MPI_Info info, const char *key, int length, char *value, int *flag) {
    INFO_OF(i, "MPI_Info_get", info);
    MPI_NOT_NULL(value && flag, 0, "MPI_Info_get");
    MPI_TRY(check_key("MPI_Info_get", key));
    MPI_CHECK(length < 0, 0, MPI_ERR_ARG, "MPI_Info_get", "a length of %d", length);
    const struct hint *h = *find(i, key);
    *flag = h != 0;
    if (h) {
        const size_t all = strlen(h->value), n = all < (size_t)length ? all : (size_t)length;
        memcpy(value, h->value, n);
        value[n] = 0;
    }
    return MPI_SUCCESS;
}
MPI_CALL(Info_get_valuelen)(MPI_Info info, const char *key, int *length, int *flag) {
    INFO_OF(i, "MPI_Info_get_valuelen", info);
    MPI_NOT_NULL(length && flag, 0, "MPI_Info_get_valuelen");
    MPI_TRY(check_key("MPI_Info_get_valuelen", key));
    const struct hint *h = *find(i, key);
    *flag = h != 0;
    if (h) *length = (int)strlen(h->value);
    return MPI_SUCCESS;
}
MPI_CALL(Info_get_nkeys)(MPI_Info info, int *count) {
    INFO_OF(i, "MPI_Info_get_nkeys", info);
    MPI_NOT_NULL(count, 0, "MPI_Info_get_nkeys");
    *count = 0;
    for (const struct hint *h = i->first; h; h = h->next) ++*count;
    return MPI_SUCCESS;
}
MPI_CALL(Info_get_nthkey)(MPI_Info info, int n, char *key) {
    INFO_OF(i, "MPI_Info_get_nthkey", info);
    MPI_NOT_NULL(key, 0, "MPI_Info_get_nthkey");
    const struct hint *h = i->first;
    for (int k = 0; h && k < n; ++k) h = h->next;
    MPI_CHECK(!h || n < 0, 0, MPI_ERR_ARG, "MPI_Info_get_nthkey", "there is no key %d", n);
    strcpy(key, h->key);
    return MPI_SUCCESS;
}
MPI_CALL(Info_delete)(MPI_Info info, const char *key) {
    INFO_OF(i, "MPI_Info_delete", info);
    MPI_TRY(check_key("MPI_Info_delete", key));
    struct hint **at = find(i, key), *h = *at;
    MPI_CHECK(!h, 0, MPI_ERR_INFO_NOKEY, "MPI_Info_delete", "there is no key %s", key);
    *at = h->next;
    free(h);
    return MPI_SUCCESS;
}
MPI_CALL(Info_dup)(MPI_Info info, MPI_Info *copy) {
    INFO_OF(i, "MPI_Info_dup", info);
    MPI_NOT_NULL(copy, 0, "MPI_Info_dup");
    MPI_TRY(PMPI_Info_create(copy));
    for (const struct hint *h = i->first; h; h = h->next)
        add(mpi_object(mpi_kind_info, *copy), h->key, h->value);
    return MPI_SUCCESS;
}
MPI_CALL(Info_free)(MPI_Info *info) {
    MPI_NOT_NULL(info, 0, "MPI_Info_free");
    INFO_OF(i, "MPI_Info_free", *info);
    while (i->first) {
        struct hint *h = i->first;
        i->first = h->next;
        free(h);
    }
    free(i);
    mpi_remove(mpi_kind_info, *info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
