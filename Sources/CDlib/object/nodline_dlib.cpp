// dlib's face recognition network behind the table of CDlib.h.
#include "CDlib.h"

#include <dlib/dnn.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <istream>
#include <memory>
#include <streambuf>

namespace {

using namespace dlib;

// The architecture of dlib_face_recognition_resnet_model_v1.dat: a residual network of 29 layers (dlib.net/dnn_face_recognition_ex.cpp.html).
// The file holds only its weights, and dlib refuses them if the layers differ.
template <int N, int stride, typename Below> using block = affine<con<N, 3, 3, 1, 1, relu<affine<con<N, 3, 3, stride, stride, Below>>>>>;
template <int N, typename Below> using same = relu<add_prev1<block<N, 1, tag1<Below>>>>;
template <int N, typename Below> using smaller = relu<add_prev2<avg_pool<2, 2, 2, 2, skip1<tag2<block<N, 2, tag1<Below>>>>>>>;

template <typename Below> using first = max_pool<3, 3, 2, 2, relu<affine<con<32, 7, 7, 2, 2, Below>>>>;
template <typename Below> using level32 = same<32, same<32, same<32, Below>>>;
template <typename Below> using level64 = same<64, same<64, same<64, smaller<64, Below>>>>;
template <typename Below> using level128 = same<128, same<128, smaller<128, Below>>>;
template <typename Below> using level256 = same<256, same<256, smaller<256, Below>>>;
using network = loss_metric<fc_no_bias<NODLINE_DLIB_COUNT, avg_pool_everything<
    smaller<256, level256<level128<level64<level32<first<input_rgb_image_sized<NODLINE_DLIB_SIDE>>>>>>>>>>;

/// Reads bytes in memory as a stream, without a copy.
struct memory_buffer : std::streambuf {
    memory_buffer(const uint8_t *bytes, size_t size) {
        char *start = reinterpret_cast<char *>(const_cast<uint8_t *>(bytes));
        setg(start, start, start + size);
    }
};

bool fail(nodline_dlib_error *error, const char *call, const char *detail) {
    std::snprintf(error->call, sizeof error->call, "%s", call);
    std::snprintf(error->detail, sizeof error->detail, "%s", detail);
    return false;
}

/// Runs a task and turns its exceptions into errors.
template <typename Task> bool guarded(nodline_dlib_error *error, const char *call, Task task) {
    try {
        task();
        return true;
    } catch (const std::exception &problem) {
        return fail(error, call, problem.what());
    } catch (...) {
        return fail(error, call, "an exception of an unknown kind");
    }
}

} // namespace

struct nodline_dlib_network {
    network layers;
    matrix<rgb_pixel> picture{NODLINE_DLIB_SIDE, NODLINE_DLIB_SIDE};
};

static bool open_network(const uint8_t *model, size_t size, nodline_dlib_network **opened, nodline_dlib_error *error) {
    return guarded(error, "dlib::deserialize", [&] {
        auto made = std::make_unique<nodline_dlib_network>();
        memory_buffer buffer(model, size);
        std::istream stream(&buffer);
        deserialize(made->layers, stream);
        if (stream.peek() != std::istream::traits_type::eof()) throw std::runtime_error("the file goes on after the network's end");
        *opened = made.release();
    });
}

static bool embed(nodline_dlib_network *network, const uint8_t *luma, float *numbers, nodline_dlib_error *error) {
    return guarded(error, "dlib::add_loss_layer::operator()", [&] {
        for (long row = 0; row < NODLINE_DLIB_SIDE; row++)
            for (long column = 0; column < NODLINE_DLIB_SIDE; column++) {
                const uint8_t level = luma[row * NODLINE_DLIB_SIDE + column];
                network->picture(row, column) = rgb_pixel(level, level, level);
            }
        const matrix<float, 0, 1> &result = network->layers(network->picture);
        if (result.size() != NODLINE_DLIB_COUNT) throw std::runtime_error("the network gives another number of values");
        std::copy(result.begin(), result.end(), numbers);
    });
}

static void close_network(nodline_dlib_network *network) { delete network; }

extern "C" const nodline_dlib_table *nodline_dlib_linked(void) {
    static const nodline_dlib_table table = {open_network, embed, close_network};
    return &table;
}
