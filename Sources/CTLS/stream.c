#include "stream.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>

bool nodline_stream_fail(nodline_stream_error *error, bool is_lasting, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->detail, sizeof error->detail, format, arguments);
    va_end(arguments);
    error->is_lasting = is_lasting;
    return false;
}

double nodline_stream_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool nodline_stream_wait(int descriptor, short events, double end) {
    for (;;) {
        double left = end - nodline_stream_now();
        if (left <= 0) return false;
        struct pollfd wait = {.fd = descriptor, .events = events};
        int count = poll(&wait, 1, (int)(left * 1000) + 1);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

/// Connects to one address. Returns 0, or an errno.
static int connect_to(const struct addrinfo *address, double end, int *result) {
    int descriptor = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address->ai_protocol);
    if (descriptor < 0) return errno;
    int code = connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    if (code == EINPROGRESS) {
        socklen_t size = sizeof code;
        if (!nodline_stream_wait(descriptor, POLLOUT, end)) code = ETIMEDOUT;
        else if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) != 0) code = errno;
    }
    if (code) {
        close(descriptor);
        return code;
    }
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); // an event must not wait for the acknowledgement of the last one
    *result = descriptor;
    return 0;
}

static bool resolve(const nodline_stream_options *options, struct addrinfo **list, nodline_stream_error *error) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    char service[12];
    snprintf(service, sizeof service, "%d", options->port);
    int code = getaddrinfo(options->server, service, &hints, list);
    if (code == 0) return true;
    if (code == EAI_SYSTEM) return nodline_stream_fail(error, false, "its name cannot be looked up: %s", strerror(errno));
    size_t length = strlen(options->server);
    bool is_local = length > 6 && strcasecmp(options->server + length - 6, ".local") == 0;
    return nodline_stream_fail(error, false, "its name is not known%s", is_local
        ? "; for a name in .local this machine needs the packages avahi-daemon and libnss-mdns, or write the broker's address" : "");
}

static bool dial(const nodline_stream_options *options, double end, int *descriptor, nodline_stream_error *error) {
    struct addrinfo *list = NULL;
    if (!resolve(options, &list, error)) return false;
    int code = EADDRNOTAVAIL;
    for (struct addrinfo *one = list; one; one = one->ai_next) {
        double now = nodline_stream_now();
        // An address that does not answer leaves time for the next one.
        code = connect_to(one, one->ai_next ? now + (end - now) / 2 : end, descriptor);
        if (code == 0) break;
    }
    freeaddrinfo(list);
    if (code == ECONNREFUSED) return nodline_stream_fail(error, false, "nothing listens at port %d: is the broker running, and is mqtt.port right?", options->port);
    if (code) return nodline_stream_fail(error, false, "connect: %s", strerror(code));
    return true;
}

bool nodline_stream_connect(const nodline_stream_options *options, nodline_stream **result, nodline_stream_error *error) {
    SSL_CTX *context = NULL;
    if (options->tls && !(context = nodline_tls_context(options, error))) return false; // first: a bad file needs no network
    double end = nodline_stream_now() + options->timeout;
    nodline_stream *stream = calloc(1, sizeof *stream);
    bool is_made = false;
    if (!stream) {
        nodline_stream_fail(error, false, "calloc: %s", strerror(ENOMEM));
    } else {
        stream->descriptor = -1;
        is_made = dial(options, end, &stream->descriptor, error) && (!context || nodline_tls_begin(stream, context, options, end, error));
    }
    SSL_CTX_free(context); // the connection has its own reference
    if (!is_made) {
        nodline_stream_close(stream);
        return false;
    }
    *result = stream;
    return true;
}

int nodline_stream_descriptor(const nodline_stream *stream) { return stream->descriptor; }

/// The result of a call on a plain socket.
static long plain(ssize_t count, nodline_stream_error *error) {
    if (count > 0) return count;
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    nodline_stream_fail(error, false, "%s", count == 0 ? "it has ended the connection" : strerror(errno));
    return -1;
}

/// The result of one of OpenSSL's.
static long encrypted(nodline_stream *stream, int count, nodline_stream_error *error) {
    if (count > 0) return count;
    int code = SSL_get_error(stream->ssl, count);
    if (code == SSL_ERROR_WANT_READ || code == SSL_ERROR_WANT_WRITE) return 0;
    nodline_tls_explain(stream, count, error);
    return -1;
}

long nodline_stream_read(nodline_stream *stream, uint8_t *bytes, size_t room, nodline_stream_error *error) {
    if (!stream->ssl) return plain(recv(stream->descriptor, bytes, room, 0), error);
    ERR_clear_error();
    return encrypted(stream, SSL_read(stream->ssl, bytes, (int)room), error);
}

long nodline_stream_write(nodline_stream *stream, const uint8_t *bytes, size_t count, nodline_stream_error *error) {
    if (!stream->ssl) return plain(send(stream->descriptor, bytes, count, MSG_NOSIGNAL), error);
    ERR_clear_error();
    return encrypted(stream, SSL_write(stream->ssl, bytes, (int)count), error);
}

void nodline_stream_close(nodline_stream *stream) {
    if (!stream) return;
    if (stream->ssl) {
        SSL_shutdown(stream->ssl); // only sends: the other one's goodbye is not waited for
        SSL_free(stream->ssl);
    }
    if (stream->descriptor >= 0) close(stream->descriptor);
    free(stream);
}
