// A damaged model gives an error with the call's name, and no exception leaves the object: damaged-model MODEL
#include "CDlib.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" const nodline_dlib_table *nodline_dlib_linked(void);

static int faults = 0;

static void expect(bool condition, const char *what, const nodline_dlib_error &error) {
    std::printf("%s: %s (%s: %s)\n", condition ? "ok" : "FAILED", what, error.call, error.detail);
    if (!condition) faults++;
}

static void refuses(const std::vector<uint8_t> &model, const char *what) {
    nodline_dlib_network *network = nullptr;
    nodline_dlib_error error = {};
    const bool opened = nodline_dlib_linked()->open(model.data(), model.size(), &network, &error);
    expect(!opened && !network && !std::strcmp(error.call, "dlib::deserialize") && error.detail[0], what, error);
    if (opened) nodline_dlib_linked()->close(network);
}

int main(int, char **arguments) {
    std::ifstream file(arguments[1], std::ios::binary);
    const std::vector<uint8_t> model((std::istreambuf_iterator<char>(file)), {});
    refuses({}, "an empty model");
    refuses({1, 2, 3}, "three bytes");
    refuses(std::vector<uint8_t>(4096, 0xFF), "bytes that are no model");
    for (const size_t size : {size_t(1), size_t(1000), model.size() / 2, model.size() - 1})
        refuses({model.begin(), model.begin() + long(size)}, "a cut model");
    auto longer = model;
    longer.push_back(0);
    refuses(longer, "a model with a byte too many");
    // Where the structure is, at the beginning, a changed byte is seen; among the weights it is not, which is why there is a digest.
    size_t seen = 0;
    for (size_t place = 0; place < 64; place++) {
        auto changed = model;
        changed[place] ^= 0x41;
        nodline_dlib_network *network = nullptr;
        nodline_dlib_error error = {};
        if (!nodline_dlib_linked()->open(changed.data(), changed.size(), &network, &error)) seen++;
        nodline_dlib_linked()->close(network);
    }
    std::printf("of 64 changed bytes at the beginning dlib refuses %zu; none crashes\n", seen);
    nodline_dlib_network *network = nullptr;
    nodline_dlib_error error = {};
    expect(nodline_dlib_linked()->open(model.data(), model.size(), &network, &error), "the model itself opens", error);
    const std::vector<uint8_t> chip(NODLINE_DLIB_SIDE * NODLINE_DLIB_SIDE, 128);
    float numbers[NODLINE_DLIB_COUNT];
    expect(nodline_dlib_linked()->embed(network, chip.data(), numbers, &error), "a grey chip has numbers", error);
    nodline_dlib_linked()->close(network);
    return faults ? 1 : 0;
}
