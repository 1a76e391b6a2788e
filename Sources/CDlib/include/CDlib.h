// Numbers of a face by dlib's network, as tasks: open the model, embed one chip, close.
//
// dlib is all templates and exceptions and takes a while to compile. The object that calls it is therefore linked only into a program that is to
// tell people apart with it (deploy/build-people). Without it `nodline_dlib` returns NULL.
#ifndef NODLINE_CDLIB_H
#define NODLINE_CDLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels on each side of a chip, and length of an embedding.
enum { NODLINE_DLIB_SIDE = 150, NODLINE_DLIB_COUNT = 128 };

/// The failed call, and its reason in words.
typedef struct {
    char call[64];
    char detail[200];
} nodline_dlib_error;

/// A loaded network.
typedef struct nodline_dlib_network nodline_dlib_network;

/// What the object can do. No exception leaves it.
typedef struct {
    /// Makes a network of a model file's bytes, which are not needed afterwards.
    bool (*open)(const uint8_t *model, size_t size, nodline_dlib_network **network, nodline_dlib_error *error);
    /// - luma: side × side bytes, row by row. numbers: room for NODLINE_DLIB_COUNT.
    bool (*embed)(nodline_dlib_network *network, const uint8_t *luma, float *numbers, nodline_dlib_error *error);
    void (*close)(nodline_dlib_network *network);
} nodline_dlib_table;

/// The functions, or NULL if this program is linked without dlib.
const nodline_dlib_table *nodline_dlib(void);

#ifdef __cplusplus
}
#endif

#endif
