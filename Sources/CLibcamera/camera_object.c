// Loads the object that calls libcamera, and refuses one of another version.
#include "CLibcamera.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

struct nodline_camera_object {
    void *library;
    const nodline_camera_table *table;
};

static bool fail(nodline_camera_error *error, const char *call, const char *detail) {
    snprintf(error->call, sizeof error->call, "%s", call);
    snprintf(error->detail, sizeof error->detail, "%s", detail ? detail : "");
    error->code = 0;
    return false;
}

static bool check(const nodline_camera_table *table, nodline_camera_error *error) {
    char text[128];
    if (table->abi != NODLINE_CAMERA_ABI) {
        snprintf(text, sizeof text, "it speaks version %u of the camera interface, this program version %u", table->abi,
                 NODLINE_CAMERA_ABI);
        return fail(error, NODLINE_CAMERA_ENTRY, text);
    }
    if (table->table_size != sizeof *table || table->info_size != sizeof(nodline_camera_info)
        || table->mode_size != sizeof(nodline_camera_mode) || table->frame_size != sizeof(nodline_camera_frame))
        return fail(error, NODLINE_CAMERA_ENTRY, "its structures have other sizes than this program's");
    return true;
}

bool nodline_camera_object_load(const char *path, nodline_camera_object **object, nodline_camera_error *error) {
    // It stays loaded: libcamera has threads and static destructors, whose code must not be unloaded.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) return fail(error, "dlopen", dlerror());
    const nodline_camera_table *(*entry)(void) = NULL;
    *(void **)&entry = dlsym(library, NODLINE_CAMERA_ENTRY);
    const nodline_camera_table *table = entry ? entry() : NULL;
    nodline_camera_object *loaded = table ? calloc(1, sizeof *loaded) : NULL;
    if (!entry) fail(error, "dlsym " NODLINE_CAMERA_ENTRY, "it is no camera object of nodline's");
    else if (!loaded) fail(error, NODLINE_CAMERA_ENTRY, "it gives no table");
    if (!loaded || !check(table, error)) {
        free(loaded);
        dlclose(library);
        return false;
    }
    loaded->library = library;
    loaded->table = table;
    *object = loaded;
    return true;
}

void nodline_camera_object_unload(nodline_camera_object *object) {
    if (!object) return;
    dlclose(object->library);
    free(object);
}

const nodline_camera_table *nodline_camera_object_table(const nodline_camera_object *object) { return object->table; }
