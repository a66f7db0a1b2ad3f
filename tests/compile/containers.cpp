// needs: new
//
// The program's own containers over a pool: a vector, a list with iterators, a string, an optional,
// moved and destroyed.
#include "show.h"

using byte_count = decltype(sizeof 0);
struct place {
    void *at;
};
inline void *operator new(byte_count, place p) noexcept { return p.at; }

alignas(16) static char pool[60000];
static byte_count pool_used;
static int live;
static void *take(byte_count n) {
    void *p = pool + pool_used;
    pool_used += (n + 15) & ~static_cast<byte_count>(15);
    return p;
}

template <typename T> class vector {
  public:
    vector() = default;
    vector(vector &&o) noexcept : data(o.data), count(o.count), room(o.room) {
        o.data = nullptr, o.count = o.room = 0;
    }
    vector(const vector &o) {
        for (const T &v : o) push(v);
    }
    ~vector() {
        for (int i = count; i-- > 0;) data[i].~T();
    }
    template <typename... A> T &emplace(A &&...a) {
        if (count == room) grow();
        return *new (place{data + count++}) T(static_cast<A &&>(a)...);
    }
    void push(const T &v) { emplace(v); }
    T *begin() { return data; }
    T *end() { return data + count; }
    const T *begin() const { return data; }
    const T *end() const { return data + count; }
    T &operator[](int i) { return data[i]; }
    int size() const { return count; }
    void put(int i, const T &v) {
        data[i].~T();
        new (place{data + i}) T(v);
    }

  private:
    void grow() {
        room = room ? room * 2 : 2;
        T *fresh = static_cast<T *>(take(sizeof(T) * static_cast<byte_count>(room)));
        for (int i = 0; i < count; ++i) {
            new (place{fresh + i}) T(static_cast<T &&>(data[i]));
            data[i].~T();
        }
        data = fresh;
    }
    T *data = nullptr;
    int count = 0, room = 0;
};

class text {
  public:
    text(const char *s) : length(static_cast<int>(strlen(s))) { // NOLINT: converts
        ++live;
        memcpy(chars = static_cast<char *>(take(static_cast<byte_count>(length) + 1)), s,
               static_cast<byte_count>(length) + 1);
    }
    text(const text &o) : text(o.chars) {}
    text(text &&o) noexcept : chars(o.chars), length(o.length) {
        ++live, o.chars = nullptr, o.length = 0;
    }
    ~text() { --live; }
    bool operator<(const text &o) const { return strcmp(chars, o.chars) < 0; }
    text operator+(const text &o) const {
        char joined[100];
        memcpy(joined, chars, static_cast<byte_count>(length));
        memcpy(joined + length, o.chars, static_cast<byte_count>(o.length) + 1);
        return joined;
    }
    const char *c_str() const { return chars ? chars : "(moved)"; }

  private:
    char *chars;
    int length;
};

template <typename T> class optional {
  public:
    optional() {}                                                 // NOLINT: room stays as it is
    optional(const T &v) : full(true) { new (place{room}) T(v); } // NOLINT: converts
    optional(const optional &) = delete;
    ~optional() {
        if (full) reinterpret_cast<T *>(room)->~T();
    }
    explicit operator bool() const { return full; }
    const T &operator*() const { return *reinterpret_cast<const T *>(room); }

  private:
    alignas(T) char room[sizeof(T)];
    bool full = false;
};

template <typename V, typename F> static void sort(V &v, F less) {
    for (int i = 1; i < v.size(); ++i)
        for (int j = i; j > 0 && less(v[j], v[j - 1]); --j) {
            auto kept = v[j];
            v.put(j, v[j - 1]);
            v.put(j - 1, kept);
        }
}
static const text *longest_after(const vector<text> &v, const char *after) {
    const text *best = nullptr;
    for (const text &t : v)
        if (strcmp(t.c_str(), after) > 0 && (!best || strlen(t.c_str()) > strlen(best->c_str())))
            best = &t;
    return best;
}

int main() {
    {
        vector<int> squares;
        for (int i = 0; i < 20; ++i) squares.push(i * i);
        int sum = 0;
        for (const int v : squares) sum += v;
        printf("%d %d\n", sum, squares.size());
        vector<text> words;
        const char *const fruits[] = {"pear", "apple", "fig", "banana", "cherry", "date"};
        for (const char *w : fruits) words.emplace(w);
        sort(words, [](const text &a, const text &b) { return a < b; });
        for (const text &w : words) printf("%s ", w.c_str());
        printf("\n%s\n", (words[0] + "-" + words[1]).c_str());
        vector<text> stolen = static_cast<vector<text> &&>(words), copy = stolen;
        printf("%d %d %d, %d live\n", words.size(), stolen.size(), copy.size(), live);
        printf("%s\n", longest_after(copy, "b")->c_str());
        vector<vector<int>> rows;
        for (int i = 0; i < 5; ++i)
            for (int j = 0; j <= i; ++j)
                (j ? rows[i] : rows.emplace())
                    .push(i && j && j < i ? rows[i - 1][j - 1] + rows[i - 1][j] : 1);
        for (auto &r : rows)
            for (const int v : r) printf("%d ", v);
        const optional<text> none, some(text("here"));
        printf("\n%d %s\n", none ? 1 : 0, (*some).c_str());
    }
    printf("%d live\n", live);
    return live;
}
