// The trees of multicasts (001 4.2.6). Part of lfc.c.
#pragma once

struct group {
    unsigned count, *members, me; ///< `me`: place of this process; count: it is no member
};

static inline unsigned place_in(const struct group *g, unsigned process) {
    for (unsigned i = 0; i < g->count; ++i)
        if (g->members[i] == process) return i;
    return g->count;
}

/// Members of a packet's tree, and the places of a process and the root among them.
struct lfc_tree {
    const unsigned *members; ///< null: all processes
    unsigned count, me, root;
};

/// The n-th child of a member with `children` children, or -1. The heap is rotated so that the
/// sender is its root. (Without divisions, which not every machine has.)
static inline int lfc_tree_child(struct lfc_tree t, unsigned children, unsigned n) {
    const unsigned position = t.me >= t.root ? t.me - t.root : t.me + t.count - t.root;
    const unsigned next = position * children + 1 + n;
    if (n >= children || next >= t.count) return -1;
    const unsigned place = next + t.root >= t.count ? next + t.root - t.count : next + t.root;
    return (int)(t.members ? t.members[place] : place);
}
