// Simulates system calls that block or fail; the kill test preloads it. A fault lasts as long as its file exists in the folder
// NODLINE_FAKE_CONTROL:
//   stuck-line    switching a GPIO line blocks; the file contains the line's offset
//   stuck-write   writing blocks if the path contains the file's text (/dev/uinput, /dev/hidg, /pwm1/, …)
//   slow-fsync    each fsync takes 3.5 s
//   unkillable    SIGKILL fails with EPERM, as for another user's process
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/gpio.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST = 1024 };
static int offset_of[MOST]; // by descriptor: the line's offset + 1; 0 if it is not a line

// Whether the fault's file exists. Copies its first word, at most 255 bytes, to text unless that is NULL.
static bool is_told(const char *word, char *text) {
    char path[256];
    const char *folder = getenv("NODLINE_FAKE_CONTROL");
    if (!folder) return false;
    snprintf(path, sizeof path, "%s/%s", folder, word);
    FILE *file = fopen(path, "re");
    if (!file) return false;
    if (text && fscanf(file, "%255s", text) != 1) text[0] = 0;
    fclose(file);
    return true;
}

static void note(int fd, unsigned offset) {
    if (fd >= 0 && fd < MOST) offset_of[fd] = (int)offset + 1;
}

int ioctl(int fd, unsigned long request, ...) {
    static int (*real)(int, unsigned long, ...);
    if (!real) real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    // libgpiod 2 uses version 2 of the kernel's interface, libgpiod 1.6 version 1.
    if ((request == GPIO_V2_LINE_SET_VALUES_IOCTL || request == GPIOHANDLE_SET_LINE_VALUES_IOCTL) && fd >= 0 && fd < MOST) {
        char offset[256];
        while (is_told("stuck-line", offset) && offset_of[fd] == atoi(offset) + 1) usleep(5000);
    }
    int result = real(fd, request, argument);
    if (request == GPIO_V2_GET_LINE_IOCTL && result == 0) {
        const struct gpio_v2_line_request *line = argument;
        note(line->fd, line->offsets[0]);
    } else if (request == GPIO_GET_LINEHANDLE_IOCTL && result == 0) {
        const struct gpiohandle_request *line = argument;
        note(line->fd, line->lineoffsets[0]);
    }
    return result;
}

static bool is_stuck(int fd) {
    char wanted[256], link[64], path[512];
    if (!is_told("stuck-write", wanted)) return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    return strstr(path, wanted) != NULL;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    while (is_stuck(fd)) usleep(5000);
    return real(fd, bytes, count);
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (is_told("slow-fsync", NULL)) usleep(3500000);
    return real(fd);
}

int kill(pid_t process, int signal) {
    static int (*real)(pid_t, int);
    if (!real) real = (int (*)(pid_t, int))dlsym(RTLD_NEXT, "kill");
    if (signal == SIGKILL && is_told("unkillable", NULL)) {
        errno = EPERM;
        return -1;
    }
    return real(process, signal);
}
