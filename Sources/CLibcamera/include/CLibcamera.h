// Cameras, as tasks: list, open, start, wait, take a frame, give it back, stop, close.
//
// libcamera guarantees no binary compatibility between minor versions. The code that calls it is therefore a small shared object of
// its own (object/nodline_camera.cpp), loaded at start. It exports one table of functions, whose version and size are checked before
// any other call. In tests another object with the same table replaces it.
#ifndef NODLINE_CLIBCAMERA_H
#define NODLINE_CLIBCAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Incremented whenever a struct or a function below changes.
#define NODLINE_CAMERA_ABI 1
/// The object's only symbol: a function that returns the table.
#define NODLINE_CAMERA_ENTRY "nodline_camera_table"

typedef struct nodline_camera_system nodline_camera_system;
typedef struct nodline_camera nodline_camera;

/// The failed call, its errno (0 if there is only a text), and a text.
typedef struct {
    char call[64];
    int32_t code;
    char detail[256];
} nodline_camera_error;

typedef enum {
    NODLINE_CAMERA_FRONT = 0,
    NODLINE_CAMERA_BACK = 1,
    NODLINE_CAMERA_EXTERNAL = 2,
    NODLINE_CAMERA_SOMEWHERE = 3,
} nodline_camera_location;

typedef struct {
    char id[256];
    char model[128];
    int32_t location;
    /// The formats that it offers, separated by blanks.
    char formats[512];
} nodline_camera_info;

/// The layout of a frame's bytes. `NODLINE_CAMERA_LUMA` is every format that begins with a plane of luma.
typedef enum {
    NODLINE_CAMERA_LUMA = 0,
    /// Luma in every second byte.
    NODLINE_CAMERA_YUYV = 1,
    /// Bytes red, green, blue.
    NODLINE_CAMERA_RGB = 2,
    /// Bytes blue, green, red.
    NODLINE_CAMERA_BGR = 3,
    /// Bytes blue, green, red, unused.
    NODLINE_CAMERA_BGRX = 4,
    /// A JPEG image.
    NODLINE_CAMERA_MJPEG = 5,
} nodline_camera_layout;

typedef struct {
    uint32_t width, height;
    /// Frames a second; 0 leaves it to the camera.
    double rate;
} nodline_camera_wish;

/// A format in which a camera gives frames of the wanted size.
typedef struct {
    /// Bytes of a frame; 0 for compressed ones.
    uint64_t bytes;
    /// Frames a second, as the driver lists them; 0 if it does not say.
    double rate;
} nodline_camera_offer;

/// Which of a camera's formats to take: of `count` ones, cheapest first, the first that keeps the wanted rate; else the fastest one.
///
/// A camera that also compresses is taken for one on USB 2, whose isochronous pipe carries 24 MB a second: where its driver does not say how
/// fast an uncompressed format is, that decides. `rate` is the wish, 0 for none. Returns 0 if `count` is 0.
static inline size_t nodline_camera_choose(const nodline_camera_offer *offers, size_t count, double rate) {
    bool compresses = false;
    for (size_t i = 0; i < count; i++) compresses = compresses || offers[i].bytes == 0;
    size_t best = 0;
    double fastest = -1;
    for (size_t i = 0; i < count; i++) {
        double offered = offers[i].rate;
        if (offered <= 0) offered = compresses && offers[i].bytes > 0 ? 24e6 / (double)offers[i].bytes : rate;
        if (offered >= 0.95 * rate) return i;  // 29.97 is 30
        if (offered > fastest) {
            fastest = offered;
            best = i;
        }
    }
    return best;
}

typedef struct {
    uint32_t width, height, stride;
    int32_t layout;
    /// Luma is 0…255 rather than 16…235.
    bool is_full_range;
    /// The camera keeps the requested rate itself (FrameDurationLimits); otherwise requests must be paced.
    bool keeps_rate;
    char format[32];
} nodline_camera_mode;

typedef struct {
    /// Mapped memory, readable until the frame is given back.
    const uint8_t *bytes;
    size_t size;
    /// The camera's own time stamp, nanoseconds on CLOCK_MONOTONIC. It may be garbage with some drivers.
    uint64_t timestamp;
    /// When the frame was complete, nanoseconds on CLOCK_MONOTONIC.
    uint64_t arrival;
    /// Frames since the start that were replaced by newer ones before they were taken.
    uint64_t dropped;
    uint32_t slot;
    /// As in the mode, but as observed: some cameras list the control and ignore it.
    bool keeps_rate;
} nodline_camera_frame;

typedef enum {
    NODLINE_CAMERA_NONE = 0,
    NODLINE_CAMERA_FRAME = 1,
    /// A request was cancelled while running: the hardware timed out. Stop and start.
    NODLINE_CAMERA_STALLED = 2,
    /// The camera was unplugged. Close it.
    NODLINE_CAMERA_GONE = 3,
} nodline_camera_event;

typedef struct {
    uint32_t abi;
    uint32_t table_size, info_size, mode_size, frame_size;
    /// The libcamera version that the object was built for, for people.
    const char *built_for;

    bool (*open_system)(nodline_camera_system **system, nodline_camera_error *error);
    void (*close_system)(nodline_camera_system *system);
    /// The connected cameras; `describe` returns false beyond the last.
    bool (*describe)(nodline_camera_system *system, size_t index, nodline_camera_info *info);

    /// Takes a camera for this process and configures it as close to the request as it can: the cheapest format with luma that
    /// keeps the requested rate.
    bool (*open)(nodline_camera_system *system, const char *id, const nodline_camera_wish *wish,
                 nodline_camera_mode *mode, nodline_camera **camera, nodline_camera_error *error);
    void (*close)(nodline_camera *camera);
    bool (*start)(nodline_camera *camera, nodline_camera_error *error);
    void (*stop)(nodline_camera *camera);
    /// A descriptor that becomes readable when `next` has an event. It belongs to the camera.
    int (*descriptor)(const nodline_camera *camera);
    /// The latest event; never blocks. A frame stays ours until given back; at most one is out at a time.
    nodline_camera_event (*next)(nodline_camera *camera, nodline_camera_frame *frame);
    /// Gives a frame back, and its request to the camera. If requests are paced, the request is not queued before.
    void (*give_back)(nodline_camera *camera, uint32_t slot);
    /// Changes the rate while running; false if the camera does not keep it.
    bool (*set_rate)(nodline_camera *camera, double rate);
} nodline_camera_table;

typedef struct nodline_camera_object nodline_camera_object;

/// Loads an object and checks its version.
bool nodline_camera_object_load(const char *path, nodline_camera_object **object, nodline_camera_error *error);
void nodline_camera_object_unload(nodline_camera_object *object);
const nodline_camera_table *nodline_camera_object_table(const nodline_camera_object *object);

/// A system with one camera without hardware: it delivers `count` grey images in a loop, `rate` a second by their time stamps, but as
/// fast as they are taken. The images must outlive it. NULL if memory is short.
nodline_camera_system *nodline_memory_cameras(const uint8_t *pictures, size_t count, uint32_t width, uint32_t height,
                                              double rate);
extern const nodline_camera_table nodline_memory_camera_table;

#ifdef __cplusplus
}
#endif

#endif
