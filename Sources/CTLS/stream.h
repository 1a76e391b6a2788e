// What the files of this module share.
#ifndef NODLINE_STREAM_H
#define NODLINE_STREAM_H

#include "CTLS.h"

#include <openssl/ssl.h>

struct nodline_stream {
    int descriptor;
    SSL *ssl; ///< NULL without encryption
    char limit[16]; ///< the date on which the certificate in doubt ends, or begins
};

/// Sets the error's sentence. Returns false.
bool nodline_stream_fail(nodline_stream_error *error, bool is_lasting, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Seconds on a clock that nobody sets.
double nodline_stream_now(void);

/// Waits until the socket is ready for `events`, at most until `end`.
bool nodline_stream_wait(int descriptor, short events, double end);

/// Checks and loads the PEM files. NULL if one cannot be used.
SSL_CTX *nodline_tls_context(const nodline_stream_options *options, nodline_stream_error *error);

/// Shakes hands and checks whom the certificate names, at most until `end`.
bool nodline_tls_begin(nodline_stream *stream, SSL_CTX *context, const nodline_stream_options *options, double end, nodline_stream_error *error);

/// Says why a call of OpenSSL's failed.
void nodline_tls_explain(nodline_stream *stream, int result, nodline_stream_error *error);

#endif
