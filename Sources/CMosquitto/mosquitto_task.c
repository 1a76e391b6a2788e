#include "CMosquitto.h"

#include <errno.h>
#include <mosquitto.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16, ACKNOWLEDGED = 64 };

struct nodline_mqtt {
    struct mosquitto *client;
    nodline_mqtt_state state;
    int refusal; ///< the broker's CONNACK code
    nodline_mqtt_message messages[ROOM];
    unsigned first, count, overflow;
    int acknowledged[ACKNOWLEDGED];
    unsigned first_acknowledged, acknowledged_count;
};

static bool fail(nodline_mqtt_error *error, const char *call, int code) {
    int saved = errno;
    error->call = call;
    error->code = code;
    const char *text = code == MOSQ_ERR_ERRNO ? strerror(saved) : code == MOSQ_ERR_EAI ? "the name is not known" : mosquitto_strerror(code);
    snprintf(error->detail, sizeof error->detail, "%s", text);
    return false;
}

static void on_connect(struct mosquitto *client, void *context, int code) {
    (void)client;
    nodline_mqtt *connection = context;
    if (code == 0) connection->state = NODLINE_MQTT_ACCEPTED;
    connection->refusal = code;
}

static void on_publish(struct mosquitto *client, void *context, int id) {
    (void)client;
    nodline_mqtt *connection = context;
    if (connection->acknowledged_count == ACKNOWLEDGED) return; // more than were sent: nonsense
    connection->acknowledged[(connection->first_acknowledged + connection->acknowledged_count++) % ACKNOWLEDGED] = id;
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    (void)client;
    nodline_mqtt *connection = context;
    if (connection->count == ROOM) {
        connection->overflow++;
        return;
    }
    nodline_mqtt_message *copy = &connection->messages[(connection->first + connection->count++) % ROOM];
    snprintf(copy->topic, sizeof copy->topic, "%s", message->topic);
    copy->length = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
    copy->is_retained = message->retain;
    if (copy->length > 0 && copy->length <= sizeof copy->payload) memcpy(copy->payload, message->payload, copy->length);
}

static void prepare(void) { mosquitto_lib_init(); }

static bool configure(nodline_mqtt *connection, const nodline_mqtt_options *options, nodline_mqtt_error *error) {
    int code = mosquitto_username_pw_set(connection->client, options->user, options->user ? options->password : NULL);
    if (code) return fail(error, "mosquitto_username_pw_set", code);
    if (options->tls) {
        code = mosquitto_tls_set(connection->client, options->ca, options->ca ? NULL : "/etc/ssl/certs", options->certificate, options->key, NULL);
        if (code) return fail(error, "mosquitto_tls_set", code);
    }
    if (options->will_topic) {
        code = mosquitto_will_set(connection->client, options->will_topic, (int)strlen(options->will_payload), options->will_payload, 1, true);
        if (code) return fail(error, "mosquitto_will_set", code);
    }
    mosquitto_int_option(connection->client, MOSQ_OPT_TCP_NODELAY, 1); // an event must not wait for the acknowledgement of the last one
    mosquitto_connect_callback_set(connection->client, on_connect);
    mosquitto_publish_callback_set(connection->client, on_publish);
    mosquitto_message_callback_set(connection->client, on_message);
    code = mosquitto_connect(connection->client, options->server, options->port, options->keep_alive);
    return code ? fail(error, "mosquitto_connect", code) : true;
}

bool nodline_mqtt_connect(const nodline_mqtt_options *options, nodline_mqtt **result, nodline_mqtt_error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    nodline_mqtt *connection = calloc(1, sizeof *connection);
    if (!connection) return fail(error, "calloc", MOSQ_ERR_NOMEM);
    connection->client = mosquitto_new(options->client_id, true, connection);
    if (!connection->client) {
        free(connection);
        return fail(error, "mosquitto_new", MOSQ_ERR_ERRNO);
    }
    if (!configure(connection, options, error)) {
        nodline_mqtt_close(connection, false);
        return false;
    }
    *result = connection;
    return true;
}

int nodline_mqtt_descriptor(const nodline_mqtt *connection) { return mosquitto_socket(connection->client); }

bool nodline_mqtt_wants_write(const nodline_mqtt *connection) { return mosquitto_want_write(connection->client); }

nodline_mqtt_state nodline_mqtt_turn(nodline_mqtt *connection, bool can_read, bool can_write, nodline_mqtt_error *error) {
    const char *call = "mosquitto_loop_read";
    int code = can_read ? mosquitto_loop_read(connection->client, 1) : MOSQ_ERR_SUCCESS;
    if (!code && can_write) {
        call = "mosquitto_loop_write";
        code = mosquitto_loop_write(connection->client, 1);
    }
    if (!code) {
        call = "mosquitto_loop_misc";
        code = mosquitto_loop_misc(connection->client);
    }
    if (!code && !connection->refusal) return connection->state;
    fail(error, call, code);
    if (connection->refusal) {
        error->call = "CONNACK";
        error->code = connection->refusal;
        snprintf(error->detail, sizeof error->detail, "%s", mosquitto_connack_string(connection->refusal));
    }
    connection->state = NODLINE_MQTT_ENDED;
    return connection->state;
}

bool nodline_mqtt_publish(nodline_mqtt *connection, const char *topic, const uint8_t *payload, size_t length, bool retain, int *id,
                          nodline_mqtt_error *error) {
    int code = mosquitto_publish(connection->client, id, topic, (int)length, payload, 1, retain);
    return code ? fail(error, "mosquitto_publish", code) : true;
}

bool nodline_mqtt_subscribe(nodline_mqtt *connection, const char *topic, nodline_mqtt_error *error) {
    int code = mosquitto_subscribe(connection->client, NULL, topic, 1);
    return code ? fail(error, "mosquitto_subscribe", code) : true;
}

bool nodline_mqtt_next_acknowledged(nodline_mqtt *connection, int *id) {
    if (!connection->acknowledged_count) return false;
    *id = connection->acknowledged[connection->first_acknowledged];
    connection->first_acknowledged = (connection->first_acknowledged + 1) % ACKNOWLEDGED;
    connection->acknowledged_count--;
    return true;
}

bool nodline_mqtt_next_message(nodline_mqtt *connection, nodline_mqtt_message *message) {
    if (!connection->count) return false;
    *message = connection->messages[connection->first];
    connection->first = (connection->first + 1) % ROOM;
    connection->count--;
    return true;
}

unsigned nodline_mqtt_take_overflow(nodline_mqtt *connection) {
    unsigned overflow = connection->overflow;
    connection->overflow = 0;
    return overflow;
}

void nodline_mqtt_close(nodline_mqtt *connection, bool politely) {
    if (!connection) return;
    if (politely) {
        mosquitto_disconnect(connection->client);
        mosquitto_loop_write(connection->client, 1);
    }
    mosquitto_destroy(connection->client);
    free(connection);
}
