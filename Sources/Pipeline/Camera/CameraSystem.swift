import CLibcamera
import Platform

/// A camera that libcamera has found.
public struct CameraInfo: Equatable, Sendable {
    /// The direction in which a camera looks.
    public enum Location: Int32, Sendable {
        case front, back, external, somewhere

        /// The words that choose a camera by its location.
        public static let words = [front, back, external].map(\.words)

        /// Name for display.
        public var words: String {
            switch self {
            case .front: "front"
            case .back: "back"
            case .external: "external"
            case .somewhere: "unknown place"
            }
        }
    }

    /// libcamera's name for the camera; the same after a restart.
    public let id: String
    public let model: String
    public let location: Location
    /// Pixel formats, separated by blanks; empty if another program uses the camera.
    public let formats: String

    /// How closely a choice describes a camera.
    public enum Match: Int, Comparable, Sendable {
        case place, model, id

        public static func < (a: Match, b: Match) -> Bool { a.rawValue < b.rawValue }
    }

    public init(id: String, model: String, location: Location, formats: String) {
        self.id = id
        self.model = model
        self.location = location
        self.formats = formats
    }

    /// How a choice describes this camera, `nil` if it does not: `front`, `back`, `external`, an id, or a part of a model's name in any
    /// case.
    public func match(_ choice: String) -> Match? {
        if Location.words.contains(choice) { return location.words == choice ? .place : nil }
        if id == choice { return .id }
        return model.lowercased().contains(choice.lowercased()) ? .model : nil
    }
}

/// The loaded camera object with its running camera manager. Cameras keep it alive.
public final class CameraSystem {
    /// Path of the camera object unless the configuration gives one.
    public static func standardPath() -> String {
        Assets.checkoutFolder().map { $0 + "/lib/libnodline-camera.so" } ?? "/usr/lib/nodline/libnodline-camera.so"
    }

    /// The command that builds the object for this machine's libcamera: the checkout's, or the package's.
    public static var buildCommand: String {
        Assets.checkoutFolder() == nil ? "sudo /usr/lib/nodline/choose-camera-object" : "deploy/build-camera-object"
    }

    let table: nodline_camera_table
    /// There is only one camera and every choice means it: the configuration's choice refers to the cameras of a board.
    private let answersToAnyChoice: Bool
    /// The frames are recorded and replace a camera's.
    let isRecorded: Bool
    private let system: OpaquePointer

    /// - Throws: ``CameraError`` if the object is missing or of another version, or if libcamera does not start.
    public init(path: String = CameraSystem.standardPath()) throws {
        var error = nodline_camera_error()
        var object: OpaquePointer?
        guard nodline_camera_object_load(path, &object, &error), let object,
              let table = nodline_camera_object_table(object)?.pointee
        else {
            let fault = CameraError(error)
            throw CameraError(call: fault.call, problem: "\(fault.problem). Recorded clips work without it; for a camera "
                + "build it for this machine's libcamera: \(Self.buildCommand)")
        }
        var system: OpaquePointer?
        guard table.open_system(&system, &error), let system else {
            nodline_camera_object_unload(object)
            throw CameraError(error)
        }
        self.table = table
        self.system = system
        answersToAnyChoice = false
        isRecorded = false
    }

    /// One camera that repeats grey frames from memory, as fast as they are taken: for measurements.
    /// - Parameters:
    ///   - pictures: the frames one after the other, without gaps; borrowed as long as this value and its cameras live.
    ///   - rate: frames a second according to their time stamps.
    public init(showing pictures: UnsafeBufferPointer<UInt8>, width: Int, height: Int, rate: Double) throws {
        let count = pictures.count / (width * height)
        guard count > 0, let system = nodline_memory_cameras(pictures.baseAddress, count, UInt32(width), UInt32(height), rate)
        else { throw CameraError(call: "nodline_memory_cameras", problem: "no picture, or no memory") }
        table = nodline_memory_camera_table
        answersToAnyChoice = false
        isRecorded = true
        self.system = system
    }

    /// Cameras given by a function table instead of found by libcamera.
    /// - Parameters:
    ///   - system: argument of the table's functions; `close_system` is called with it at the end.
    ///   - isRecorded: there is one camera, it shows a recording, and every choice means it. Otherwise the cameras count as sensors.
    package init(table: nodline_camera_table, system: OpaquePointer, isRecorded: Bool) {
        self.table = table
        self.system = system
        answersToAnyChoice = isRecorded
        self.isRecorded = isRecorded
    }

    deinit {
        table.close_system(system)
        // The object stays loaded: libcamera's threads and static objects do not survive unloading.
    }

    /// The libcamera for which the object was built, for display.
    public var builtFor: String { table.built_for.map { String(cString: $0) } ?? "" }

    /// The cameras that are connected now.
    public var cameras: [CameraInfo] {
        var cameras: [CameraInfo] = []
        var info = nodline_camera_info()
        while table.describe(system, cameras.count, &info) {
            cameras.append(CameraInfo(
                id: String(cArray: info.id), model: String(cArray: info.model),
                location: CameraInfo.Location(rawValue: info.location) ?? .somewhere,
                formats: String(cArray: info.formats)))
        }
        return cameras
    }

    /// The camera that a choice means: `auto`, `front`, `back`, `external`, an id, or a part of a model's name.
    /// - Parameter isWritten: whether a configuration says it, which was written for the cameras of a board, and not somebody now.
    /// - Throws: ``CameraError`` that lists the available cameras.
    public func choose(_ choice: String, isWritten: Bool = true) throws -> CameraInfo {
        let cameras = cameras
        let isAny = answersToAnyChoice && (isWritten || CameraInfo.Location.words.contains(choice))
        let found = choice == "auto" || isAny ? cameras.first { $0.location == .front } ?? cameras.first
            : cameras.first { $0.match(choice) == .id } ?? cameras.first { $0.match(choice) != nil }
        if let found { return found }
        guard !cameras.isEmpty else { throw CameraError(call: "cameras", problem: "libcamera finds no camera") }
        throw CameraError(call: "cameras", problem: "no camera matches \(choice.quoted); there are "
            + cameras.map { "\"\($0.id)\" (\($0.model), \($0.location.words))" }.joined(separator: ", "))
    }

    func open(_ id: String, _ wish: nodline_camera_wish) throws -> (OpaquePointer, nodline_camera_mode) {
        var wish = wish, mode = nodline_camera_mode(), error = nodline_camera_error()
        var camera: OpaquePointer?
        guard table.open(system, id, &wish, &mode, &camera, &error), let camera else { throw CameraError(error) }
        return (camera, mode)
    }
}
