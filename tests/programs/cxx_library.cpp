// run: --nodes 1
// expect: a=1 b=2 c=3
// expect: 1 9 9801 42 2.5 7 1791095845 4
// expect: 83 xxxxxxxxxx
// expect: var 3 18
// expect: 3 5 9
// expect: -7 1.500000 1,2,3 4 2
// libc++'s containers, algorithms and numbers, over newlib.
#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <complex>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

int main() {
    std::vector<int> v{5, 3, 9, 1};
    std::sort(v.begin(), v.end());
    std::map<std::string, int> m{{"b", 2}, {"a", 1}};
    m["c"] = 3;
    std::string line;
    for (const auto &[k, x] : m) line += k + "=" + std::to_string(x) + " ";
    line.pop_back();
    std::puts(line.c_str());

    std::unordered_map<int, std::string> squares;
    for (int i = 0; i < 100; ++i) squares[i] = std::to_string(i * i);
    const std::function<int(int)> plus = [&](int x) { return x + v[0]; };
    const auto numbers = std::make_unique<std::array<double, 4>>();
    (*numbers)[1] = 2.5;
    const auto shared = std::make_shared<int>(7);
    const std::weak_ptr<int> weak = shared;
    std::mt19937 random(1);
    const std::complex<double> c(1, 2);
    std::printf("%d %d %s %d %g %d %u %g\n", v[0], v[3], squares[99].c_str(), plus(41),
                (*numbers)[1], *weak.lock(), static_cast<unsigned>(random()), (c * c).imag());

    const std::string t = "long string that needs the heap: " + std::string(50, 'x');
    std::printf("%zu %.10s\n", t.size(), std::string(t.rbegin(), t.rend()).c_str());
    const std::variant<int, std::string> either = "var";
    const std::optional<int> nothing;
    std::printf("%s %d %d\n", std::get<std::string>(either).c_str(), nothing.value_or(3),
                std::accumulate(v.begin(), v.end(), 0));
    line.clear();
    for (const int x : v | std::views::filter([](int y) { return y > 2; }))
        line += std::to_string(x) + " ";
    line.pop_back();
    std::puts(line.c_str());

    int parsed = 0;
    const std::string_view digits = "-7";
    std::from_chars(digits.data(), digits.data() + digits.size(), parsed);
    std::set<int> set{3, 1, 2, 1};
    line.clear();
    for (const int x : set) line += (line.empty() ? "" : ",") + std::to_string(x);
    std::deque<int> deque(3, 4);
    std::list<int> list{1, 2};
    list.splice(list.end(), std::list<int>{3});
    std::printf("%d %s %s %d %zu\n", parsed, std::to_string(1.5).c_str(), line.c_str(),
                deque.front(), std::bitset<8>(0x81).count());
}
