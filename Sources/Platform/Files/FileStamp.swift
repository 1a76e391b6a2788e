import Glibc

/// What a change of a file changes: equal stamps mean that nobody wrote or replaced it.
package struct FileStamp: Equatable, Sendable {
    private let parts: [Int]

    /// - Parameter path: a file that may be missing.
    package init(_ path: String) {
        var status = stat()
        parts = stat(path, &status) == 0 ? [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)] : []
    }
}
