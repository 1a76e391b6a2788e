// A camera object without libcamera: plays a grey Y4M clip or a film of JPEG pictures, and stalls, lies and disappears
// when it is told to.
//
// What it does comes from the environment: NODLINE_FAKE_CLIP, the clip (mono Y4M, or .mjpeg: pictures one after the
// other); NODLINE_FAKE_FAULTS, words with the second at which they happen: "stall@2 cancel@3 gone@4 back@5 garbage@0
// damage@1 ruin@2 slow@3 freeze@4 thaw@5". Times count from the first start. From `damage` on every third JPEG picture is broken,
// from `ruin` on all are. From `slow` on opening takes 2 s. "load@6" is an artificial load: from then on each frame takes
// NODLINE_FAKE_LOAD milliseconds of CPU on the loop's thread. "skip@7": one picture a second is not shown; "block@8": every two seconds
// asking for a frame takes 0.2 s. NODLINE_FAKE_AGE: by how many seconds the time stamps are older
// than the pictures. NODLINE_FAKE_RATE says what it does with a rate: "keeps" it (without the variable), is "paced" (answers
// a request as soon as it is given back), or is "deaf" (says that it keeps rates, and passes over every change of the
// first one). NODLINE_FAKE_CONTROL is a folder in which files say what happens now, for as long as they are there: `gone`;
// `hang`, asking for a frame does not come back; `hang-open`, nor does opening; `frozen`; `last`, the clip's last picture is
// shown (Y4M). The moment at which it hangs is written into `hangs`. With this folder the clip begins anew with each start.
//
// As with a sensor no two pictures are alike, for each has its own grain; those of a JPEG clip have only what the clip
// has. A camera that is frozen repeats the last picture bit for bit, and so it does after the clip's end.
// NODLINE_FAKE_STAYS, of any value: the last picture stays, with grain. NODLINE_FAKE_LOOP: the clip is shown over and over.
// NODLINE_FAKE_WAITS: the clip pauses while nobody takes its pictures, as on a machine that lets the appliance wait for a processor.
#include "CLibcamera.h"

#include <errno.h>
#include <fcntl.h>
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
    double rate, clip_rate;
    bool is_paced, is_deaf;
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

// Whether a file is in the folder of NODLINE_FAKE_CONTROL.
static bool is_told(const char *word) {
    const char *folder = getenv("NODLINE_FAKE_CONTROL");
    char path[256];
    if (!folder) return false;
    snprintf(path, sizeof path, "%s/%s", folder, word);
    return access(path, F_OK) == 0;
}

// Does not come back while it is told so.
static void hang(const char *word) {
    if (!is_told(word)) return;
    char path[256];
    snprintf(path, sizeof path, "%s/hangs", getenv("NODLINE_FAKE_CONTROL"));
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "%.6f\n", (double)now_ns() * 1e-9);
        fclose(file);
    }
    while (is_told(word)) usleep(20000);
}

// Whether a fault that comes again after some seconds is due.
static bool is_due(double *last, double seconds, const char *fault) {
    if (elapsed() < second_of(fault) || elapsed() < *last + seconds) return false;
    *last = elapsed();
    return true;
}

static bool is_away(void) { return is_told("gone") || (elapsed() >= second_of("gone") && elapsed() < second_of("back")); }

static void signal_loop(nodline_camera *camera) {
    uint64_t one = 1;
    (void)!write(camera->wake, &one, sizeof one);
}

static bool plays_jpeg(void) {
    const char *clip = getenv("NODLINE_FAKE_CLIP"), *dot = clip ? strrchr(clip, '.') : NULL;
    return dot && strcmp(dot, ".mjpeg") == 0;
}

// The clip, of which only the pictures that are shown are read: the tests measure this process.
static struct {
    int file;
    off_t next; // the next frame's line
    uint64_t read;
    bool has_picture;
    bool has_ended;
    size_t size; // of the picture
    uint8_t picture[WIDTH * HEIGHT];
} clip = {.file = -1};

// The bytes of a line with its end, 0 where there is none.
static off_t line_length(off_t start) {
    char line[256];
    ssize_t count = pread(clip.file, line, sizeof line, start);
    const char *end = count > 0 ? memchr(line, '\n', (size_t)count) : NULL;
    return end ? end - line + 1 : 0;
}

static void open_clip(void) {
    const char *path = getenv("NODLINE_FAKE_CLIP");
    clip.file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (clip.file >= 0 && !plays_jpeg()) clip.next = line_length(0);
}

