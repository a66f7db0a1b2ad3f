// Attributes of communicators and data types.
#include "mpi_windows.h"

#include <stdlib.h>

struct mpi_keyval {
    int references, handle;
    int freed;               ///< by the program: it stays until the last attribute has gone
    MPI_Copy_function *copy; ///< null: is not copied
    MPI_Delete_function *remove;
    void *extra;
};

int *mpi_last_code(void);
void mpi_attributes_start(void);

// Handles of MPI's own keys, by index.
enum {
    key_tag_ub = 1,
    key_host,
    key_io,
    key_wtime_is_global,
    key_universe_size,
    key_appnum,
    key_last_code,
    key_win_base,
    key_win_size,
    key_win_disp_unit,
    key_win_create_flavor,
    key_win_model,
    own_keys = key_win_model
};
static struct mpi_keyval own[own_keys + 1];

void mpi_attributes_start(void) {
    for (int i = 1; i <= own_keys; ++i) {
        own[i].references = 1;
        own[i].handle = mpi_add("MPI_Init", mpi_kind_keyval, &own[i]);
    }
}

int MPIX_Dup_fn(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int create(const char *call, MPI_Copy_function *copy, MPI_Delete_function *remove,
                  int *keyval, void *extra) {
    mpi_check_started(call);
    MPI_NOT_NULL(keyval, 0, call);
    struct mpi_keyval *k = mpi_get(call, sizeof *k);
    *k = (struct mpi_keyval){1, 0, 0, copy, remove, extra};
    *keyval = k->handle = mpi_add(call, mpi_kind_keyval, k);
    return MPI_SUCCESS;
}
static void release(struct mpi_keyval *k) {
    if (--k->references) return;
    mpi_remove(mpi_kind_keyval, k->handle);
    free(k);
}

#define KEY_OF(k, call, c, keyval)                                                                 \
    struct mpi_keyval *const k = mpi_object(mpi_kind_keyval, keyval);                              \
    MPI_CHECK(!k, c, MPI_ERR_KEYVAL, call, "%d is no key", keyval)

static int free_key(const char *call, int *keyval) {
    mpi_check_started(call);
    MPI_NOT_NULL(keyval, 0, call);
    KEY_OF(k, call, 0, *keyval);
    MPI_CHECK(k >= own && k <= own + own_keys, 0, MPI_ERR_KEYVAL, call, "it is MPI's own");
    if (!k->freed++) release(k);
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

static struct mpi_attribute **find(struct mpi_attribute **list, const struct mpi_keyval *k) {
    while (*list && (*list)->keyval != k) list = &(*list)->next;
    return list;
}

static int put(const char *call, struct mpi_comm *c, struct mpi_attribute **list, int object,
               int keyval, void *value) {
    KEY_OF(k, call, c, keyval);
    MPI_CHECK(k >= own && k <= own + own_keys, c, MPI_ERR_KEYVAL, call, "it is MPI's own");
    struct mpi_attribute **at = find(list, k);
    if (*at) {
        if (k->remove) {
            const int error = k->remove(object, keyval, (*at)->value, k->extra);
            if (error != MPI_SUCCESS) return mpi_raise(c, error);
        }
    } else {
        *at = mpi_get(call, sizeof **at);
        **at = (struct mpi_attribute){0, k, 0};
        ++k->references;
    }
    (*at)->value = value;
    return MPI_SUCCESS;
}

static int delete_one(struct mpi_attribute **list, struct mpi_attribute *a, int object) {
    struct mpi_keyval *k = a->keyval;
    if (k->remove) {
        const int error = k->remove(object, k->handle, a->value, k->extra);
        if (error != MPI_SUCCESS) return error;
    }
    // Its function may have deleted others.
    while (*list && *list != a) list = &(*list)->next;
    if (!*list) return MPI_SUCCESS;
    *list = a->next;
    free(a);
    release(k);
    return MPI_SUCCESS;
}
static int remove_one(const char *call, struct mpi_comm *c, struct mpi_attribute **list, int object,
                      int keyval) {
    KEY_OF(k, call, c, keyval);
    MPI_CHECK(k >= own && k <= own + own_keys, c, MPI_ERR_KEYVAL, call, "it is MPI's own");
    struct mpi_attribute **at = find(list, k);
    MPI_CHECK(!*at, c, MPI_ERR_KEYVAL, call, "there is no such attribute");
    const int error = delete_one(list, *at, object);
    return error == MPI_SUCCESS ? error : mpi_raise(c, error);
}
int mpi_attributes_delete(struct mpi_attribute **list, int object) {
    // The last one first (MPI-2.2, 6.7).
    while (*list) {
        struct mpi_attribute **at = list;
        while ((*at)->next) at = &(*at)->next;
        const int error = delete_one(list, *at, object);
        if (error != MPI_SUCCESS) return error;
    }
    return MPI_SUCCESS;
}
int mpi_attributes_copy(const struct mpi_attribute *from, int old, struct mpi_attribute **to) {
    for (; from; from = from->next) {
        struct mpi_keyval *k = from->keyval;
        if (!k->copy) continue;
        void *value = 0;
        int flag = 0;
        const int error = k->copy(old, k->handle, k->extra, from->value, &value, &flag);
        if (error != MPI_SUCCESS) return error;
        if (!flag) continue;
        while (*to) to = &(*to)->next;
        *to = mpi_get("MPI_Comm_dup", sizeof **to);
        **to = (struct mpi_attribute){0, k, value};
        ++k->references;
    }
    return MPI_SUCCESS;
}

static int get(const char *call, struct mpi_comm *c, struct mpi_attribute **list, int keyval,
               void *value, int *flag) {
    KEY_OF(k, call, c, keyval);
    MPI_NOT_NULL(value && flag, c, call);
    *flag = 1;
    static int tag_ub = MPI_TAG_UB_VALUE, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, global = 1,
               universe, appnum = 0;
    switch (k - own) {
    case key_tag_ub: *(int **)value = &tag_ub; return MPI_SUCCESS;
    case key_host: *(int **)value = &host; return MPI_SUCCESS;
    case key_io: *(int **)value = &io; return MPI_SUCCESS;
    case key_wtime_is_global: *(int **)value = &global; return MPI_SUCCESS;
    case key_universe_size:
        universe = mpid_processes;
        *(int **)value = &universe;
        return MPI_SUCCESS;
    case key_appnum: *(int **)value = &appnum; return MPI_SUCCESS;
    case key_last_code: *(int **)value = mpi_last_code(); return MPI_SUCCESS;
    default: break;
    }
    struct mpi_attribute **at = find(list, k);
    *flag = *at != 0;
    if (*at) *(void **)value = (*at)->value;
    return MPI_SUCCESS;
}

MPI_CALL(Keyval_create)
(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval, void *extra) {
    return create("MPI_Keyval_create", copy, remove, keyval, extra);
}
MPI_CALL(Comm_create_keyval)
(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval, void *extra) {
    return create("MPI_Comm_create_keyval", copy, remove, keyval, extra);
}
MPI_CALL(Type_create_keyval)
(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval, void *extra) {
    return create("MPI_Type_create_keyval", copy, remove, keyval, extra);
}
MPI_CALL(Keyval_free)(int *keyval) { return free_key("MPI_Keyval_free", keyval); }
MPI_CALL(Comm_free_keyval)(int *keyval) { return free_key("MPI_Comm_free_keyval", keyval); }
MPI_CALL(Type_free_keyval)(int *keyval) { return free_key("MPI_Type_free_keyval", keyval); }

#define OF_COMM(put_name, get_name, delete_name)                                                   \
    MPI_CALL(put_name)(MPI_Comm comm, int keyval, void *value) {                                   \
        MPI_COMM_OF(c, "MPI_" #put_name, comm);                                                    \
        return put("MPI_" #put_name, c, &c->attributes, comm, keyval, value);                      \
    }                                                                                              \
    MPI_CALL(get_name)(MPI_Comm comm, int keyval, void *value, int *flag) {                        \
        MPI_COMM_OF(c, "MPI_" #get_name, comm);                                                    \
        return get("MPI_" #get_name, c, &c->attributes, keyval, value, flag);                      \
    }                                                                                              \
    MPI_CALL(delete_name)(MPI_Comm comm, int keyval) {                                             \
        MPI_COMM_OF(c, "MPI_" #delete_name, comm);                                                 \
        return remove_one("MPI_" #delete_name, c, &c->attributes, comm, keyval);                   \
    }
OF_COMM(Attr_put, Attr_get, Attr_delete)
OF_COMM(Comm_set_attr, Comm_get_attr, Comm_delete_attr)

#define TYPE_OF(t, call, type)                                                                     \
    mpi_check_started(call);                                                                       \
    struct mpi_type *const t = mpi_object(mpi_kind_type, type);                                    \
    MPI_CHECK(!t, 0, MPI_ERR_TYPE, call, "%d is no data type", type)
MPI_CALL(Type_set_attr)(MPI_Datatype type, int keyval, void *value) {
    TYPE_OF(t, "MPI_Type_set_attr", type);
    return put("MPI_Type_set_attr", 0, &t->attributes, type, keyval, value);
}
MPI_CALL(Type_get_attr)(MPI_Datatype type, int keyval, void *value, int *flag) {
    TYPE_OF(t, "MPI_Type_get_attr", type);
    return get("MPI_Type_get_attr", 0, &t->attributes, keyval, value, flag);
}
MPI_CALL(Type_delete_attr)(MPI_Datatype type, int keyval) {
    TYPE_OF(t, "MPI_Type_delete_attr", type);
    return remove_one("MPI_Type_delete_attr", 0, &t->attributes, type, keyval);
}

MPI_CALL(Win_create_keyval)
(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval, void *extra) {
    return create("MPI_Win_create_keyval", copy, remove, keyval, extra);
}
MPI_CALL(Win_free_keyval)(int *keyval) { return free_key("MPI_Win_free_keyval", keyval); }
MPI_CALL(Win_set_attr)(MPI_Win win, int keyval, void *value) {
    MPI_WIN_OF(w, "MPI_Win_set_attr", win);
    return put("MPI_Win_set_attr", w->comm, &w->attributes, win, keyval, value);
}
MPI_CALL(Win_get_attr)(MPI_Win win, int keyval, void *value, int *flag) {
    static int model = MPI_WIN_UNIFIED;
    MPI_WIN_OF(w, "MPI_Win_get_attr", win);
    MPI_NOT_NULL(value && flag, w->comm, "MPI_Win_get_attr");
    *flag = 1;
    switch (keyval) {
    case MPI_WIN_BASE: *(void **)value = w->base; return MPI_SUCCESS;
    case MPI_WIN_SIZE: *(MPI_Aint **)value = &w->size; return MPI_SUCCESS;
    case MPI_WIN_DISP_UNIT: *(int **)value = &w->unit; return MPI_SUCCESS;
    case MPI_WIN_CREATE_FLAVOR: *(int **)value = &w->flavor; return MPI_SUCCESS;
    case MPI_WIN_MODEL: *(int **)value = &model; return MPI_SUCCESS;
    default: return get("MPI_Win_get_attr", w->comm, &w->attributes, keyval, value, flag);
    }
}
MPI_CALL(Win_delete_attr)(MPI_Win win, int keyval) {
    MPI_WIN_OF(w, "MPI_Win_delete_attr", win);
    return remove_one("MPI_Win_delete_attr", w->comm, &w->attributes, win, keyval);
}
