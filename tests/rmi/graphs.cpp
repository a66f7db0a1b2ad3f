// Random graphs of objects are marshalled there and back, on the host and on nodes: shared objects,
// cycles, derived classes, arrays (001 7.2.2). The parts of messages and the objects that live are
// counted. Prints one line.
//   graphs [GRAPHS [LENGTH_OF_LIST]]
#include <cstdio>
#include <cstdlib>
#include <rmi_graph.hpp>

#ifdef RMI_HOST
#include <cstdarg>
#include <fail.h>
extern "C" void xnet_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    std::exit(1);
}
extern "C" void xnet_fail_at(void *, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    std::exit(1);
}
#endif

namespace rmi::detail {
void make_region(unsigned bytes);
}

namespace {

int wrong = 0, living = 0;
std::uint32_t state = 4711;
unsigned random_below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return static_cast<unsigned>((static_cast<std::uint64_t>(state) * n) >> 32);
}
void expect(bool holds, const char *what) {
    if (holds) return;
    std::printf("not so: %s\n", what);
    ++wrong;
}

struct counted {
    counted() { ++living; }
    counted(const counted &) { ++living; }
    ~counted() { --living; }
};

struct Node : rmi::value {
    counted count;
    int key = 0;
    rmi::ptr<Node> left, right;
    std::vector<rmi::ptr<Node>> others;
    rmi::array<short> numbers;
    rmi::array<rmi::ptr<Node>> table;
    std::string name;
    void serialize(auto &a) { a(key, left, right, others, numbers, table, name); }
};
struct Base { // not at the beginning of Leaf is value
    virtual int kind() const { return 1; }
    virtual ~Base() = default;
    double first = 0;
};
struct Leaf : Base, Node {
    std::vector<double> more;
    int kind() const override { return 2; }
    void serialize(auto &a) {
        Node::serialize(a);
        a(first, more);
    }
};
struct Shape : rmi::value {
    virtual int area() const = 0;
    virtual ~Shape() = default;
    rmi::ptr<Shape> next;
};
struct Square : Shape {
    int side = 0;
    int area() const override { return side * side; }
    void serialize(auto &a) { a(side, next); }
};
struct Rectangle : Square {
    int other = 0;
    int area() const override { return side * other; }
    void serialize(auto &a) {
        Square::serialize(a);
        a(other);
    }
};

using nodes = std::vector<rmi::ptr<Node>>;

rmi::array<short> random_array() {
    if (!random_below(4)) return {};
    rmi::array<short> a(random_below(20));
    for (short &e : a) e = static_cast<short>(random_below(30000));
    return a;
}

nodes random_graph(unsigned count) {
    nodes all;
    std::vector<rmi::array<short>> arrays(3);
    for (auto &a : arrays) a = random_array();
    for (unsigned i = 0; i < count; ++i) {
        if (random_below(4) == 0) {
            auto leaf = rmi::make<Leaf>();
            leaf->first = i / 4.0;
            leaf->more.assign(random_below(3), i);
            all.push_back(leaf);
        } else
            all.push_back(rmi::make<Node>());
        all.back()->name.assign(random_below(30), 'a');
    }
    auto some = [&] { return random_below(5) ? all[random_below(count)] : rmi::ptr<Node>(); };
    for (unsigned i = 0; i < count; ++i) {
        Node &n = *all[i];
        n.key = static_cast<int>(i);
        n.left = some();
        n.right = some();
        for (unsigned k = random_below(3); k--;) n.others.push_back(some());
        n.numbers = random_below(2) ? arrays[random_below(3)] : random_array();
        if (random_below(3) == 0) {
            n.table = rmi::array<rmi::ptr<Node>>(random_below(4));
            for (auto &e : n.table) e = some();
        }
    }
    return all;
}
/// The program cuts cycles.
void cut(const nodes &all) {
    for (const auto &n : all) n->left = n->right = nullptr, n->others.clear(), n->table = {};
}

/// Whether two graphs have the same shape and contents. Each object of one corresponds to one of
/// the other.
struct same {
    std::vector<std::pair<const void *, const void *>> known;
    nodes reached; ///< of the second graph
    bool meet(const void *a, const void *b, bool &is_new) {
        is_new = false;
        if (!a || !b) return a == b;
        for (const auto &[x, y] : known) {
            if (x == a) return y == b;
            if (y == b) return false;
        }
        known.emplace_back(a, b);
        return is_new = true;
    }
    bool arrays(const rmi::array<short> &a, const rmi::array<short> &b) {
        bool is_new = false;
        if (!meet(a ? a.data() : nullptr, b ? b.data() : nullptr, is_new)) return false;
        if (a && a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) return false;
        return true;
    }
    bool operator()(const rmi::ptr<Node> &a, const rmi::ptr<Node> &b) {
        std::vector<std::pair<rmi::ptr<Node>, rmi::ptr<Node>>> pairs{{a, b}};
        while (!pairs.empty()) {
            auto [x, y] = pairs.back();
            pairs.pop_back();
            bool is_new = false;
            if (!meet(x.get(), y.get(), is_new)) return false;
            if (!is_new) continue;
            reached.push_back(y);
            if (x.get() == y.get() || x->key != y->key || x->name != y->name ||
                x->others.size() != y->others.size() || bool(x->table) != bool(y->table) ||
                x->table.size() != y->table.size() || !arrays(x->numbers, y->numbers) ||
                rmi::is<Leaf>(x) != rmi::is<Leaf>(y))
                return false;
            if (auto p = rmi::cast<Leaf>(x)) {
                auto q = rmi::cast<Leaf>(y);
                if (p->first != q->first || p->more != q->more || q->kind() != 2) return false;
            }
            pairs.emplace_back(x->left, y->left);
            pairs.emplace_back(x->right, y->right);
            for (std::size_t i = 0; i < x->others.size(); ++i)
                pairs.emplace_back(x->others[i], y->others[i]);
            for (std::size_t i = 0; i < x->table.size(); ++i)
                pairs.emplace_back(x->table[i], y->table[i]);
        }
        return true;
    }
};

