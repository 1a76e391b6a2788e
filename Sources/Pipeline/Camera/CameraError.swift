import CLibcamera
import Glibc
import Platform

/// A camera that cannot be used: the call that failed, and why.
public struct CameraError: Error, Equatable, CustomStringConvertible {
    public let call: String
    public let problem: String

    public init(call: String, problem: String) {
        self.call = call
        self.problem = problem
    }

    init(_ error: nodline_camera_error) {
        call = String(cArray: error.call)
        let detail = String(cArray: error.detail)
        let reason = error.code != 0 ? String(cString: strerror(error.code)) : ""
        problem = [reason, detail].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    public var description: String { "\(call): \(problem)" }
}
