// Floating point: five bodies that attract each other in double precision, and a filter, a
// comparison and conversions in single precision. Compiled for a processor with coprocessor 1
// (tests/hard_float).
enum { bodies = 5, steps = 40000, samples = 1024, turns = 220 };

struct body {
    double x[3], v[3], mass;
};

static struct body body[bodies] = {
    {{0, 0, 0}, {0, 0, 0}, 39.47841760435743},
    {{4.84143144246472090, -1.16032004402742839, -0.103622044471123109},
     {0.606326392995832, 2.81198684491626, -0.02521836165988763},
     0.03769367487038949},
    {{8.34336671824457987, 4.12479856412430479, -0.403523417114321381},
     {-1.01077434617879, 1.82566237123041, 0.008415761376584154},
     0.011286326131968767},
    {{12.8943695621391310, -15.1111514016986312, -0.223307578892655734},
     {1.08279100644154, 0.868713018169608, -0.010832637401363636},
     0.0017237240570597112},
    {{15.3796971148509165, -25.9193146099879641, 0.179258772950371181},
     {0.979090732243898, 0.594698998647676, -0.034755955550407824},
     0.0020336868699246304},
};

static float in[samples], out[samples];

static void step(double dt) {
    for (int i = 0; i < bodies; ++i) {
        struct body *const a = &body[i];
        for (int j = i + 1; j < bodies; ++j) {
            struct body *const b = &body[j];
            const double x = a->x[0] - b->x[0], y = a->x[1] - b->x[1], z = a->x[2] - b->x[2];
            const double square = x * x + y * y + z * z;
            const double pull = dt / (square * __builtin_sqrt(square));
            a->v[0] -= x * b->mass * pull, a->v[1] -= y * b->mass * pull,
                a->v[2] -= z * b->mass * pull;
            b->v[0] += x * a->mass * pull, b->v[1] += y * a->mass * pull,
                b->v[2] += z * a->mass * pull;
        }
    }
    for (int i = 0; i < bodies; ++i)
        for (int k = 0; k < 3; ++k) body[i].x[k] += dt * body[i].v[k];
}

static int filter(int turn) {
    float peak = 0;
    for (int i = 0; i < samples; ++i) in[i] = (float)((i * 37 + turn) % 101 - 50) * 0.02F;
    for (int i = 3; i < samples; ++i) {
        out[i] = 0.7F * out[i - 1] + 0.1F * in[i] - 0.05F * in[i - 1] + 0.15F * in[i - 2] +
                 0.1F * in[i - 3];
        if (out[i] > peak) peak = out[i];
    }
    return (int)(peak * 1000.0F);
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < steps; ++i) step(0.01);
    for (int i = 0; i < turns; ++i) sum += filter(i);
    for (int i = 0; i < bodies; ++i) sum += (int)(body[i].x[0] * 1e6);
    return sum & 127;
}