template <class... T, class... U> void copy(std::tuple<T &...> to, const U &...from) {
    rmi::writer out;
    out.message(from...);
    rmi::detail::copy_of bytes(out);
    rmi::reader in(bytes, bytes.scalars);
    std::apply([&](auto &...v) { in.message(v...); }, to);
}

void random_graphs(int graphs) {
    for (int i = 0; i < graphs; ++i) {
        nodes all = random_graph(1 + random_below(30)), roots, copies;
        for (unsigned k = 1 + random_below(3); k--;) roots.push_back(all[random_below(all.size())]);
        int before = 0, after = 0;
        copy(std::tie(before, copies, after), i, roots, -i);
        same s;
        bool equal = before == i && after == -i && copies.size() == roots.size();
        for (std::size_t k = 0; equal && k < roots.size(); ++k) equal = s(roots[k], copies[k]);
        expect(equal, "a graph arrives with its shape");
        cut(all);
        cut(s.reached);
    }
    expect(living == 0, "the last owner deletes an object");
}

void shapes() {
    auto square = rmi::make<Square>();
    auto rectangle = rmi::make<Rectangle>();
    square->side = 3;
    rectangle->side = 4, rectangle->other = 5;
    square->next = rectangle;
    rmi::ptr<Shape> first = square, second;
    copy(std::tie(second), first);
    expect(second->area() == 9 && second->next->area() == 20 && second->next->next == nullptr,
           "derived classes keep their class");
    expect(rmi::is<Square>(second) && !rmi::is<Square>(second->next), "is");
    expect(rmi::cast<Rectangle>(second->next)->other == 5 && !rmi::cast<Rectangle>(second), "cast");
}

void shared_arrays() {
    rmi::array<int> a(3), null, b, c, d;
    rmi::array<std::string> words(2), copied;
    a[1] = 7;
    words[1] = "word";
    copy(std::tie(b, c, d, copied), a, a, null, words);
    expect(b == c && b != a && b[1] == 7 && !d && d.size() == 0, "one array arrives as one array");
    expect(copied.size() == 2 && copied[0].empty() && copied[1] == "word", "an array of strings");
    rmi::array<bool> bits(3), bits_copied;
    bits[2] = true;
    copy(std::tie(bits_copied), bits);
    expect(bits_copied.size() == 3 && !bits_copied[0] && bits_copied[2], "an array of bool");
}

/// Neither messages nor destructors call themselves for each object.
void long_list(int length) {
    rmi::ptr<Node> list, other;
    for (int i = 0; i < length; ++i) {
        auto n = rmi::make<Node>();
        n->key = i;
        n->left = list;
        list = n;
    }
    copy(std::tie(other), list);
    int found = 0;
    for (rmi::ptr<Node> n = other; n; n = n->left) found += n->key == length - 1 - found;
    expect(found == length, "a long list");
    list = other = nullptr;
    expect(living == 0, "a long list is deleted");
}

template <class... T> unsigned parts(const T &...v) {
    rmi::writer out;
    out.message(v...);
    return static_cast<unsigned>(out.parts().size());
}

void count_parts() {
    const std::vector<int> some(3), none;
    rmi::array<int> a(5), empty(0);
    auto node = rmi::make<Node>();
    expect(parts() == 0, "no parameter: no part");
    expect(parts(1, 2.0, std::string("a"), 'c') == 2, "scalars and a string");
    expect(parts(1, none, empty, a, some, a) == 3, "an array that is shared is one part");
    expect(parts(node) == 1, "an object without arrays is copied");
    node->numbers = rmi::array<short>(4);
    node->left = node;
    expect(parts(node, node) == 2, "its array is a part");
    node->left = nullptr;
}

void fresh() {
    rmi::detail::make_region(4096);
    {
        rmi::array<int> a(100), b;
        auto n = rmi::make<Node>();
        rmi::ptr<Node> m;
        copy(std::tie(b, m), a, n);
        const rmi::region r = rmi::fresh_memory();
        expect(r.objects == 2 && r.used >= 400 + sizeof(Node) && r.used < 700, "the region's use");
        b = {};
        copy(std::tie(b, m), a, n);
        expect(rmi::fresh_memory().used == 2 * r.used, "no memory is used again");
    }
    expect(rmi::fresh_memory().objects == 0 && living == 0, "nothing is in use");
    rmi::collect();
    expect(rmi::fresh_memory().used == 0, "collected");
}

} // namespace

int main(int argc, char **argv) {
    random_graphs(argc > 1 ? std::atoi(argv[1]) : 100);
    shapes();
    shared_arrays();
    long_list(argc > 2 ? std::atoi(argv[2]) : 3000);
    count_parts();
    fresh();
    std::printf("graphs: %d wrong\n", wrong);
    return wrong != 0;
}
