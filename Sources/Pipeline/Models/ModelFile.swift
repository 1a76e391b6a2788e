import CDigest
import Platform

/// A file that nodline does not carry in its own source: the runtime and the models, pinned by their SHA-256.
///
/// `deploy/requirements.lock` pins the wheels that these files come from.
public enum ModelFile: CaseIterable, Sendable {
    /// LiteRT 2.3.0 (`ai-edge-litert`).
    case runtime
    /// MediaPipe BlazeFace, short range (`mediapipe` 0.10.21).
    case detector
    /// MediaPipe Face Mesh, 468 points (`mediapipe` 0.10.21).
    case mesh
    /// MediaPipe Iris, 64 × 64 (`mediapipe` 0.10.21).
    case iris

    /// The file's name.
    public var name: String {
        switch self {
        case .runtime: "libLiteRt.so"
        case .detector: "face_detection_short_range.tflite"
        case .mesh: "face_landmark.tflite"
        case .iris: "iris_landmark.tflite"
        }
    }

    /// The expected SHA-256, lower-case hexadecimal.
    public var sha256: String {
        switch self {
        case .runtime:
            #if arch(arm64)
            "b57687dc234d2b8b0598aef5a9c961ed24263df8f8b3f56adbee1cff618e544b"
            #else
            "eec47eb35e2924b3166015887e652a58edc9af823ae38e02bf83bef2548300bb"
            #endif
        case .detector: "bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8"
        case .mesh: "1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814"
        case .iris: "d1744d2a09c25f501d39eba4faff47e53ecca8852c5ce19bce8eeac39357521f"
        }
    }

    /// Reads the file and checks its digest.
    /// - Throws: ``ModelError`` if it is missing, cannot be read, or has another digest.
    func read(from path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path)
        } catch {
            throw ModelError(path: path, file: self, problem: "cannot be read (\(error.problem))")
        }
        let found = Self.sha256(of: bytes)
        guard found == sha256 else {
            throw ModelError(path: path, file: self, problem: "is damaged or of another version (its SHA-256 is \(found))")
        }
        return bytes
    }

    static func sha256(of bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: 65)  // 64 digits and the terminating zero
        _ = SHA256Data(bytes, bytes.count, &text)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
}

/// A model or runtime that is missing, damaged or of the wrong shape. The program does not start without it.
public struct ModelError: Error, Equatable, CustomStringConvertible {
    public let path: String
    public let file: ModelFile
    /// The problem; follows the file's path.
    public let problem: String

    public init(path: String, file: ModelFile, problem: String) {
        self.path = path
        self.file = file
        self.problem = problem
    }

    public var description: String {
        "\(path) \(problem). Expected \(file.name) with SHA-256 \(file.sha256). "
            + "To fetch it: deploy/fetch in a checkout, apt install --reinstall nodline where the package is installed."
    }
}
