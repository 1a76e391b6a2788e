// The object that calls libcamera: built from this file alone, for one machine's version of libcamera.
//
//     c++ -std=c++17 -O2 -fPIC -shared -Iinclude object/nodline_camera.cpp $(pkg-config --cflags --libs libcamera)
//         -o libnodline-camera.so   (deploy/build-camera-object does it)
//
// Tested with 0.0.3 and 0.4.0. libcamera calls back on a thread of its own; the callbacks only store the request and wake the loop.
// No exception leaves this file, and it allocates nothing for a frame.
#include "CLibcamera.h"

#include <libcamera/libcamera.h>
#include <libcamera/version.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/videodev2.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include <vector>

#define NODLINE_TEXT_(x) #x
#define NODLINE_TEXT(x) NODLINE_TEXT_(x)
#define LIBCAMERA_VERSION_TEXT                                                                                       \
    NODLINE_TEXT(LIBCAMERA_VERSION_MAJOR) "." NODLINE_TEXT(LIBCAMERA_VERSION_MINOR) "." NODLINE_TEXT(LIBCAMERA_VERSION_PATCH)

using namespace libcamera;

namespace {

bool fail(nodline_camera_error *error, const char *call, int code, const char *detail = "") {
    snprintf(error->call, sizeof error->call, "%s", call);
    snprintf(error->detail, sizeof error->detail, "%s", detail);
    error->code = code < 0 ? -code : code;
    return false;
}

uint64_t monotonicNanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return uint64_t(now.tv_sec) * 1000000000u + uint64_t(now.tv_nsec);
}

// The formats that have luma, cheapest first, by the names of linux/videodev2.h in libcamera's formats.yaml.
struct KnownFormat {
    PixelFormat format;
    int32_t layout;
};

const std::vector<KnownFormat> &knownFormats() {
    static const std::vector<KnownFormat> known = {
        {formats::R8, NODLINE_CAMERA_LUMA},     {formats::YUV420, NODLINE_CAMERA_LUMA},
        {formats::NV12, NODLINE_CAMERA_LUMA},   {formats::NV21, NODLINE_CAMERA_LUMA},
        {formats::YVU420, NODLINE_CAMERA_LUMA}, {formats::YUYV, NODLINE_CAMERA_YUYV},
        // libcamera names packed formats by their order in a word: RGB888 is blue, green, red in memory.
        {formats::BGR888, NODLINE_CAMERA_RGB},  {formats::RGB888, NODLINE_CAMERA_BGR},
        {formats::XRGB8888, NODLINE_CAMERA_BGRX}, {formats::MJPEG, NODLINE_CAMERA_MJPEG},
    };
    return known;
}

struct Mapping {
    uint8_t *base = nullptr; // of the whole descriptor
    size_t length = 0;
    size_t offset = 0; // of the first plane
    size_t size = 0;   // from there
    int descriptor = -1;
    bool isDmaBuf = true;
};

std::string textOf(const std::string &text, size_t room) { return text.substr(0, room - 1); }

} // namespace

struct nodline_camera_system {
    CameraManager manager;
    std::vector<const Camera *> open; // by this process
};

struct nodline_camera {
    nodline_camera_system *system = nullptr;
    std::shared_ptr<Camera> camera;
    std::unique_ptr<CameraConfiguration> configuration;
    std::unique_ptr<FrameBufferAllocator> allocator;
    std::vector<std::unique_ptr<Request>> requests;
    std::vector<Mapping> mappings; // by slot, which is the request's cookie
    Stream *stream = nullptr;
    int wake = -1;
    bool isRunning = false; // used by the loop's thread only
    int32_t layout = NODLINE_CAMERA_LUMA;
    std::string model;

    // Everything below is shared with libcamera's thread. A request is given back to the camera under the same lock that
    // stop() takes, because queueing to a camera that is being stopped makes libcamera abort.
    std::mutex lock;
    bool keepsRate = false;
    bool accepts = false;
    Request *waiting = nullptr;
    uint64_t waitingArrival = 0;
    uint64_t dropped = 0;
    double rate = 0;
    bool rateChanged = false;
    unsigned inFlight = 0;
    uint64_t lastCompletion = 0;
    unsigned tooSoon = 0;
    bool isStalled = false;
    bool isGone = false;

    void completed(Request *request);
    void disconnected();
    void queue(Request *request);
    void signal() {
        uint64_t one = 1;
        (void)!write(wake, &one, sizeof one);
    }
};

