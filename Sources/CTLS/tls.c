#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

// MARK: The files

/// No terminal is asked for the passphrase of a key.
static int no_passphrase(char *room, int size, int is_writing, void *context) {
    (void)room, (void)size, (void)is_writing;
    *(bool *)context = true;
    return 0;
}

/// Whether a file can be read and begins with a certificate or, if `is_key`, a key in PEM.
static bool check_file(const char *setting, const char *path, bool is_key, nodline_stream_error *error) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not block
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        int code = errno;
        if (descriptor >= 0) close(descriptor);
        return nodline_stream_fail(error, true, "%s: %s cannot be read: %s%s", setting, path, strerror(code),
                                   code == EACCES ? "; the user nodline-mqtt must be able to read it" : "");
    }
    BIO *file = S_ISREG(status.st_mode) ? BIO_new_fd(descriptor, BIO_CLOSE) : NULL;
    if (!file) {
        close(descriptor);
        return nodline_stream_fail(error, true, "%s: %s is not a file", setting, path);
    }
    bool is_locked = false;
    X509 *certificate = is_key ? NULL : PEM_read_bio_X509_AUX(file, NULL, NULL, NULL);
    EVP_PKEY *key = is_key ? PEM_read_bio_PrivateKey(file, NULL, no_passphrase, &is_locked) : NULL;
    bool is_right = certificate || key;
    X509_free(certificate);
    EVP_PKEY_free(key);
    BIO_free(file);
    ERR_clear_error();
    if (is_right) return true;
    if (is_locked) return nodline_stream_fail(error, true, "%s: %s needs a passphrase; expected a key without one", setting, path);
    return nodline_stream_fail(error, true, "%s: %s holds no %s in PEM; expected a text file with -----BEGIN %s-----", setting, path,
                               is_key ? "key" : "certificate", is_key ? "PRIVATE KEY" : "CERTIFICATE");
}

/// Notes the date of a certificate that is not accepted: after the failure OpenSSL does not have it any more.
static int note_date(int is_right, X509_STORE_CTX *check) {
    SSL *ssl = X509_STORE_CTX_get_ex_data(check, SSL_get_ex_data_X509_STORE_CTX_idx());
    nodline_stream *stream = ssl ? SSL_get_app_data(ssl) : NULL;
    X509 *certificate = X509_STORE_CTX_get_current_cert(check);
    struct tm date;
    if (is_right || !stream || !certificate) return is_right;
    bool is_young = X509_STORE_CTX_get_error(check) == X509_V_ERR_CERT_NOT_YET_VALID;
    const ASN1_TIME *limit = is_young ? X509_get0_notBefore(certificate) : X509_get0_notAfter(certificate);
    if (ASN1_TIME_to_tm(limit, &date)) strftime(stream->limit, sizeof stream->limit, "%Y-%m-%d", &date);
    return is_right;
}

SSL_CTX *nodline_tls_context(const nodline_stream_options *options, nodline_stream_error *error) {
    if (options->ca && !check_file("mqtt.ca", options->ca, false, error)) return NULL;
    if (options->certificate && !check_file("mqtt.certificate", options->certificate, false, error)) return NULL;
    if (options->certificate && !options->key) {
        nodline_stream_fail(error, true, "mqtt.certificate has no key: put it into /etc/nodline/mqtt-key.pem, or name it in mqtt.key");
        return NULL;
    }
    if (options->certificate && !check_file("the key of mqtt.certificate", options->key, true, error)) return NULL;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    const char *problem = NULL;
    if (!context) problem = "SSL_CTX_new failed";
    else if (!SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)) problem = "TLS 1.2 is not available";
    else if (options->ca ? !SSL_CTX_load_verify_file(context, options->ca) : !SSL_CTX_set_default_verify_paths(context))
        problem = "the authorities cannot be loaded";
    else if (options->certificate && SSL_CTX_use_certificate_chain_file(context, options->certificate) != 1)
        problem = "mqtt.certificate cannot be used";
    else if (options->certificate && (SSL_CTX_use_PrivateKey_file(context, options->key, SSL_FILETYPE_PEM) != 1 || !SSL_CTX_check_private_key(context)))
        problem = "the key does not belong to mqtt.certificate";
    if (problem) {
        const char *reason = ERR_reason_error_string(ERR_peek_last_error());
        nodline_stream_fail(error, true, "%s (%s)", problem, reason ? reason : "no reason");
        SSL_CTX_free(context);
        ERR_clear_error();
        return NULL;
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, note_date);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // Otherwise one call reads as long as key updates come, which a broker may send without end.
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    // A new handshake (TLS 1.2) could bring another certificate, whose names nobody would check.
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    return context;
}

// MARK: The certificate

static bool is_address(const char *server) {
    ASN1_OCTET_STRING *address = a2i_IPADDRESS(server);
    ASN1_OCTET_STRING_free(address);
    ERR_clear_error();
    return address != NULL;
}

