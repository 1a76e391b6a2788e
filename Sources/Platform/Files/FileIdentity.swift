import Glibc

/// Which file something is, whatever is written to it: its device and number there.
package struct FileIdentity: Equatable, Sendable {
    private let device: dev_t, number: ino_t

    /// - Parameter path: of a file; a link is one of its own.
    /// - Returns: `nil` if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// - Parameter descriptor: of an open file.
    /// - Returns: `nil` if it is not open.
    package init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
