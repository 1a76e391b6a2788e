// Opens the LiteRT runtime, and loads and runs models with it.
#include "CLiteRT.h"
#include "litert_api.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct nodline_litert {
    void *library;
    litert_functions call;
    LiteRtEnvironment environment;
};

typedef struct {
    nodline_tensor tensor;
    LiteRtRankedTensorType type;
} bound_tensor;

struct nodline_model {
    nodline_litert *litert;
    LiteRtModel model;
    LiteRtCompiledModel compiled;
    size_t input_count, output_count;
    bound_tensor inputs[NODLINE_MODEL_MAX_TENSORS], outputs[NODLINE_MODEL_MAX_TENSORS];
    LiteRtTensorBuffer input_buffers[NODLINE_MODEL_MAX_TENSORS], output_buffers[NODLINE_MODEL_MAX_TENSORS];
};

static bool fail(nodline_litert_error *error, const char *call, int status, const char *detail) {
    error->call = call;
    error->status = status;
    snprintf(error->detail, sizeof error->detail, "%s", detail ? detail : "");
    return false;
}

#define TRY(name, ...)                                                                                               \
    do {                                                                                                             \
        LiteRtStatus status = api->name(__VA_ARGS__);                                                                \
        if (status != 0) return fail(error, "LiteRt" #name, status, NULL);                                           \
    } while (0)

static bool bind_functions(nodline_litert *litert, nodline_litert_error *error) {
#define LITERT_BIND(name, result, arguments)                                                                         \
    *(void **)&litert->call.name = dlsym(litert->library, "LiteRt" #name);                                            \
    if (!litert->call.name) return fail(error, "dlsym LiteRt" #name, 0, dlerror());
    LITERT_FUNCTIONS(LITERT_BIND)
#undef LITERT_BIND
    // Before 2.1.6 the model functions had the same names but no environment parameter; this symbol was added with the change.
    if (!dlsym(litert->library, "LiteRtCreateModelFromFd"))
        return fail(error, "dlsym LiteRtCreateModelFromFd", 0, "the runtime is older than LiteRT 2.1.6");
    return true;
}

static bool open_runtime(nodline_litert *litert, const char *path, nodline_litert_error *error) {
    // It stays loaded: unloading it at the program's exit would leave destructors that point to unmapped code.
    litert->library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!litert->library) return fail(error, "dlopen", 0, dlerror());
    if (!bind_functions(litert, error)) return false;
    const litert_functions *api = &litert->call;
    LiteRtEnvOption options[] = {
        // Only the CPU: no search for libraries of graphics or neural accelerators.
        {LITERT_ENV_AUTO_REGISTER_ACCELERATORS, {LITERT_ANY_INT, {.int_value = LITERT_ACCELERATOR_CPU}}},
        {LITERT_ENV_MIN_LOGGER_SEVERITY, {LITERT_ANY_INT, {.int_value = LITERT_SEVERITY_SILENT}}},
    };
    TRY(CreateEnvironment, 2, options, &litert->environment);
    return true;
}

bool nodline_litert_open(const char *path, nodline_litert **litert, nodline_litert_error *error) {
    nodline_litert *opened = calloc(1, sizeof *opened);
    if (!opened) return fail(error, "calloc", 0, "out of memory");
    if (!open_runtime(opened, path, error)) {
        nodline_litert_close(opened);
        return false;
    }
    *litert = opened;
    return true;
}

void nodline_litert_close(nodline_litert *litert) {
    if (!litert) return;
    if (litert->environment) litert->call.DestroyEnvironment(litert->environment);
    if (litert->library) dlclose(litert->library);
    free(litert);
}

// Allocates aligned memory for a tensor, which LiteRT binds without a copy on every run.
static bool bind_tensor(const litert_functions *api, LiteRtTensor handle, bound_tensor *bound,
                        LiteRtTensorBuffer *buffer, nodline_litert_error *error) {
    TRY(GetRankedTensorType, handle, &bound->type);
    if (bound->type.element_type != LITERT_ELEMENT_FLOAT32)
        return fail(error, "LiteRtGetRankedTensorType", 0, "a tensor is not of 32-bit floats");
    nodline_tensor *tensor = &bound->tensor;
    tensor->rank = bound->type.layout.rank_and_flags & 0x7f;
    if (tensor->rank > NODLINE_MODEL_MAX_RANK)
        return fail(error, "LiteRtGetRankedTensorType", 0, "a tensor has too many dimensions");
    size_t count = 1;
    for (int i = 0; i < tensor->rank; i++) {
        tensor->dimensions[i] = bound->type.layout.dimensions[i];
        if (tensor->dimensions[i] <= 0 || count > (1u << 26) / (size_t)tensor->dimensions[i])
            return fail(error, "LiteRtGetRankedTensorType", 0, "a tensor's size is not fixed or senseless");
        count *= (size_t)tensor->dimensions[i];
    }
    tensor->count = count;
    size_t size = (count * sizeof(float) + LITERT_EXTRA_BYTES + LITERT_HOST_ALIGNMENT - 1)
        / LITERT_HOST_ALIGNMENT * LITERT_HOST_ALIGNMENT;
    tensor->data = aligned_alloc(LITERT_HOST_ALIGNMENT, size);
    if (!tensor->data) return fail(error, "aligned_alloc", 0, "out of memory");
    memset(tensor->data, 0, size);
    TRY(CreateTensorBufferFromHostMemory, &bound->type, tensor->data, size, NULL, buffer);
    return true;
}

// Two threads that compile at the same time must not save each other's silenced descriptor. (LiteRT has a lock of its own there.)
static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

// XNNPACK announces itself on standard error, whatever LiteRT's severity setting; it is kept out of the appliance's log.
static int silence_standard_error(void) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int saved = nowhere < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (saved >= 0) dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0) close(nowhere);
    return saved;
}

