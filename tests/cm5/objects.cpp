// Constructors, virtual functions and containers.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Shape {
    virtual ~Shape() { std::puts("~Shape"); }
    virtual double area() const = 0;
};
struct Square : Shape {
    explicit Square(double s) : side(s) {}
    ~Square() override { std::printf("~Square %g\n", side); }
    double area() const override { return side * side; }
    double side;
};
struct Circle : Shape {
    explicit Circle(double r) : radius(r) {}
    ~Circle() override { std::printf("~Circle %g\n", radius); }
    double area() const override { return 3.0 * radius * radius; }
    double radius;
};

static std::string made = std::string("made before ") + "main";

int main() {
    std::puts(made.c_str());
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 1; i < 5; ++i)
        if (i & 1)
            shapes.push_back(std::make_unique<Square>(i));
        else
            shapes.push_back(std::make_unique<Circle>(i));
    double total = 0;
    for (const auto &shape : shapes) total += shape->area();
    std::printf("%g\n", total);
    for (auto &shape : shapes) shape.reset(); // libraries differ in the order of a vector's end
    return 0;
}
