// A camera without hardware, for bench: it delivers images from memory in a loop.
#include "CLibcamera.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct nodline_camera_system {
    const uint8_t *pictures;
    size_t count;
    uint32_t width, height;
    double rate;
};

struct nodline_camera {
    const nodline_camera_system *system;
    uint64_t start, number;
    int wake;
};

nodline_camera_system *nodline_memory_cameras(const uint8_t *pictures, size_t count, uint32_t width, uint32_t height,
                                              double rate) {
    nodline_camera_system *system = calloc(1, sizeof *system);
    if (system) *system = (nodline_camera_system){pictures, count, width, height, rate};
    return system;
}

static bool open_system(nodline_camera_system **system, nodline_camera_error *error) {
    (void)system;
    snprintf(error->call, sizeof error->call, "open_system");
    snprintf(error->detail, sizeof error->detail, "cameras in memory are made, not found");
    return false;
}

static void close_system(nodline_camera_system *system) { free(system); }

static bool describe(nodline_camera_system *system, size_t index, nodline_camera_info *info) {
    (void)system;
    if (index > 0) return false;
    memset(info, 0, sizeof *info);
    snprintf(info->id, sizeof info->id, "memory");
    snprintf(info->formats, sizeof info->formats, "R8");
    info->location = NODLINE_CAMERA_SOMEWHERE;
    return true;
}

static bool open_camera(nodline_camera_system *system, const char *id, const nodline_camera_wish *wish,
                        nodline_camera_mode *mode, nodline_camera **camera, nodline_camera_error *error) {
    (void)id, (void)wish;
    nodline_camera *opened = calloc(1, sizeof *opened);
    // A frame is always there, so the descriptor is always readable.
    int wake = opened ? eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
    if (wake < 0) {
        free(opened);
        snprintf(error->call, sizeof error->call, "eventfd");
        return false;
    }
    *opened = (nodline_camera){.system = system, .wake = wake};
    memset(mode, 0, sizeof *mode);
    mode->width = mode->stride = system->width;
    mode->height = system->height;
    mode->layout = NODLINE_CAMERA_LUMA;
    mode->is_full_range = mode->keeps_rate = true;
    snprintf(mode->format, sizeof mode->format, "R8");
    *camera = opened;
    return true;
}

static void close_camera(nodline_camera *camera) {
    close(camera->wake);
    free(camera);
}

static bool start(nodline_camera *camera, nodline_camera_error *error) {
    (void)error;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    camera->start = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return true;
}

static void stop(nodline_camera *camera) { (void)camera; }

static int descriptor(const nodline_camera *camera) { return camera->wake; }

// Frames come as fast as they are taken, but their time stamps follow the rate, because gestures use the frames' time.
static nodline_camera_event next(nodline_camera *camera, nodline_camera_frame *frame) {
    const nodline_camera_system *system = camera->system;
    size_t size = (size_t)system->width * system->height;
    memset(frame, 0, sizeof *frame);
    frame->bytes = system->pictures + camera->number % system->count * size;
    frame->size = size;
    frame->arrival = frame->timestamp = camera->start + (uint64_t)((double)camera->number / system->rate * 1e9);
    frame->keeps_rate = true;
    camera->number++;
    return NODLINE_CAMERA_FRAME;
}

static void give_back(nodline_camera *camera, uint32_t slot) { (void)camera, (void)slot; }

static bool set_rate(nodline_camera *camera, double rate) {
    (void)camera, (void)rate;
    return true;
}

const nodline_camera_table nodline_memory_camera_table = {
    NODLINE_CAMERA_ABI, sizeof(nodline_camera_table), sizeof(nodline_camera_info), sizeof(nodline_camera_mode),
    sizeof(nodline_camera_frame), "memory", open_system, close_system, describe, open_camera, close_camera, start, stop,
    descriptor, next, give_back, set_rate,
};
