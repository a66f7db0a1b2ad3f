// C++ with the library: containers, strings, virtual functions, constructors of global objects.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square final : Shape {
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
    double side;
};
struct Circle final : Shape {
    explicit Circle(double radius) : radius(radius) {}
    double area() const override { return 3.25 * radius * radius; }
    double radius;
};

static const std::string greeting =
    std::string("made before ") + "main, and long enough for the heap";

int main() {
    std::printf("%s\n", greeting.c_str());
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 1; i < 4; ++i) {
        shapes.push_back(std::make_unique<Square>(i));
        shapes.push_back(std::make_unique<Circle>(i));
    }
    std::sort(shapes.begin(), shapes.end(),
              [](const auto &a, const auto &b) { return a->area() > b->area(); });
    for (const auto &shape : shapes) std::printf("%.2f ", shape->area());
    std::map<std::string, int> words;
    for (const char *word : {"to", "be", "or", "not", "to", "be"}) ++words[word];
    for (const auto &[word, count] : words) std::printf("%s=%d ", word.c_str(), count);
    std::printf("\n");
}