/// The names that a certificate is for, for people.
static void list_names(X509 *certificate, char *room, size_t size) {
    size_t used = 0;
    room[0] = 0;
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int i = 0; i < sk_GENERAL_NAME_num(names) && used + 80 < size; i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        char text[64] = "";
        if (name->type == GEN_DNS) {
            snprintf(text, sizeof text, "%.*s", ASN1_STRING_length(name->d.dNSName), (const char *)ASN1_STRING_get0_data(name->d.dNSName));
        } else if (name->type == GEN_IPADD && ASN1_STRING_length(name->d.iPAddress) == 4) {
            const unsigned char *bytes = ASN1_STRING_get0_data(name->d.iPAddress);
            snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
        }
        if (text[0]) used += (size_t)snprintf(room + used, size - used, "%s%s", used ? ", " : "", text);
    }
    GENERAL_NAMES_free(names);
    if (!used) X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, room, (int)size);
    for (char *letter = room; *letter; letter++) if ((unsigned char)*letter < 0x20 || *letter == 0x7F) *letter = '?';
}

/// Whether a certificate is for this server. Many private ones have an address as their common name.
static bool is_for(X509 *certificate, const char *server) {
    if (X509_check_host(certificate, server, 0, 0, NULL) == 1) return true;
    return is_address(server) && X509_check_ip_asc(certificate, server, 0) == 1;
}

/// Why the certificate was not accepted.
static void explain_certificate(const char *limit, long code, nodline_stream_error *error) {
    char today[16] = "?";
    time_t now = time(NULL);
    struct tm calendar;
    if (gmtime_r(&now, &calendar)) strftime(today, sizeof today, "%Y-%m-%d", &calendar);
    switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        nodline_stream_fail(error, true, "its certificate or authority has expired: it was valid until %s, and this machine's clock says %s", limit, today);
        break;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        nodline_stream_fail(error, true, "its certificate is not valid yet, but from %s on: is this machine's clock right? It says %s", limit, today);
        break;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        nodline_stream_fail(error, true, "certificate verify failed: its authority is not known here; mqtt.ca must be that authority's PEM file (\"\": the package ca-certificates)");
        break;
    default:
        nodline_stream_fail(error, true, "certificate verify failed: %s", X509_verify_cert_error_string(code));
    }
}

void nodline_tls_explain(nodline_stream *stream, int result, nodline_stream_error *error) {
    int kind = SSL_get_error(stream->ssl, result), saved = errno;
    unsigned long code = ERR_peek_error();
    long verified = SSL_get_verify_result(stream->ssl);
    int reason = ERR_GET_REASON(code);
    if (kind == SSL_ERROR_SSL && ERR_GET_LIB(code) == ERR_LIB_SSL) {
        const char *text = ERR_reason_error_string(code);
        switch (reason) {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            explain_certificate(stream->limit, verified, error);
            break;
        case SSL_R_WRONG_VERSION_NUMBER:
        case SSL_R_HTTP_REQUEST:
        case SSL_R_PACKET_LENGTH_TOO_LONG:
        case SSL_R_RECORD_LENGTH_MISMATCH:
            nodline_stream_fail(error, true, "it answers without TLS: this is a plain port; mqtt.port (usually 8883), or mqtt.tls = false");
            break;
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
        case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
        case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
        case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
            if (SSL_get_certificate(stream->ssl)) nodline_stream_fail(error, true, "it does not accept mqtt.certificate: %s", text);
            else nodline_stream_fail(error, true, "it asks for a certificate: mqtt.certificate and its key (%s)", text);
            break;
#ifdef SSL_R_UNEXPECTED_EOF_WHILE_READING
        case SSL_R_UNEXPECTED_EOF_WHILE_READING:
            nodline_stream_fail(error, false, "it has ended the connection");
            break;
#endif
        default:
            nodline_stream_fail(error, false, "TLS: %s", text ? text : "an error without a reason");
        }
    } else if (kind == SSL_ERROR_SYSCALL && saved) {
        nodline_stream_fail(error, false, "%s", strerror(saved));
    } else {
        nodline_stream_fail(error, false, "it has ended the connection");
    }
    ERR_clear_error();
}

bool nodline_tls_begin(nodline_stream *stream, SSL_CTX *context, const nodline_stream_options *options, double end, nodline_stream_error *error) {
    stream->ssl = SSL_new(context);
    if (!stream->ssl || !SSL_set_fd(stream->ssl, stream->descriptor)) return nodline_stream_fail(error, false, "SSL_new failed");
    SSL_set_app_data(stream->ssl, stream);
    if (!is_address(options->server)) SSL_set_tlsext_host_name(stream->ssl, options->server);
    for (;;) {
        ERR_clear_error();
        errno = 0;
        int result = SSL_connect(stream->ssl);
        if (result == 1) break;
        int kind = SSL_get_error(stream->ssl, result);
        if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) {
            if (nodline_stream_wait(stream->descriptor, kind == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, end)) continue;
            return nodline_stream_fail(error, false, "it does not answer the TLS handshake: a port without TLS does that; mqtt.port (usually 8883), or mqtt.tls = false");
        }
        nodline_tls_explain(stream, result, error);
        if (!error->is_lasting) {
            char reason[sizeof error->detail];
            snprintf(reason, sizeof reason, "%s", error->detail);
            nodline_stream_fail(error, false, "%.200s during the TLS handshake: a port without TLS does that; mqtt.port (usually 8883), or mqtt.tls = false", reason);
        }
        return false;
    }
    X509 *certificate = SSL_get0_peer_certificate(stream->ssl);
    if (certificate && is_for(certificate, options->server)) return true;
    char names[256] = "nobody";
    if (certificate) list_names(certificate, names, sizeof names);
    return nodline_stream_fail(error, true, "host name verification failed: its certificate is for %s; mqtt.server must be one of its names", names);
}
