// GPIO lines, as tasks: find, request, set, wait for an edge, release. One interface over libgpiod 1.6 and 2.x.
#ifndef NODLINE_CGPIOD_H
#define NODLINE_CGPIOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The failed call, its errno (0 if there is only a text), and a text, for example the holder of a busy line.
typedef struct {
    const char *call;
    int code;
    char detail[160];
} nodline_gpio_error;

/// The place of a line.
typedef struct {
    char chip[272]; ///< for example /dev/gpiochip0
    unsigned offset;
} nodline_gpio_place;

typedef struct {
    nodline_gpio_place place;
    char chip_label[64];
    char name[64];     ///< may be empty
    char consumer[64]; ///< the user of the line, may be empty
    bool is_used;
    bool is_output;
} nodline_gpio_info;

typedef enum { NODLINE_BIAS_AS_IS, NODLINE_BIAS_DISABLED, NODLINE_BIAS_PULL_UP, NODLINE_BIAS_PULL_DOWN } nodline_gpio_bias;
typedef enum { NODLINE_DRIVE_PUSH_PULL, NODLINE_DRIVE_OPEN_DRAIN, NODLINE_DRIVE_OPEN_SOURCE } nodline_gpio_drive;

typedef struct nodline_line nodline_line;
typedef struct nodline_gpio_scan nodline_gpio_scan;

/// Iterates over every line of a chip, for example of /dev/gpiochip0. `next` returns false at the end, and at once if the chip
/// cannot be opened.
nodline_gpio_scan *nodline_gpio_scan_begin(const char *chip);
bool nodline_gpio_scan_next(nodline_gpio_scan *scan, nodline_gpio_info *info);
void nodline_gpio_scan_end(nodline_gpio_scan *scan);

/// Requests a line as an output with consumer "nodline", at the value `safe` from the first moment. Values are logical: with
/// `active_low` true is 0 V. The error for a busy line names its holder.
bool nodline_line_request_output(const nodline_gpio_place *place, bool safe, bool active_low, nodline_gpio_bias bias,
                                 nodline_gpio_drive drive, nodline_line **line, nodline_gpio_error *error);
/// Requests a line as an input whose edges are reported. Bounces shorter than `debounce_us` are suppressed: by the kernel with
/// libgpiod 2, by a pause after each edge with 1.6.
bool nodline_line_request_input(const nodline_gpio_place *place, bool active_low, nodline_gpio_bias bias,
                                unsigned debounce_us, nodline_line **line, nodline_gpio_error *error);

bool nodline_line_set(nodline_line *line, bool value, nodline_gpio_error *error);
bool nodline_line_get(nodline_line *line, bool *value, nodline_gpio_error *error);

/// A descriptor that becomes readable when an edge is waiting. It belongs to the line.
int nodline_line_descriptor(const nodline_line *line);
/// The next waiting edge: 1 with `*is_active` and the time at which it happened on CLOCK_MONOTONIC, 0 if there is none, -1 with an
/// error. Never blocks.
int nodline_line_next_edge(nodline_line *line, bool *is_active, uint64_t *time_ns, nodline_gpio_error *error);

/// Sets an output to its safe value and releases the line.
void nodline_line_release(nodline_line *line);

/// The version of libgpiod in use, for people.
const char *nodline_gpio_version(void);

#endif
