import Glibc

/// Reads all bytes of a regular file.
package enum FileBytes {
    /// No image, model or library comes near this size.
    package static let largest = 256 << 20

    /// Reads a file that a program keeps for itself.
    /// - Returns: `nil` if there is none.
    package static func readKept(_ file: String, upTo limit: Int) throws(FileError) -> [UInt8]? {
        if access(file, F_OK) != 0, errno == ENOENT { return nil }
        return try read(file, upTo: limit, flags: O_NOFOLLOW)
    }

    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - flags: for open(2), besides those that reading needs.
    /// - Throws: ``FileError`` with the name of the call that failed.
    package static func read(_ file: String, upTo limit: Int = largest, flags: Int32 = 0) throws(FileError) -> [UInt8] {
        let problem: String
        do throws(SystemError) {
            let descriptor = try Descriptor(open: file, O_RDONLY | O_NONBLOCK | flags)  // a pipe must not block
            let status = try descriptor.status()
            if status.st_mode & S_IFMT != S_IFREG {
                problem = "it is not a regular file"
            } else if status.st_size > limit {
                problem = "it has \(status.st_size) bytes; expected at most \(limit)"
            } else {
                return try descriptor.read(upTo: limit, expecting: Int(status.st_size))
            }
        } catch {
            problem = "\(error.call): \(error.reason)"
        }
        throw FileError(file: file, problem: problem)
    }
}

/// A file that could not be read, and why.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let problem: String

    package init(file: String, problem: String) { (self.file, self.problem) = (file, problem) }

    package var description: String { "\(file): \(problem)" }
}
