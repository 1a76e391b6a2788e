// Cameras, as tasks: list, open, start, wait, take a frame, give it back, stop, close.
//
// libcamera promises no binary compatibility between minor versions, so what speaks to it is a small shared object of
// its own (object/nodline_camera.cpp), loaded at start. It hands out one table of functions; its version and its size are
// checked before anything else is called. Another object with the same table takes libcamera's place in tests.
#ifndef NODLINE_CLIBCAMERA_H
#define NODLINE_CLIBCAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Changes whenever a struct or a function below does.
#define NODLINE_CAMERA_ABI 1
/// The one symbol of the object: a function that gives the table.
#define NODLINE_CAMERA_ENTRY "nodline_camera_table"

typedef struct nodline_camera_system nodline_camera_system;
typedef struct nodline_camera nodline_camera;

/// The call that failed, its errno (0 where there is only a text), and a text.
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

/// How a frame's bytes are to be read. Every format but the last three has its luma first, in a plane of its own.
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
    /// A JPEG picture.
    NODLINE_CAMERA_MJPEG = 5,
} nodline_camera_layout;

typedef struct {
    uint32_t width, height;
    /// Frames a second; 0 leaves it to the camera.
    double rate;
} nodline_camera_wish;

typedef struct {
    uint32_t width, height, stride;
    int32_t layout;
    /// Luma is 0…255 rather than 16…235.
    bool is_full_range;
    /// The camera keeps to the wished rate by itself (FrameDurationLimits); else requests must be paced.
    bool keeps_rate;
    char format[32];
} nodline_camera_mode;

typedef struct {
    /// Mapped memory, readable until the frame is given back.
    const uint8_t *bytes;
    size_t size;
    /// The camera's own time stamp, nanoseconds on CLOCK_MONOTONIC, or senseless: some drivers give garbage.
    uint64_t timestamp;
    /// When the frame was complete, nanoseconds on CLOCK_MONOTONIC.
    uint64_t arrival;
    /// Frames that came and were replaced before they were taken, since the start.
    uint64_t dropped;
    uint32_t slot;
    /// As in the mode, but as seen: some cameras list the control and pass it over.
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
    /// What the object was built against, for people.
    const char *built_for;

    bool (*open_system)(nodline_camera_system **system, nodline_camera_error *error);
    void (*close_system)(nodline_camera_system *system);
    /// Cameras that are there now; `describe` is false beyond the last.
    bool (*describe)(nodline_camera_system *system, size_t index, nodline_camera_info *info);

    /// Takes a camera for this process and configures it as near to the wish as it can: the cheapest format with luma.
    bool (*open)(nodline_camera_system *system, const char *id, const nodline_camera_wish *wish,
                 nodline_camera_mode *mode, nodline_camera **camera, nodline_camera_error *error);
    void (*close)(nodline_camera *camera);
    bool (*start)(nodline_camera *camera, nodline_camera_error *error);
    void (*stop)(nodline_camera *camera);
    /// A descriptor that becomes readable when `next` has something to say. It belongs to the camera.
    int (*descriptor)(const nodline_camera *camera);
    /// The latest event; never waits. A frame stays ours until given back; at most one is out at a time.
    nodline_camera_event (*next)(nodline_camera *camera, nodline_camera_frame *frame);
    /// Gives a frame back, and its request to the camera: not before, when requests are paced.
    void (*give_back)(nodline_camera *camera, uint32_t slot);
    /// Another rate while running, where the camera keeps it; false where it does not.
    bool (*set_rate)(nodline_camera *camera, double rate);
} nodline_camera_table;

typedef struct nodline_camera_object nodline_camera_object;

/// Loads an object and checks that it speaks this version.
bool nodline_camera_object_load(const char *path, nodline_camera_object **object, nodline_camera_error *error);
void nodline_camera_object_unload(nodline_camera_object *object);
const nodline_camera_table *nodline_camera_object_table(const nodline_camera_object *object);

/// Cameras without hardware, of which there is one: it shows `count` grey pictures over and over, `rate` a second by their
/// time stamps, as fast as they are taken. The pictures must outlive it. NULL without memory.
nodline_camera_system *nodline_memory_cameras(const uint8_t *pictures, size_t count, uint32_t width, uint32_t height,
                                              double rate);
extern const nodline_camera_table nodline_memory_camera_table;

#ifdef __cplusplus
}
#endif

#endif
