#include <cstdio>
#include <vector>

extern "C" int square(int n), two();

int main() {
    std::vector<int> all;
    for (int i = 0; i < 10; ++i) all.push_back(square(i));
    int sum = 0;
    for (const int value : all) sum += value;
    std::printf("%d\n", sum * two());
}
