// A camera object without libcamera: plays a grey Y4M clip or a film of JPEG pictures, and stalls, lies and disappears
// when it is told to.
//
// What it does comes from the environment: NODLINE_FAKE_CLIP, the clip (mono Y4M, or .mjpeg: pictures one after the
// other); NODLINE_FAKE_FAULTS, words with the second at which they happen: "stall@2 cancel@3 gone@4 back@5 garbage@0
// damage@1 ruin@2". Times count from the first start. From `damage` on every third JPEG picture is broken, from `ruin`
// on all are.
#include "CLibcamera.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 640, HEIGHT = 480 };

struct nodline_camera_system {
    int unused;
};

struct nodline_camera {
    pthread_t thread;
    pthread_mutex_t lock;
    int wake;
    bool is_running, is_out, has_frame, is_cancelled, is_gone;
    uint64_t arrival, dropped, number;
    double rate;
    size_t ready_size, lent_size;
    uint8_t ready[WIDTH * HEIGHT], lent[WIDTH * HEIGHT];
};

static uint64_t first_start;

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// The second of a fault, or a time that never comes.
static double second_of(const char *fault) {
    const char *all = getenv("NODLINE_FAKE_FAULTS"), *found = all ? strstr(all, fault) : NULL;
    return found ? atof(found + strlen(fault) + 1) : 1e9;
}

static double elapsed(void) { return first_start ? (double)(now_ns() - first_start) * 1e-9 : 0; }

static bool is_away(void) { return elapsed() >= second_of("gone") && elapsed() < second_of("back"); }

static void signal_loop(nodline_camera *camera) {
    uint64_t one = 1;
    (void)!write(camera->wake, &one, sizeof one);
}

static bool plays_jpeg(void) {
    const char *clip = getenv("NODLINE_FAKE_CLIP"), *dot = clip ? strrchr(clip, '.') : NULL;
    return dot && strcmp(dot, ".mjpeg") == 0;
}

// One JPEG picture, to its end marker.
static size_t read_jpeg(FILE *clip, uint8_t *into) {
    for (size_t size = 0; size < WIDTH * HEIGHT; ) {
        int byte = getc(clip);
        if (byte == EOF) return 0;
        into[size++] = (uint8_t)byte;
        if (size > 4 && into[size - 2] == 0xFF && byte == 0xD9) return size;
    }
    return 0;
}

// The next frame's size in bytes, 0 at the end.
static size_t read_frame(FILE *clip, uint8_t *into) {
    if (plays_jpeg()) return read_jpeg(clip, into);
    char line[256];
    return fgets(line, sizeof line, clip) && fread(into, 1, WIDTH * HEIGHT, clip) == WIDTH * HEIGHT ? WIDTH * HEIGHT : 0;
}

// Breaks a picture as cables and drivers do, each time in another way; the size that is left.
static size_t damage(uint8_t *jpeg, size_t size, uint64_t number) {
    switch (number % 5) {
    case 0: return size / 2;
    case 1: return 0;
    case 2: memset(jpeg, 0xA5, 64); return size; // no header
    case 3: memset(jpeg + size / 2, 0xFF, size / 4); return size; // no more codes
    default:
        for (size_t i = 0; i + 9 < size; i++) // says that it is smaller than it is
            if (jpeg[i] == 0xFF && jpeg[i + 1] == 0xC0) return jpeg[i + 5] /= 2, size;
        return size;
    }
}

// Delivers the clip's frames at the wished rate, from where real time is.
static void *deliver(void *context) {
    nodline_camera *camera = context;
    FILE *clip = fopen(getenv("NODLINE_FAKE_CLIP"), "r");
    char line[256];
    uint8_t *picture = malloc(WIDTH * HEIGHT);
    bool has_picture = clip && (plays_jpeg() || fgets(line, sizeof line, clip));
    size_t size = 0, last_size = 0;
    double cancel = second_of("cancel"), stall = second_of("stall");
    bool was_before_cancel = elapsed() < cancel, was_before_stall = elapsed() < stall;
    double next = elapsed();
    uint64_t read = 0, delivered = 0;
    while (true) {
        while (has_picture && (double)read <= elapsed() * camera->rate)
            if (!(size = read_frame(clip, picture))) has_picture = false;
            else read++, last_size = size;
        pthread_mutex_lock(&camera->lock);
        bool stops = !camera->is_running;
        bool has_stalled = was_before_stall && elapsed() >= stall; // then it says nothing any more
        if (!stops && is_away()) camera->is_gone = true;
        else if (!stops && was_before_cancel && elapsed() >= cancel) camera->is_cancelled = true;
        else if (!stops && !has_stalled && read > 0) {
            if (camera->has_frame) camera->dropped++;
            memcpy(camera->ready, picture, last_size);
            camera->ready_size = last_size;
            bool is_broken = elapsed() >= second_of("ruin") || (elapsed() >= second_of("damage") && delivered % 3 == 0);
            if (plays_jpeg() && is_broken) camera->ready_size = damage(camera->ready, last_size, delivered / 3);
            delivered++;
            camera->has_frame = true;
            camera->arrival = now_ns();
        }
        if (camera->has_frame || camera->is_gone || camera->is_cancelled) signal_loop(camera);
        pthread_mutex_unlock(&camera->lock);
        if (stops) break;
        next += 1 / camera->rate;
        double wait = next - elapsed();
        if (wait > 0) usleep((useconds_t)(wait * 1e6));
        else next = elapsed();
    }
    free(picture);
    if (clip) fclose(clip);
    return NULL;
}

