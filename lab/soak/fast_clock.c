// Speeds up a program's time by the factor FAST_CLOCK (LD_PRELOAD): its monotonic clock runs faster, and its sleeps and waits are
// shorter. CPU clocks and everything else are unchanged.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double factor(void) {
    static double known;
    if (known == 0) {
        const char *text = getenv("FAST_CLOCK");
        known = text && atof(text) > 0 ? atof(text) : 1;
    }
    return known;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, time);
    if (status != 0 || clock != CLOCK_MONOTONIC) return status;
    double seconds = ((double)time->tv_sec + (double)time->tv_nsec * 1e-9) * factor();
    time->tv_sec = (time_t)seconds;
    time->tv_nsec = (long)((seconds - (double)time->tv_sec) * 1e9);
    return 0;
}

int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    struct timespec limit;
    if (timeout >= 0) {
        double seconds = (double)timeout * 1e-3 / factor();
        limit.tv_sec = (time_t)seconds;
        limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    }
    return ppoll(descriptors, count, timeout < 0 ? NULL : &limit, NULL);
}

int usleep(useconds_t micros) {
    double seconds = (double)micros * 1e-6 / factor();
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    return nanosleep(&time, NULL);
}
