import Digests
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
    public var sha256: String { content.sha256 }

    private var content: PinnedContent {
        switch self {
        case .runtime:
            #if arch(arm64)
            PinnedContent(sha256: "b57687dc234d2b8b0598aef5a9c961ed24263df8f8b3f56adbee1cff618e544b", crc32: 0x2aeb_50d0)
            #else
            PinnedContent(sha256: "eec47eb35e2924b3166015887e652a58edc9af823ae38e02bf83bef2548300bb", crc32: 0xe107_3325)
            #endif
        case .detector: PinnedContent(sha256: "bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8", crc32: 0x17e6_bd28)
        case .mesh: PinnedContent(sha256: "1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814", crc32: 0xfe66_fba3)
        case .iris: PinnedContent(sha256: "d1744d2a09c25f501d39eba4faff47e53ecca8852c5ce19bce8eeac39357521f", crc32: 0x6edc_57bb)
        }
    }

    /// Reads the file and compares it with what it must be.
    /// - Throws: ``ModelError`` if it is missing, cannot be read, is damaged or of another version.
    func read(from path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path)
        } catch {
            throw ModelError(path: path, file: self, problem: "cannot be read (\(error.problem))")
        }
        if let found = content.otherDigest(of: bytes) {
            throw ModelError(path: path, file: self, problem: "is damaged or of another version (its SHA-256 is \(found))")
        }
        return bytes
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
