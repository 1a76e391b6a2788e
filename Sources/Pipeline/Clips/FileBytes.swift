// A whole file in memory.
import Glibc

/// The bytes of a file, read at once.
struct FileBytes {
    let bytes: [UInt8]
    /// No picture, model or library comes near this.
    private static let largest = 256 << 20

    /// - Throws: ``ClipFault`` with the call that failed.
    init(_ file: String) throws {
        func fault(_ call: String) -> ClipFault {
            ClipFault(file: file, problem: "\(call): \(String(cString: strerror(errno)))")
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // a pipe must not make it wait
        guard descriptor >= 0 else { throw fault("open") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ClipFault(file: file, problem: "it is no regular file")
        }
        let size = Int(status.st_size)
        guard size <= Self.largest else {
            throw ClipFault(file: file, problem: "it has \(size) bytes; expected at most \(Self.largest)")
        }
        var fault: ClipFault?
        bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(descriptor, buffer.baseAddress! + count, size - count)
                if got > 0 { count += got } else if got == 0 { break } else if errno != EINTR {
                    fault = ClipFault(file: file, problem: "read: \(String(cString: strerror(errno)))")
                    break
                }
            }
        }
        if let fault { throw fault }
    }
}
