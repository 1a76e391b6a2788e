// The interface over libgpiod 1.6 (Debian 12).
#include "CGPIOD.h"

#include <gpiod.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES // only 1.x has bulks

#include "gpiod_common.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

struct nodline_line {
    struct gpiod_chip *chip; // must stay open as long as the line is used
    struct gpiod_line *line;
    bool is_output, safe;
    int64_t debounce_ns, last_edge_ns;
};

struct nodline_gpio_scan {
    struct gpiod_chip *chip;
    nodline_gpio_place place;
};

nodline_gpio_scan *nodline_gpio_scan_begin(const char *chip) {
    nodline_gpio_scan *scan = calloc(1, sizeof *scan);
    if (!scan) return NULL;
    copy_text(scan->place.chip, sizeof scan->place.chip, chip);
    scan->chip = gpiod_chip_open(chip);
    return scan;
}

bool nodline_gpio_scan_next(nodline_gpio_scan *scan, nodline_gpio_info *info) {
    while (scan && scan->chip && scan->place.offset < gpiod_chip_num_lines(scan->chip)) {
        memset(info, 0, sizeof *info);
        info->place = scan->place;
        struct gpiod_line *line = gpiod_chip_get_line(scan->chip, scan->place.offset++);
        if (!line) continue;
        copy_text(info->chip_label, sizeof info->chip_label, gpiod_chip_label(scan->chip));
        copy_text(info->name, sizeof info->name, gpiod_line_name(line));
        copy_text(info->consumer, sizeof info->consumer, gpiod_line_consumer(line));
        info->is_used = gpiod_line_is_used(line);
        info->is_output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
        return true;
    }
    return false;
}

void nodline_gpio_scan_end(nodline_gpio_scan *scan) {
    if (!scan) return;
    if (scan->chip) gpiod_chip_close(scan->chip);
    free(scan);
}

static int flags_of(bool active_low, nodline_gpio_bias bias, nodline_gpio_drive drive) {
    static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE, GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                                 GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
    static const int drives[] = {0, GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN, GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE};
    return (active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0) | biases[bias] | drives[drive];
}

static bool request(const nodline_gpio_place *place, const struct gpiod_line_request_config *config, int value,
                    nodline_line *line, nodline_gpio_error *error) {
    line->chip = gpiod_chip_open(place->chip);
    if (!line->chip) return fail(error, "gpiod_chip_open", errno, place->chip);
    line->line = gpiod_chip_get_line(line->chip, place->offset);
    if (!line->line) return fail(error, "gpiod_chip_get_line", errno, place->chip);
    if (gpiod_line_request(line->line, config, value) < 0) {
        int code = errno;
        const char *holder = code == EBUSY ? gpiod_line_consumer(line->line) : NULL;
        line->line = NULL; // not ours
        return fail_request(error, "gpiod_line_request", code, holder);
    }
    return true;
}

static bool make(const nodline_gpio_place *place, const struct gpiod_line_request_config *config, nodline_line model,
                 nodline_line **line, nodline_gpio_error *error) {
    nodline_line *made = malloc(sizeof *made);
    if (!made) return fail(error, "malloc", ENOMEM, "");
    *made = model;
    if (!request(place, config, model.safe, made, error)) {
        if (made->chip) gpiod_chip_close(made->chip);
        free(made);
        return false;
    }
    *line = made;
    return true;
}

bool nodline_line_request_output(const nodline_gpio_place *place, bool safe, bool active_low, nodline_gpio_bias bias,
                                 nodline_gpio_drive drive, nodline_line **line, nodline_gpio_error *error) {
    struct gpiod_line_request_config config = {"nodline", GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
                                               flags_of(active_low, bias, drive)};
    return make(place, &config, (nodline_line){.is_output = true, .safe = safe}, line, error);
}

bool nodline_line_request_input(const nodline_gpio_place *place, bool active_low, nodline_gpio_bias bias,
                                unsigned debounce_us, nodline_line **line, nodline_gpio_error *error) {
    struct gpiod_line_request_config config = {"nodline", GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
                                               flags_of(active_low, bias, NODLINE_DRIVE_PUSH_PULL)};
    return make(place, &config, (nodline_line){.debounce_ns = (int64_t)debounce_us * 1000, .last_edge_ns = INT64_MIN / 2},
                line, error);
}

bool nodline_line_set(nodline_line *line, bool value, nodline_gpio_error *error) {
    return gpiod_line_set_value(line->line, value) == 0 || fail(error, "gpiod_line_set_value", errno, "");
}

bool nodline_line_get(nodline_line *line, bool *value, nodline_gpio_error *error) {
    int level = gpiod_line_get_value(line->line);
    if (level < 0) return fail(error, "gpiod_line_get_value", errno, "");
    *value = level;
    return true;
}

int nodline_line_descriptor(const nodline_line *line) { return gpiod_line_event_get_fd(line->line); }

int nodline_line_next_edge(nodline_line *line, bool *is_active, uint64_t *time_ns, nodline_gpio_error *error) {
    struct pollfd waiting = {nodline_line_descriptor(line), POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0) {
        struct gpiod_line_event event;
        if (gpiod_line_event_read(line->line, &event) < 0) {
            fail(error, "gpiod_line_event_read", errno, "");
            return -1;
        }
        int64_t time = (int64_t)event.ts.tv_sec * 1000000000 + event.ts.tv_nsec;
        bool is_bounce = time - line->last_edge_ns < line->debounce_ns;
        if (is_bounce) continue;
        line->last_edge_ns = time;
        *is_active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
        *time_ns = (uint64_t)time;
        return 1;
    }
    return 0;
}

void nodline_line_release(nodline_line *line) {
    if (!line) return;
    if (line->is_output) gpiod_line_set_value(line->line, line->safe);
    gpiod_line_release(line->line);
    gpiod_chip_close(line->chip);
    free(line);
}

const char *nodline_gpio_version(void) { return gpiod_version_string(); }

#endif