// Call with the lock held. If the loop paces, one request is queued at a time; the others wait until it is given back.
void nodline_camera::queue(Request *request) {
    if (!accepts || (!keepsRate && rate > 0 && (inFlight > 0 || waiting))) return;
    inFlight++;
    request->reuse(Request::ReuseBuffers);
    if (rateChanged && keepsRate && rate > 0) {
        int64_t duration = int64_t(1e6 / rate);
        request->controls().set(controls::FrameDurationLimits, Span<const int64_t, 2>({duration, duration}));
        rateChanged = false;
    }
    if (camera->queueRequest(request) < 0) isStalled = true;
}

// Called on libcamera's thread.
void nodline_camera::completed(Request *request) {
    uint64_t now = monotonicNanoseconds();
    std::lock_guard<std::mutex> guard(lock);
    if (inFlight > 0) inFlight--;
    if (!accepts) return;
    // libcamera's virtual camera lists FrameDurationLimits but completes every request at once: then the loop must pace.
    tooSoon = rate > 0 && double(now - lastCompletion) * 1e-9 < 0.5 / rate ? tooSoon + 1 : 0;
    if (tooSoon > 8) keepsRate = false;
    lastCompletion = now;
    if (request->status() == Request::RequestCancelled) {
        isStalled = true;
    } else {
        if (waiting) {
            dropped++;
            queue(waiting);
        }
        waiting = request;
        waitingArrival = now;
    }
    signal();
}

// Called on libcamera's thread.
void nodline_camera::disconnected() {
    std::lock_guard<std::mutex> guard(lock);
    isGone = true;
    signal();
}