static bool open_system(nodline_camera_system **system, nodline_camera_error *error) {
    (void)error;
    *system = calloc(1, sizeof **system);
    return true;
}

static void close_system(nodline_camera_system *system) { free(system); }

static bool describe(nodline_camera_system *system, size_t index, nodline_camera_info *info) {
    (void)system;
    if (index > 1 || is_away()) return false;
    memset(info, 0, sizeof *info);
    snprintf(info->id, sizeof info->id, index == 0 ? "fake-back" : "fake-front");
    snprintf(info->model, sizeof info->model, index == 0 ? "Fake Back 1000" : "Fake Front 2000");
    info->location = index == 0 ? NODLINE_CAMERA_BACK : NODLINE_CAMERA_FRONT;
    snprintf(info->formats, sizeof info->formats, plays_jpeg() ? "MJPEG" : "R8");
    return true;
}

static bool open_camera(nodline_camera_system *system, const char *id, const nodline_camera_wish *wish,
                        nodline_camera_mode *mode, nodline_camera **camera, nodline_camera_error *error) {
    (void)system;
    if (is_away()) {
        snprintf(error->call, sizeof error->call, "open");
        snprintf(error->detail, sizeof error->detail, "%s", id);
        error->code = ENODEV;
        return false;
    }
    nodline_camera *opened = calloc(1, sizeof *opened);
    opened->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    opened->rate = wish->rate > 0 ? wish->rate : 30;
    pthread_mutex_init(&opened->lock, NULL);
    memset(mode, 0, sizeof *mode);
    mode->width = mode->stride = WIDTH;
    mode->height = HEIGHT;
    mode->is_full_range = mode->keeps_rate = true;
    mode->layout = plays_jpeg() ? NODLINE_CAMERA_MJPEG : NODLINE_CAMERA_LUMA;
    snprintf(mode->format, sizeof mode->format, plays_jpeg() ? "MJPEG" : "R8");
    *camera = opened;
    return true;
}

static bool start(nodline_camera *camera, nodline_camera_error *error) {
    (void)error;
    if (!first_start) first_start = now_ns();
    camera->is_running = true;
    return pthread_create(&camera->thread, NULL, deliver, camera) == 0;
}

static void stop(nodline_camera *camera) {
    pthread_mutex_lock(&camera->lock);
    bool was_running = camera->is_running;
    camera->is_running = false;
    pthread_mutex_unlock(&camera->lock);
    if (was_running) pthread_join(camera->thread, NULL);
}

static void close_camera(nodline_camera *camera) {
    stop(camera);
    close(camera->wake);
    free(camera);
}

static int descriptor(const nodline_camera *camera) { return camera->wake; }

static nodline_camera_event next(nodline_camera *camera, nodline_camera_frame *frame) {
    uint64_t count;
    (void)!read(camera->wake, &count, sizeof count);
    pthread_mutex_lock(&camera->lock);
    nodline_camera_event event = camera->is_gone ? NODLINE_CAMERA_GONE
        : camera->is_cancelled ? NODLINE_CAMERA_STALLED
        : camera->has_frame ? NODLINE_CAMERA_FRAME : NODLINE_CAMERA_NONE;
    if (event == NODLINE_CAMERA_FRAME) {
        memcpy(camera->lent, camera->ready, camera->ready_size);
        camera->lent_size = camera->ready_size;
        camera->has_frame = false;
        bool lies = elapsed() >= second_of("garbage");
        memset(frame, 0, sizeof *frame);
        frame->bytes = camera->lent;
        frame->size = camera->lent_size;
        frame->arrival = camera->arrival;
        // Time stamps as a bad driver gives them: zero, far ahead, running backwards.
        frame->timestamp = lies ? (uint64_t[]){0, UINT64_MAX, 1000000000u - camera->number}[camera->number % 3] : camera->arrival;
        frame->dropped = camera->dropped;
        frame->keeps_rate = true;
        camera->number++;
    }
    pthread_mutex_unlock(&camera->lock);
    return event;
}

static void give_back(nodline_camera *camera, uint32_t slot) {
    (void)camera;
    (void)slot;
}

static bool set_rate(nodline_camera *camera, double rate) {
    camera->rate = rate;
    return true;
}

#ifndef FAKE_ABI
#define FAKE_ABI NODLINE_CAMERA_ABI
#endif

static const nodline_camera_table table = {
    FAKE_ABI, sizeof(nodline_camera_table), sizeof(nodline_camera_info), sizeof(nodline_camera_mode),
    sizeof(nodline_camera_frame), "a clip", open_system, close_system, describe, open_camera, close_camera, start, stop,
    descriptor, next, give_back, set_rate,
};

const nodline_camera_table *nodline_camera_table_entry(void) __asm__(NODLINE_CAMERA_ENTRY);
const nodline_camera_table *nodline_camera_table_entry(void) { return &table; }