static void restore_standard_error(int saved) {
    if (saved < 0) return;
    dup2(saved, STDERR_FILENO);
    close(saved);
}

static bool compile(nodline_model *model, int threads, nodline_litert_error *error) {
    const litert_functions *api = &model->litert->call;
    LiteRtOptions options = NULL;
    LiteRtOpaqueOptions cpu = NULL;
    char *text = malloc(32);
    if (!text) return fail(error, "malloc", 0, "out of memory");
    snprintf(text, 32, "num_threads = %d\n", threads);
    LiteRtStatus status = api->CreateOptions(&options);
    const char *call = "LiteRtCreateOptions";
    if (status == 0) {
        status = api->SetOptionsHardwareAccelerators(options, LITERT_ACCELERATOR_CPU);
        call = "LiteRtSetOptionsHardwareAccelerators";
    }
    if (status == 0) {
        status = api->CreateOpaqueOptions("xnnpack", text, free, &cpu);
        call = "LiteRtCreateOpaqueOptions";
        if (status == 0) text = NULL; // now owned by the options
    }
    if (status == 0) {
        status = api->AddOpaqueOptions(options, cpu);
        call = "LiteRtAddOpaqueOptions";
        if (status == 0) cpu = NULL; // also owned by the options now
    }
    if (status == 0) {
        pthread_mutex_lock(&compiling);
        int saved = silence_standard_error();
        status = api->CreateCompiledModel(model->litert->environment, model->model, options, &model->compiled);
        restore_standard_error(saved);
        pthread_mutex_unlock(&compiling);
        call = "LiteRtCreateCompiledModel";
    }
    free(text);
    if (cpu) api->DestroyOpaqueOptions(cpu);
    if (options) api->DestroyOptions(options);
    if (status != 0) return fail(error, call, status, NULL);
    bool accelerated = false;
    TRY(CompiledModelIsFullyAccelerated, model->compiled, &accelerated);
    // The interpreter would run the other operations with a thread count of its own.
    if (!accelerated) return fail(error, "LiteRtCompiledModelIsFullyAccelerated", 0, "XNNPACK does not take the model");
    return true;
}

static bool load(nodline_model *model, const void *bytes, size_t size, int threads, nodline_litert_error *error) {
    const litert_functions *api = &model->litert->call;
    TRY(CreateModelFromBuffer, model->litert->environment, bytes, size, &model->model);
    if (!compile(model, threads, error)) return false;
    LiteRtSignature signature = NULL;
    TRY(GetModelSignature, model->model, 0, &signature);
    size_t inputs = 0, outputs = 0;
    TRY(GetNumSignatureInputs, signature, &inputs);
    TRY(GetNumSignatureOutputs, signature, &outputs);
    if (inputs > NODLINE_MODEL_MAX_TENSORS || outputs > NODLINE_MODEL_MAX_TENSORS)
        return fail(error, "LiteRtGetModelSignature", 0, "the model has more tensors than any model that nodline runs");
    LiteRtTensor handle = NULL;
    for (size_t i = 0; i < inputs; i++) {
        TRY(GetSignatureInputTensorByIndex, signature, i, &handle);
        model->input_count = i + 1; // before binding, so that a half-bound tensor is freed too
        if (!bind_tensor(api, handle, &model->inputs[i], &model->input_buffers[i], error)) return false;
    }
    for (size_t i = 0; i < outputs; i++) {
        TRY(GetSignatureOutputTensorByIndex, signature, i, &handle);
        model->output_count = i + 1;
        if (!bind_tensor(api, handle, &model->outputs[i], &model->output_buffers[i], error)) return false;
    }
    return true;
}

bool nodline_model_create(nodline_litert *litert, const void *bytes, size_t size, int threads,
                          nodline_model **model, nodline_litert_error *error) {
    nodline_model *created = calloc(1, sizeof *created);
    if (!created) return fail(error, "calloc", 0, "out of memory");
    created->litert = litert;
    if (!load(created, bytes, size, threads, error)) {
        nodline_model_destroy(created);
        return false;
    }
    *model = created;
    return true;
}

static void free_tensors(const litert_functions *api, bound_tensor *bound, LiteRtTensorBuffer *buffers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (buffers[i]) api->DestroyTensorBuffer(buffers[i]);
        free(bound[i].tensor.data);
    }
}

void nodline_model_destroy(nodline_model *model) {
    if (!model) return;
    const litert_functions *api = &model->litert->call;
    free_tensors(api, model->inputs, model->input_buffers, model->input_count);
    free_tensors(api, model->outputs, model->output_buffers, model->output_count);
    // The compiled model uses the model's bytes in place, so it is destroyed first.
    if (model->compiled) api->DestroyCompiledModel(model->compiled);
    if (model->model) api->DestroyModel(model->model);
    free(model);
}

const nodline_tensor *nodline_model_input(const nodline_model *model, size_t index) {
    return index < model->input_count ? &model->inputs[index].tensor : NULL;
}

const nodline_tensor *nodline_model_output(const nodline_model *model, size_t index) {
    return index < model->output_count ? &model->outputs[index].tensor : NULL;
}

bool nodline_model_run(nodline_model *model, nodline_litert_error *error) {
    const litert_functions *api = &model->litert->call;
    TRY(RunCompiledModel, model->compiled, 0, model->input_count, model->input_buffers, model->output_count,
        model->output_buffers);
    return true;
}