namespace {

bool openSystem(nodline_camera_system **system, nodline_camera_error *error) {
    try {
        // libcamera's log is limited to errors, unless the environment asks for more.
        setenv("LIBCAMERA_LOG_LEVELS", "*:ERROR", 0);
        auto opened = std::make_unique<nodline_camera_system>();
        int code = opened->manager.start();
        if (code < 0) return fail(error, "CameraManager::start", code);
        *system = opened.release();
        return true;
    } catch (const std::exception &exception) {
        return fail(error, "CameraManager", 0, exception.what());
    }
}

void closeSystem(nodline_camera_system *system) {
    if (!system) return;
    system->manager.stop();
    delete system;
}

std::string formatsOf(nodline_camera_system &system, Camera &camera) {
    std::string names;
    // libcamera reports an error if a camera that is already ours is acquired.
    if (std::find(system.open.begin(), system.open.end(), &camera) != system.open.end()) return names;
    if (camera.acquire() < 0) return names; // busy: its formats cannot be queried
    // The requests are a brace list, because the parameter's type changed at 0.1.
    if (auto configuration = camera.generateConfiguration({StreamRole::Viewfinder}); configuration && !configuration->empty()) {
        for (const PixelFormat &format : configuration->at(0).formats().pixelformats())
            names += (names.empty() ? "" : " ") + format.toString();
    }
    camera.release();
    return names;
}

bool describe(nodline_camera_system *system, size_t index, nodline_camera_info *info) {
    try {
        auto cameras = system->manager.cameras();
        if (index >= cameras.size()) return false;
        auto &camera = cameras[index];
        *info = {};
        snprintf(info->id, sizeof info->id, "%s", textOf(camera->id(), sizeof info->id).c_str());
        auto model = camera->properties().get(properties::Model);
        if (model) snprintf(info->model, sizeof info->model, "%s", std::string(*model).c_str());
        info->location = NODLINE_CAMERA_SOMEWHERE;
        auto location = camera->properties().get(properties::Location);
        if (location) {
            switch (*location) {
            case properties::CameraLocationFront: info->location = NODLINE_CAMERA_FRONT; break;
            case properties::CameraLocationBack: info->location = NODLINE_CAMERA_BACK; break;
            case properties::CameraLocationExternal: info->location = NODLINE_CAMERA_EXTERNAL; break;
            }
        }
        snprintf(info->formats, sizeof info->formats, "%s", formatsOf(*system, *camera).c_str());
        return true;
    } catch (...) {
        return false;
    }
}

// The nodes of a camera's devices. The property is newer than 0.0.3, so it is looked up by its name.
std::vector<int64_t> devicesOf(const Camera &camera) {
    for (const auto &[id, property] : properties::properties) {
        if (property->name() != "SystemDevices" || !camera.properties().contains(id)) continue;
        const ControlValue &value = camera.properties().get(id);
        if (value.type() != ControlTypeInteger64 || !value.isArray()) break;
        auto numbers = value.get<Span<const int64_t>>();
        return {numbers.begin(), numbers.end()};
    }
    return {};
}

// The greatest frame rate that a camera's driver lists for a format and size; 0 if it does not say.
double rateOf(const Camera &camera, const StreamConfiguration &stream) {
    double rate = 0;
    for (int64_t number : devicesOf(camera)) {
        char path[64];
        snprintf(path, sizeof path, "/dev/char/%u:%u", major(dev_t(number)), minor(dev_t(number)));
        int node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (node < 0) continue;
        v4l2_frmivalenum interval{};
        // libcamera's codes are those of V4L2 for the formats of USB cameras, but for grey.
        interval.pixel_format = stream.pixelFormat == formats::R8 ? V4L2_PIX_FMT_GREY : stream.pixelFormat.fourcc();
        interval.width = stream.size.width;
        interval.height = stream.size.height;
        for (; interval.index < 64 && ioctl(node, VIDIOC_ENUM_FRAMEINTERVALS, &interval) == 0; interval.index++) {
            const v4l2_fract &shortest = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE ? interval.discrete : interval.stepwise.min;
            if (shortest.numerator > 0) rate = std::max(rate, double(shortest.denominator) / shortest.numerator);
            if (interval.type != V4L2_FRMIVAL_TYPE_DISCRETE) break;
        }
        close(node);
    }
    return rate;
}

// Asks for a format near the requested size.
bool take(const KnownFormat &known, StreamConfiguration &stream, CameraConfiguration &configuration, const nodline_camera_wish &wish) {
    stream.pixelFormat = known.format;
    stream.size = Size(wish.width, wish.height);
    stream.bufferCount = 4;
    return configuration.validate() != CameraConfiguration::Invalid && stream.pixelFormat == known.format;
}

// The best configuration for one role: the cheapest known format that the camera supports near the requested size and rate.
bool chooseFormat(const Camera &camera, StreamConfiguration &stream, CameraConfiguration &configuration, const nodline_camera_wish &wish,
                  int32_t &layout) {
    auto listed = stream.formats().pixelformats();
    std::vector<const KnownFormat *> candidates;
    std::vector<nodline_camera_offer> offers;
    // Only a camera that also compresses has formats of different rates; no node of others is opened.
    bool compresses = std::find(listed.begin(), listed.end(), formats::MJPEG) != listed.end();
    for (const KnownFormat &known : knownFormats()) {
        if (!listed.empty() && std::find(listed.begin(), listed.end(), known.format) == listed.end()) continue;
        if (!take(known, stream, configuration, wish)) continue;
        candidates.push_back(&known);
        offers.push_back({known.layout == NODLINE_CAMERA_MJPEG ? 0 : uint64_t(stream.frameSize), compresses ? rateOf(camera, stream) : 0});
    }
    if (candidates.empty()) return false;
    const KnownFormat &chosen = *candidates[nodline_camera_choose(offers.data(), offers.size(), wish.rate)];
    layout = chosen.layout;
    return take(chosen, stream, configuration, wish);
}

bool configure(nodline_camera &camera, const nodline_camera_wish &wish, nodline_camera_error *error) {
    // An ISP produces a viewfinder stream cheaply at low resolution.
    camera.configuration = camera.camera->generateConfiguration({StreamRole::Viewfinder});
    if (!camera.configuration || camera.configuration->empty())
        return fail(error, "Camera::generateConfiguration", 0, "the camera offers no stream");
    StreamConfiguration &stream = camera.configuration->at(0);
    if (!chooseFormat(*camera.camera, stream, *camera.configuration, wish, camera.layout))
        return fail(error, "CameraConfiguration::validate", 0,
                    "the camera offers no format with luma (R8, YUV420, NV12, YUYV, RGB888, MJPEG)");
    int code = camera.camera->configure(camera.configuration.get());
    if (code < 0) return fail(error, "Camera::configure", code);
    camera.stream = stream.stream();
    return true;
}

bool map(nodline_camera &camera, FrameBuffer &buffer, nodline_camera_error *error) {
    const FrameBuffer::Plane &first = buffer.planes()[0];
    Mapping mapping;
    mapping.descriptor = first.fd.get();
    mapping.offset = first.offset == FrameBuffer::Plane::kInvalidOffset ? 0 : first.offset;
    mapping.size = first.length;
    // Only luma is read, but its offset need not be page-aligned: map from the start.
    mapping.length = mapping.offset + mapping.size;
    void *base = mmap(nullptr, mapping.length, PROT_READ, MAP_SHARED, mapping.descriptor, 0);
    if (base == MAP_FAILED) return fail(error, "mmap", errno);
    mapping.base = static_cast<uint8_t *>(base);
    camera.mappings.push_back(mapping);
    return true;
}

bool allocate(nodline_camera &camera, nodline_camera_error *error) {
    camera.allocator = std::make_unique<FrameBufferAllocator>(camera.camera);
    int code = camera.allocator->allocate(camera.stream);
    if (code < 0) return fail(error, "FrameBufferAllocator::allocate", code);
    for (const auto &buffer : camera.allocator->buffers(camera.stream)) {
        auto request = camera.camera->createRequest(camera.requests.size());
        if (!request) return fail(error, "Camera::createRequest", ENOMEM);
        code = request->addBuffer(camera.stream, buffer.get());
        if (code < 0) return fail(error, "Request::addBuffer", code);
        if (!map(camera, *buffer, error)) return false;
        camera.requests.push_back(std::move(request));
    }
    return true;
}

void stop(nodline_camera *camera) {
    {
        std::lock_guard<std::mutex> guard(camera->lock);
        camera->accepts = false;
        camera->waiting = nullptr;
    }
    if (camera->isRunning) camera->camera->stop();
    camera->isRunning = false;
}

void closeCamera(nodline_camera *camera) {
    if (!camera) return;
    stop(camera);
    if (camera->camera) {
        camera->camera->requestCompleted.disconnect(camera);
        camera->camera->disconnected.disconnect(camera);
    }
    for (Mapping &mapping : camera->mappings) munmap(mapping.base, mapping.length);
    camera->requests.clear();
    if (camera->allocator && camera->stream) camera->allocator->free(camera->stream);
    camera->allocator.reset();
    camera->configuration.reset();
    if (camera->camera) {
        camera->camera->release();
        auto &open = camera->system->open;
        open.erase(std::find(open.begin(), open.end(), camera->camera.get()));
    }
    camera->camera.reset();
    if (camera->wake >= 0) close(camera->wake);
    delete camera;
}

bool openInto(nodline_camera &camera, nodline_camera_system *system, const char *id, const nodline_camera_wish *wish,
              nodline_camera_error *error) {
    camera.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (camera.wake < 0) return fail(error, "eventfd", errno);
    auto found = system->manager.get(id);
    if (!found) return fail(error, "CameraManager::get", ENODEV, id);
    int code = found->acquire();
    if (code < 0) return fail(error, "Camera::acquire", code, code == -EBUSY ? "another program uses this camera" : "");
    system->open.push_back(found.get());
    camera.system = system;
    camera.camera = found;
    camera.rate = wish->rate;
    if (!configure(camera, *wish, error) || !allocate(camera, error)) return false;
    camera.keepsRate = found->controls().find(&controls::FrameDurationLimits) != found->controls().end();
    found->requestCompleted.connect(&camera, &nodline_camera::completed);
    found->disconnected.connect(&camera, &nodline_camera::disconnected);
    return true;
}

bool openCamera(nodline_camera_system *system, const char *id, const nodline_camera_wish *wish, nodline_camera_mode *mode,
                nodline_camera **camera, nodline_camera_error *error) {
    nodline_camera *opened = nullptr;
    try {
        opened = new nodline_camera;
        if (!openInto(*opened, system, id, wish, error)) {
            closeCamera(opened);
            return false;
        }
        const StreamConfiguration &stream = opened->configuration->at(0);
        *mode = {};
        mode->width = stream.size.width;
        mode->height = stream.size.height;
        mode->stride = stream.stride;
        mode->layout = opened->layout;
        mode->keeps_rate = opened->keepsRate || opened->rate <= 0;
        // If the camera does not say, full range is assumed: networks tolerate an image that is slightly grey.
        mode->is_full_range = !stream.colorSpace || stream.colorSpace->range == ColorSpace::Range::Full
            || opened->layout >= NODLINE_CAMERA_RGB;
        snprintf(mode->format, sizeof mode->format, "%s", stream.pixelFormat.toString().c_str());
        *camera = opened;
        return true;
    } catch (const std::exception &exception) {
        closeCamera(opened);
        return fail(error, "Camera", 0, exception.what());
    }
}

bool start(nodline_camera *camera, nodline_camera_error *error) {
    try {
        {
            std::lock_guard<std::mutex> guard(camera->lock);
            camera->isStalled = false;
            camera->inFlight = 0;
            camera->tooSoon = 0;
            camera->dropped = 0;
            camera->accepts = true;
            camera->rateChanged = camera->rate > 0;
        }
        int code = camera->camera->start();
        if (code < 0) {
            stop(camera);
            return fail(error, "Camera::start", code);
        }
        camera->isRunning = true;
        std::lock_guard<std::mutex> guard(camera->lock);
        for (auto &request : camera->requests) camera->queue(request.get());
        if (camera->isStalled) return fail(error, "Camera::queueRequest", EIO);
        return true;
    } catch (const std::exception &exception) {
        return fail(error, "Camera::start", 0, exception.what());
    }
}

int descriptor(const nodline_camera *camera) { return camera->wake; }

// CPU reads of a dma-buf must be bracketed (DMA_BUF_IOCTL_SYNC); other memory gives ENOTTY once.
void bracket(Mapping &mapping, uint64_t flags) {
    if (!mapping.isDmaBuf) return;
    dma_buf_sync sync{};
    sync.flags = flags | DMA_BUF_SYNC_READ;
    int result;
    do result = ioctl(mapping.descriptor, DMA_BUF_IOCTL_SYNC, &sync);
    while (result < 0 && (errno == EINTR || errno == EAGAIN));
    if (result < 0 && errno == ENOTTY) mapping.isDmaBuf = false;
}

nodline_camera_event next(nodline_camera *camera, nodline_camera_frame *frame) {
    uint64_t count;
    (void)!read(camera->wake, &count, sizeof count);
    std::unique_lock<std::mutex> guard(camera->lock);
    if (camera->isGone) return NODLINE_CAMERA_GONE;
    if (camera->isStalled) return NODLINE_CAMERA_STALLED;
    Request *request = camera->waiting;
    if (!request) return NODLINE_CAMERA_NONE;
    camera->waiting = nullptr;
    const FrameBuffer *buffer = request->buffers().begin()->second;
    const FrameMetadata &metadata = buffer->metadata();
    // Not a comparison with success: the virtual camera of 0.4.0 leaves garbage in the status of good frames.
    if (metadata.status == FrameMetadata::FrameError || metadata.status == FrameMetadata::FrameCancelled) {
        camera->dropped++;
        camera->queue(request);
        return NODLINE_CAMERA_NONE;
    }
    uint32_t slot = uint32_t(request->cookie());
    Mapping &mapping = camera->mappings[slot];
    size_t used = metadata.planes().empty() ? 0 : metadata.planes()[0].bytesused;
    *frame = {};
    frame->bytes = mapping.base + mapping.offset;
    // Some drivers report 0 bytes for a whole frame. Only a JPEG image's size is unknown without them.
    frame->size = used > 0 && used <= mapping.size ? used : mapping.size;
    auto sensor = request->metadata().get(controls::SensorTimestamp);
    frame->timestamp = sensor ? uint64_t(*sensor) : metadata.timestamp;
    frame->keeps_rate = camera->keepsRate || camera->rate <= 0;
    frame->arrival = camera->waitingArrival;
    frame->dropped = camera->dropped;
    frame->slot = slot;
    guard.unlock();
    bracket(mapping, DMA_BUF_SYNC_START);
    return NODLINE_CAMERA_FRAME;
}

void giveBack(nodline_camera *camera, uint32_t slot) {
    if (slot >= camera->requests.size()) return;
    bracket(camera->mappings[slot], DMA_BUF_SYNC_END);
    std::lock_guard<std::mutex> guard(camera->lock);
    camera->queue(camera->requests[slot].get());
    if (camera->isStalled) camera->signal();
}

bool setRate(nodline_camera *camera, double rate) {
    std::lock_guard<std::mutex> guard(camera->lock);
    camera->rate = rate;
    camera->rateChanged = true;
    return camera->keepsRate;
}

const char builtFor[] = "libcamera " LIBCAMERA_VERSION_TEXT;

const nodline_camera_table table = {
    NODLINE_CAMERA_ABI, sizeof(nodline_camera_table), sizeof(nodline_camera_info), sizeof(nodline_camera_mode),
    sizeof(nodline_camera_frame), builtFor, openSystem, closeSystem, describe, openCamera, closeCamera, start, stop,
    descriptor, next, giveBack, setRate,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const nodline_camera_table *nodline_camera_table_entry()
    __asm__(NODLINE_CAMERA_ENTRY);
extern "C" const nodline_camera_table *nodline_camera_table_entry() { return &table; }
