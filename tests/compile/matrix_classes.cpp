// needs: new
//
// Matrices as templates with expressions that are evaluated only when assigned, in integers and in
// floating point.
#include "show.h"

template <typename E> struct expression {
    const E &get() const { return static_cast<const E &>(*this); }
};
template <typename T, int R, int C> struct matrix : expression<matrix<T, R, C>> {
    T v[R][C]{};
    T operator()(int r, int c) const { return v[r][c]; }
    template <typename E> matrix &operator=(const expression<E> &e) {
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c) v[r][c] = e.get()(r, c);
        return *this;
    }
};
template <typename A, typename B> struct sum : expression<sum<A, B>> {
    sum(const A &x, const B &y) : a(x), b(y) {}
    auto operator()(int r, int c) const { return a(r, c) + b(r, c); }
    const A &a;
    const B &b;
};
template <typename A, typename T> struct scaled : expression<scaled<A, T>> {
    scaled(const A &x, T f) : a(x), by(f) {}
    auto operator()(int r, int c) const { return a(r, c) * by; }
    const A &a;
    T by;
};
template <typename A, typename B>
sum<A, B> operator+(const expression<A> &a, const expression<B> &b) {
    return {a.get(), b.get()};
}
template <typename A> scaled<A, int> operator*(const expression<A> &a, int f) {
    return {a.get(), f};
}
template <typename T, int R, int K, int C>
matrix<T, R, C> operator*(const matrix<T, R, K> &a, const matrix<T, K, C> &b) {
    matrix<T, R, C> m;
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c)
            for (int k = 0; k < K; ++k) m.v[r][c] += a.v[r][k] * b.v[k][c];
    return m;
}
template <typename T, int N> T determinant(const matrix<T, N, N> &m) {
    if constexpr (N == 1) {
        return m.v[0][0];
    } else {
        T d{};
        for (int k = 0; k < N; ++k) {
            matrix<T, N - 1, N - 1> minor;
            for (int r = 1; r < N; ++r)
                for (int c = 0, to = 0; c < N; ++c)
                    if (c != k) minor.v[r - 1][to++] = m.v[r][c];
            d += (k % 2 ? -m.v[0][k] : m.v[0][k]) * determinant(minor);
        }
        return d;
    }
}

int main() {
    matrix<int, 3, 4> a;
    matrix<int, 4, 3> b;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) a.v[r][c] = r * 4 + c, b.v[c][r] = r - 2 * c;
    const auto p = a * b;
    matrix<int, 3, 3> q;
    q = p + p * 3 + p;
    for (int r = 0; r < 3; ++r) printf("%d %d %d\n", q(r, 0), q(r, 1), q(r, 2));
    matrix<double, 4, 4> m;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) m.v[r][c] = 1.0 / (r + c + 1);
    show_double("determinant", determinant(m));
    matrix<int64_t, 5, 5> w;
    for (int r = 0; r < 5; ++r)
        for (int c = 0; c < 5; ++c) w.v[r][c] = (r * 7 + c * c * 3) % 11 * (r == c ? 100000 : 1);
    show64("wide", static_cast<uint64_t>(determinant(w)));
    return 0;
}
