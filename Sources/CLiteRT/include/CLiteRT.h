// Runs a .tflite model with LiteRT, as four tasks: open the runtime, load a model, run it, release both.
//
// The runtime is loaded with dlopen, so that nodline starts without it and can say what is missing. Nothing here
// allocates after loading; a run reads and writes the buffers that the accessors hand out.
#ifndef NODLINE_CLITERT_H
#define NODLINE_CLITERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NODLINE_MODEL_MAX_TENSORS 4
#define NODLINE_MODEL_MAX_RANK 8

typedef struct nodline_litert nodline_litert;
typedef struct nodline_model nodline_model;

/// The failed call and its result: a LiteRtStatus, or 0 if there is only a text.
typedef struct {
    const char *call;
    int status;
    char detail[256];
} nodline_litert_error;

/// One tensor: its shape and the memory that a run reads or writes. 32-bit floats only.
typedef struct {
    float *data;
    size_t count;
    int rank;
    int32_t dimensions[NODLINE_MODEL_MAX_RANK];
} nodline_tensor;

/// Loads the runtime from a file. The handle stays valid until closed; models must be destroyed first.
bool nodline_litert_open(const char *library_path, nodline_litert **litert, nodline_litert_error *error);
void nodline_litert_close(nodline_litert *litert);

/// Compiles a model for the CPU. `bytes` must stay in place and unchanged until the model is destroyed. Only one thread may use a
/// model at a time.
bool nodline_model_create(nodline_litert *litert, const void *bytes, size_t size, int threads,
                          nodline_model **model, nodline_litert_error *error);
void nodline_model_destroy(nodline_model *model);

/// The tensors in the model's own order, or NULL beyond the last.
const nodline_tensor *nodline_model_input(const nodline_model *model, size_t index);
const nodline_tensor *nodline_model_output(const nodline_model *model, size_t index);

/// One run: it reads the input tensors and writes the output tensors, in their own memory.
bool nodline_model_run(nodline_model *model, nodline_litert_error *error);

#endif
