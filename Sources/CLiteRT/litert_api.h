// The part of LiteRT's C interface that is used, declared by hand (litert/c/*.h, v2.1.6 and later, tested with 2.3.0). Debian does
// not have the real headers; the memory layouts below were compared with them.
#ifndef NODLINE_LITERT_API_H
#define NODLINE_LITERT_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LiteRtEnvironmentT *LiteRtEnvironment;
typedef struct LiteRtModelT *LiteRtModel;
typedef struct LiteRtSignatureT *LiteRtSignature;
typedef struct LiteRtTensorT *LiteRtTensor;
typedef struct LiteRtOptionsT *LiteRtOptions;
typedef struct LiteRtOpaqueOptionsT *LiteRtOpaqueOptions;
typedef struct LiteRtCompiledModelT *LiteRtCompiledModel;
typedef struct LiteRtTensorBufferT *LiteRtTensorBuffer;

typedef int LiteRtStatus; // an enum; 0 is success
typedef size_t LiteRtParamIndex;

enum { LITERT_ELEMENT_FLOAT32 = 1 };
enum { LITERT_ACCELERATOR_CPU = 1 };
enum { LITERT_ANY_INT = 2 };
enum { LITERT_ENV_AUTO_REGISTER_ACCELERATORS = 24, LITERT_ENV_MIN_LOGGER_SEVERITY = 25 };
enum { LITERT_SEVERITY_SILENT = 4 };
enum { LITERT_HOST_ALIGNMENT = 64 };
// XNNPACK may read this number of bytes past an input (XNN_EXTRA_BYTES).
enum { LITERT_EXTRA_BYTES = 16 };

typedef struct {
    uint32_t rank_and_flags; // rank in the low 7 bits, has_strides in the eighth
    int32_t dimensions[8];
    uint32_t strides[8];
} LiteRtLayout;

typedef struct {
    int element_type;
    LiteRtLayout layout;
} LiteRtRankedTensorType;

typedef struct {
    int type;
    union {
        int64_t int_value;
        double real_value;
        const void *ptr_value;
    };
} LiteRtAny;

typedef struct {
    int tag;
    LiteRtAny value;
} LiteRtEnvOption;

// name, result, arguments: expanded into a table of function pointers and the code that fills it.
#define LITERT_FUNCTIONS(X)                                                                                          \
    X(CreateEnvironment, LiteRtStatus, (int, const LiteRtEnvOption *, LiteRtEnvironment *))                           \
    X(DestroyEnvironment, void, (LiteRtEnvironment))                                                                  \
    X(CreateModelFromBuffer, LiteRtStatus, (LiteRtEnvironment, const void *, size_t, LiteRtModel *))                  \
    X(DestroyModel, void, (LiteRtModel))                                                                              \
    X(GetModelSignature, LiteRtStatus, (LiteRtModel, LiteRtParamIndex, LiteRtSignature *))                            \
    X(GetNumSignatureInputs, LiteRtStatus, (LiteRtSignature, LiteRtParamIndex *))                                     \
    X(GetNumSignatureOutputs, LiteRtStatus, (LiteRtSignature, LiteRtParamIndex *))                                    \
    X(GetSignatureInputTensorByIndex, LiteRtStatus, (LiteRtSignature, LiteRtParamIndex, LiteRtTensor *))              \
    X(GetSignatureOutputTensorByIndex, LiteRtStatus, (LiteRtSignature, LiteRtParamIndex, LiteRtTensor *))             \
    X(GetRankedTensorType, LiteRtStatus, (LiteRtTensor, LiteRtRankedTensorType *))                                    \
    X(CreateOptions, LiteRtStatus, (LiteRtOptions *))                                                                 \
    X(DestroyOptions, void, (LiteRtOptions))                                                                          \
    X(SetOptionsHardwareAccelerators, LiteRtStatus, (LiteRtOptions, int))                                             \
    X(CreateOpaqueOptions, LiteRtStatus, (const char *, void *, void (*)(void *), LiteRtOpaqueOptions *))             \
    X(AddOpaqueOptions, LiteRtStatus, (LiteRtOptions, LiteRtOpaqueOptions))                                           \
    X(DestroyOpaqueOptions, void, (LiteRtOpaqueOptions))                                                              \
    X(CreateCompiledModel, LiteRtStatus, (LiteRtEnvironment, LiteRtModel, LiteRtOptions, LiteRtCompiledModel *))      \
    X(DestroyCompiledModel, void, (LiteRtCompiledModel))                                                              \
    X(CompiledModelIsFullyAccelerated, LiteRtStatus, (LiteRtCompiledModel, bool *))                                   \
    X(CreateTensorBufferFromHostMemory, LiteRtStatus,                                                                 \
      (const LiteRtRankedTensorType *, void *, size_t, void (*)(void *), LiteRtTensorBuffer *))                       \
    X(DestroyTensorBuffer, void, (LiteRtTensorBuffer))                                                                \
    X(RunCompiledModel, LiteRtStatus,                                                                                 \
      (LiteRtCompiledModel, LiteRtParamIndex, size_t, LiteRtTensorBuffer *, size_t, LiteRtTensorBuffer *))

typedef struct {
#define LITERT_MEMBER(name, result, arguments) result(*name) arguments;
    LITERT_FUNCTIONS(LITERT_MEMBER)
#undef LITERT_MEMBER
} litert_functions;

#endif
