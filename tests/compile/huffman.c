// Huffman codes of a text: frequencies, tree in a heap, bit stream, and back; base64 of the stream.
#include "show.h"

static const char text[] =
    "she sells sea shells by the sea shore; the shells she sells are surely seashells";
static int weight[520], left[520], right[520], heap[260], heaped, nodes;
static unsigned bits[256];
static int lengths[256];

static int lower(int a, int b) { return weight[a] != weight[b] ? weight[a] < weight[b] : a < b; }
static void push(int n) {
    int i = heaped++;
    for (; i && lower(n, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}
static int pop(void) {
    const int top = heap[0], last = heap[--heaped];
    int i = 0;
    for (int c; (c = 2 * i + 1) < heaped; i = c) {
        if (c + 1 < heaped && lower(heap[c + 1], heap[c])) ++c;
        if (!lower(heap[c], last)) break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return top;
}
static void codes(int n, unsigned code, int length) {
    if (n < 256) {
        bits[n] = code, lengths[n] = length;
        return;
    }
    codes(left[n], code << 1, length + 1);
    codes(right[n], code << 1 | 1, length + 1);
}

int main(void) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (const char *c = text; *c; ++c) ++weight[(unsigned char)*c];
    for (int i = 0; i < 256; ++i)
        if (weight[i]) push(i);
    for (nodes = 256; heaped > 1; ++nodes) {
        left[nodes] = pop(), right[nodes] = pop();
        weight[nodes] = weight[left[nodes]] + weight[right[nodes]];
        push(nodes);
    }
    const int root = pop();
    codes(root, 0, 0);
    static unsigned char stream[100];
    int n = 0;
    for (const char *c = text; *c; ++c)
        for (int i = lengths[(unsigned char)*c] - 1; i >= 0; --i, ++n)
            if (bits[(unsigned char)*c] >> i & 1) stream[n / 8] |= (unsigned char)(0x80 >> n % 8);
    printf("%d bytes, %d bits\n", (int)sizeof text - 1, n);
    for (int i = 0; i < n; i += 6) {
        unsigned v = 0;
        for (int k = i; k < i + 6; ++k) v = v << 1 | (stream[k / 8] >> (7 - k % 8) & 1);
        printf("%c", alphabet[v]);
    }
    printf("\n");
    for (int i = 0; i < n;) {
        int at = root;
        while (at >= 256) at = (stream[i / 8] >> (7 - i % 8) & 1 ? right : left)[at], ++i;
        printf("%c", at);
    }
    printf("\n");
    return 0;
}
