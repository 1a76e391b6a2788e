import Glibc

/// The bytes of a file, read at once.
package struct FileBytes {
    package let bytes: [UInt8]
    /// No picture, model or library comes near this.
    private static let largest = 256 << 20

    /// - Throws: ``FileError`` with the name of the call that failed.
    package init(_ file: String) throws(FileError) {
        func fault(_ call: String) -> FileError {
            FileError(file: file, problem: "\(call): \(String(cString: strerror(errno)))")
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)  // a pipe must not make it wait
        guard descriptor >= 0 else { throw fault("open") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(file: file, problem: "it is not a regular file")
        }
        let size = Int(status.st_size)
        guard size <= Self.largest else {
            throw FileError(file: file, problem: "it has \(size) bytes; expected at most \(Self.largest)")
        }
        var fault: FileError?
        bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(descriptor, buffer.baseAddress! + count, size - count)
                if got > 0 { count += got } else if got == 0 { break } else if errno != EINTR {
                    fault = FileError(file: file, problem: "read: \(String(cString: strerror(errno)))")
                    break
                }
            }
        }
        if let fault { throw fault }
    }
}

/// A file that cannot be read, and why.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let problem: String

    package var description: String { "\(file): \(problem)" }
}