// The bytes of the JPEG picture that begins there, to its end marker; 0 where there is none.
static off_t jpeg_length(off_t start) {
    static uint8_t bytes[WIDTH * HEIGHT];
    ssize_t count = pread(clip.file, bytes, sizeof bytes, start);
    for (ssize_t size = 4; size + 1 < count; size++)
        if (bytes[size] == 0xFF && bytes[size + 1] == 0xD9) return size + 2;
    return 0;
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

// Goes on to the picture of a moment, the last one after the end; false while there is none yet.
static bool seek(double frames) {
    off_t wanted = -1;
    if (clip.file >= 0 && !plays_jpeg() && is_told("last")) {
        off_t end = lseek(clip.file, 0, SEEK_END);
        return pread(clip.file, clip.picture, clip.size, end - WIDTH * HEIGHT) == WIDTH * HEIGHT;
    }
    while (clip.file >= 0 && (double)clip.read <= frames) {
        off_t header = plays_jpeg() ? 0 : line_length(clip.next);
        off_t size = plays_jpeg() ? jpeg_length(clip.next) : header > 0 ? WIDTH * HEIGHT : 0;
        if (size == 0 && clip.read > 0 && getenv("NODLINE_FAKE_LOOP")) {
            clip.next = plays_jpeg() ? 0 : line_length(0);
            continue;
        }
        clip.has_ended = size == 0;
        if (size == 0) break;
        wanted = clip.next + header;
        clip.size = (size_t)size;
        clip.next = wanted + size;
        clip.read++;
    }
    if (wanted >= 0 && pread(clip.file, clip.picture, clip.size, wanted) == (ssize_t)clip.size) clip.has_picture = true;
    return clip.has_picture;
}

// The clip's second that is shown now. If it waits, it is ahead of the last picture that was taken by less than the pause between two
// pictures of the slowest appliance, so that a movement passes nobody by.
static struct {
    double now, tick, taken;
} shown;

static double clip_second(void) {
    static const double most = 0.25;
    if (!getenv("NODLINE_FAKE_WAITS")) return elapsed();
    double step = elapsed() - shown.tick;
    shown.tick = elapsed();
    shown.now += step < most ? step : most;
    if (shown.now > shown.taken + most) shown.now = shown.taken + most;
    return shown.now;
}

static bool is_frozen(void) {
    return is_told("frozen") || (elapsed() >= second_of("freeze") && elapsed() < second_of("thaw"))
        || (clip.has_ended && !getenv("NODLINE_FAKE_STAYS"));
}

// A picture's grain: one pixel in each row.
static void grain(uint8_t *luma, uint64_t number) {
    for (size_t y = 0; y < HEIGHT; y++) luma[y * WIDTH + number % WIDTH] ^= 1;
}

// Delivers the clip's pictures at the wished rate, from where real time is: a picture for each frame of the rate at
// which it was opened.
static void *deliver(void *context) {
    nodline_camera *camera = context;
    double cancel = second_of("cancel"), stall = second_of("stall");
    bool was_before_cancel = elapsed() < cancel, was_before_stall = elapsed() < stall;
    double next = elapsed();
    uint64_t delivered = 0;
    static uint64_t exposures;
    double skipped = elapsed();
    while (true) {
        pthread_mutex_lock(&camera->lock);
        bool has_picture = clip.has_picture && is_frozen() ? true : seek(clip_second() * camera->clip_rate);
        bool stops = !camera->is_running;
        bool has_stalled = was_before_stall && elapsed() >= stall; // then it says nothing any more
        if (!stops && is_away()) camera->is_gone = true;
        else if (!stops && was_before_cancel && elapsed() >= cancel) camera->is_cancelled = true;
        else if (!stops && !has_stalled && has_picture && is_due(&skipped, 1, "skip")) {}
        else if (!stops && !has_stalled && has_picture && !(camera->is_paced && (camera->has_frame || camera->is_out))) {
            if (camera->has_frame) camera->dropped++;
            memcpy(camera->ready, clip.picture, clip.size);
            camera->ready_size = clip.size;
            exposures += !is_frozen();
            if (!plays_jpeg()) grain(camera->ready, exposures);
            bool is_broken = elapsed() >= second_of("ruin") || (elapsed() >= second_of("damage") && delivered % 3 == 0);
            if (plays_jpeg() && is_broken) camera->ready_size = damage(camera->ready, clip.size, delivered / 3);
            delivered++;
            camera->has_frame = true;
            camera->arrival = now_ns();
        }
        if (camera->has_frame || camera->is_gone || camera->is_cancelled) signal_loop(camera);
        pthread_mutex_unlock(&camera->lock);
        if (stops) break;
        next += camera->is_paced ? 0.005 : 1 / camera->rate;
        double wait = next - elapsed();
        if (wait > 0) usleep((useconds_t)(wait * 1e6));
        else next = elapsed();
    }
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
    if (elapsed() >= second_of("slow")) sleep(2);
    hang("hang-open");
    nodline_camera *opened = calloc(1, sizeof *opened);
    opened->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    opened->rate = opened->clip_rate = wish->rate > 0 ? wish->rate : 30;
    const char *kind = getenv("NODLINE_FAKE_RATE");
    opened->is_paced = kind && strcmp(kind, "paced") == 0;
    opened->is_deaf = kind && strcmp(kind, "deaf") == 0;
    if (clip.file < 0) open_clip();
    pthread_mutex_init(&opened->lock, NULL);
    memset(mode, 0, sizeof *mode);
    mode->width = mode->stride = WIDTH;
    mode->height = HEIGHT;
    mode->is_full_range = true;
    mode->keeps_rate = !opened->is_paced;
    mode->layout = plays_jpeg() ? NODLINE_CAMERA_MJPEG : NODLINE_CAMERA_LUMA;
    snprintf(mode->format, sizeof mode->format, plays_jpeg() ? "MJPEG" : "R8");
    *camera = opened;
    return true;
}

static bool start(nodline_camera *camera, nodline_camera_error *error) {
    (void)error;
    if (getenv("NODLINE_FAKE_CONTROL")) {
        first_start = 0;
        memset(&shown, 0, sizeof shown);
        if (clip.file >= 0) close(clip.file);
        clip.read = 0;
        clip.has_ended = false;
        open_clip();
    }
    if (!first_start) first_start = now_ns();
    camera->is_running = true;
    camera->has_frame = camera->is_out = false;
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

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void burn(void) {
    const char *milliseconds = getenv("NODLINE_FAKE_LOAD");
    double end = cpu_seconds() + (milliseconds ? atof(milliseconds) * 1e-3 : 0);
    while (cpu_seconds() < end) {}
}

static nodline_camera_event next(nodline_camera *camera, nodline_camera_frame *frame) {
    uint64_t count;
    hang("hang");
    (void)!read(camera->wake, &count, sizeof count);
    pthread_mutex_lock(&camera->lock);
    nodline_camera_event event = camera->is_gone ? NODLINE_CAMERA_GONE
        : camera->is_cancelled ? NODLINE_CAMERA_STALLED
        : camera->has_frame ? NODLINE_CAMERA_FRAME : NODLINE_CAMERA_NONE;
    if (event == NODLINE_CAMERA_FRAME) {
        memcpy(camera->lent, camera->ready, camera->ready_size);
        camera->lent_size = camera->ready_size;
        camera->has_frame = false;
        camera->is_out = true;
        shown.taken = shown.now;
        bool lies = elapsed() >= second_of("garbage");
        memset(frame, 0, sizeof *frame);
        frame->bytes = camera->lent;
        frame->size = camera->lent_size;
        frame->arrival = camera->arrival;
        const char *age = getenv("NODLINE_FAKE_AGE");
        uint64_t stamp = camera->arrival - (uint64_t)((age ? atof(age) : 0) * 1e9);
        // Time stamps as a bad driver gives them: zero, far ahead, running backwards.
        frame->timestamp = lies ? (uint64_t[]){0, UINT64_MAX, 1000000000u - camera->number}[camera->number % 3] : stamp;
        frame->dropped = camera->dropped;
        frame->keeps_rate = !camera->is_paced;
        camera->number++;
    }
    pthread_mutex_unlock(&camera->lock);
    static double blocked;
    if (event == NODLINE_CAMERA_FRAME && elapsed() >= second_of("load")) burn();
    if (event == NODLINE_CAMERA_FRAME && is_due(&blocked, 2, "block")) usleep(200000);
    return event;
}

static void give_back(nodline_camera *camera, uint32_t slot) {
    (void)slot;
    pthread_mutex_lock(&camera->lock);
    camera->is_out = false;
    pthread_mutex_unlock(&camera->lock);
}

static bool set_rate(nodline_camera *camera, double rate) {
    pthread_mutex_lock(&camera->lock);
    if (!camera->is_deaf) camera->rate = rate;
    pthread_mutex_unlock(&camera->lock);
    return !camera->is_paced;
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
