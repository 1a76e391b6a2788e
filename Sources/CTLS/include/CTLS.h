// A connection to a server, plain or encrypted, as tasks: connect, read, write, close. Over the system's sockets and OpenSSL.
#ifndef NODLINE_CTLS_H
#define NODLINE_CTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Why a task failed, as a sentence for people.
typedef struct {
    bool is_lasting; ///< Only people can change it: a file, a certificate, a port.
    char detail[480];
} nodline_stream_error;

/// `NULL` for what is not used.
typedef struct {
    const char *server;
    int port;
    double timeout; ///< seconds for the network's answers together
    bool tls;
    const char *ca;          ///< a PEM file; NULL for the system's authorities
    const char *certificate; ///< a PEM file of the client
    const char *key;         ///< a PEM file
} nodline_stream_options;

typedef struct nodline_stream nodline_stream;

/// Reads the PEM files, resolves the server's name, connects, and checks the server's certificate. Blocks: call it on a thread of its own.
bool nodline_stream_connect(const nodline_stream_options *options, nodline_stream **stream, nodline_stream_error *error);

/// The socket to poll.
int nodline_stream_descriptor(const nodline_stream *stream);

/// Reads what is there, up to `room` bytes. Never blocks.
/// Returns the number of bytes, 0 if there are none now, -1 at the end: `error` then says why.
long nodline_stream_read(nodline_stream *stream, uint8_t *bytes, size_t room, nodline_stream_error *error);

/// Writes as many bytes as the network takes now. Never blocks. Returns as `read` does.
long nodline_stream_write(nodline_stream *stream, const uint8_t *bytes, size_t count, nodline_stream_error *error);

void nodline_stream_close(nodline_stream *stream);

#endif
