// The interface over libgpiod 2.x (Debian 13).
#include "CGPIOD.h"

#include <gpiod.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES // only 1.x has bulks

#include "gpiod_common.h"

#include <errno.h>
#include <stdlib.h>

struct nodline_line {
    struct gpiod_line_request *request; // outlives its chip
    struct gpiod_edge_event_buffer *events;
    unsigned offset;
    bool is_output, safe;
};

struct nodline_gpio_scan {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *chip_info;
    nodline_gpio_place place;
};

nodline_gpio_scan *nodline_gpio_scan_begin(const char *chip) {
    nodline_gpio_scan *scan = calloc(1, sizeof *scan);
    if (!scan) return NULL;
    copy_text(scan->place.chip, sizeof scan->place.chip, chip);
    scan->chip = gpiod_chip_open(chip);
    scan->chip_info = scan->chip ? gpiod_chip_get_info(scan->chip) : NULL;
    return scan;
}

bool nodline_gpio_scan_next(nodline_gpio_scan *scan, nodline_gpio_info *info) {
    while (scan && scan->chip_info && scan->place.offset < gpiod_chip_info_get_num_lines(scan->chip_info)) {
        memset(info, 0, sizeof *info);
        info->place = scan->place;
        struct gpiod_line_info *line = gpiod_chip_get_line_info(scan->chip, scan->place.offset++);
        if (!line) continue;
        copy_text(info->chip_label, sizeof info->chip_label, gpiod_chip_info_get_label(scan->chip_info));
        copy_text(info->name, sizeof info->name, gpiod_line_info_get_name(line));
        copy_text(info->consumer, sizeof info->consumer, gpiod_line_info_get_consumer(line));
        info->is_used = gpiod_line_info_is_used(line);
        info->is_output = gpiod_line_info_get_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT;
        gpiod_line_info_free(line);
        return true;
    }
    return false;
}

void nodline_gpio_scan_end(nodline_gpio_scan *scan) {
    if (!scan) return;
    if (scan->chip_info) gpiod_chip_info_free(scan->chip_info);
    if (scan->chip) gpiod_chip_close(scan->chip);
    free(scan);
}

static bool request_with(const nodline_gpio_place *place, struct gpiod_line_settings *settings, nodline_line *line,
                         nodline_gpio_error *error) {
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *request = gpiod_request_config_new();
    struct gpiod_chip *chip = gpiod_chip_open(place->chip);
    bool is_done = false;
    if (!lines || !request) {
        fail(error, "gpiod_line_config_new", ENOMEM, "");
    } else if (!chip) {
        fail(error, "gpiod_chip_open", errno, place->chip);
    } else if (gpiod_line_config_add_line_settings(lines, &place->offset, 1, settings) < 0) {
        fail(error, "gpiod_line_config_add_line_settings", errno, "");
    } else {
        gpiod_request_config_set_consumer(request, "nodline");
        line->request = gpiod_chip_request_lines(chip, request, lines);
        is_done = line->request;
        if (!is_done) {
            int code = errno;
            struct gpiod_line_info *info = code == EBUSY ? gpiod_chip_get_line_info(chip, place->offset) : NULL;
            fail_request(error, "gpiod_chip_request_lines", code, info ? gpiod_line_info_get_consumer(info) : NULL);
            if (info) gpiod_line_info_free(info);
        }
    }
    if (chip) gpiod_chip_close(chip);
    gpiod_request_config_free(request);
    gpiod_line_config_free(lines);
    return is_done;
}

static struct gpiod_line_settings *settings_of(bool active_low, nodline_gpio_bias bias) {
    static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                  GPIOD_LINE_BIAS_PULL_UP, GPIOD_LINE_BIAS_PULL_DOWN};
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return NULL;
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_bias(settings, biases[bias]);
    return settings;
}

static bool make(const nodline_gpio_place *place, struct gpiod_line_settings *settings, nodline_line model,
                 nodline_line **line, nodline_gpio_error *error) {
    nodline_line *made = settings ? malloc(sizeof *made) : NULL;
    if (made) *made = model;
    bool is_done = made ? request_with(place, settings, made, error) : fail(error, "malloc", ENOMEM, "");
    gpiod_line_settings_free(settings);
    if (!is_done) {
        gpiod_edge_event_buffer_free(model.events);
        free(made);
        return false;
    }
    *line = made;
    return true;
}

bool nodline_line_request_output(const nodline_gpio_place *place, bool safe, bool active_low, nodline_gpio_bias bias,
                                 nodline_gpio_drive drive, nodline_line **line, nodline_gpio_error *error) {
    static const enum gpiod_line_drive drives[] = {GPIOD_LINE_DRIVE_PUSH_PULL, GPIOD_LINE_DRIVE_OPEN_DRAIN,
                                                   GPIOD_LINE_DRIVE_OPEN_SOURCE};
    struct gpiod_line_settings *settings = settings_of(active_low, bias);
    if (settings) {
        gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_drive(settings, drives[drive]);
        gpiod_line_settings_set_output_value(settings, safe ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    }
    return make(place, settings, (nodline_line){.offset = place->offset, .is_output = true, .safe = safe}, line, error);
}

bool nodline_line_request_input(const nodline_gpio_place *place, bool active_low, nodline_gpio_bias bias,
                                unsigned debounce_us, nodline_line **line, nodline_gpio_error *error) {
    struct gpiod_line_settings *settings = settings_of(active_low, bias);
    if (settings) {
        gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
        gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
        gpiod_line_settings_set_debounce_period_us(settings, debounce_us);
    }
    return make(place, settings, (nodline_line){.offset = place->offset, .events = gpiod_edge_event_buffer_new(1)}, line,
                error);
}

bool nodline_line_set(nodline_line *line, bool value, nodline_gpio_error *error) {
    enum gpiod_line_value level = value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(line->request, line->offset, level) == 0
        || fail(error, "gpiod_line_request_set_value", errno, "");
}

bool nodline_line_get(nodline_line *line, bool *value, nodline_gpio_error *error) {
    enum gpiod_line_value level = gpiod_line_request_get_value(line->request, line->offset);
    if (level == GPIOD_LINE_VALUE_ERROR) return fail(error, "gpiod_line_request_get_value", errno, "");
    *value = level == GPIOD_LINE_VALUE_ACTIVE;
    return true;
}

int nodline_line_descriptor(const nodline_line *line) { return gpiod_line_request_get_fd(line->request); }

int nodline_line_next_edge(nodline_line *line, bool *is_active, uint64_t *time_ns, nodline_gpio_error *error) {
    int waiting = gpiod_line_request_wait_edge_events(line->request, 0);
    if (waiting > 0) waiting = gpiod_line_request_read_edge_events(line->request, line->events, 1);
    if (waiting < 0) {
        fail(error, "gpiod_line_request_read_edge_events", errno, "");
        return -1;
    }
    if (waiting == 0) return 0;
    struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->events, 0);
    *is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    *time_ns = gpiod_edge_event_get_timestamp_ns(event);
    return 1;
}

void nodline_line_release(nodline_line *line) {
    if (!line) return;
    nodline_gpio_error ignored;
    if (line->is_output) nodline_line_set(line, line->safe, &ignored);
    gpiod_line_request_release(line->request);
    gpiod_edge_event_buffer_free(line->events);
    free(line);
}

const char *nodline_gpio_version(void) { return gpiod_api_version(); }

#endif
