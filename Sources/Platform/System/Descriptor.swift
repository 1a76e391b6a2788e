import Glibc

/// An open file, closed when this value ends.
public struct Descriptor: ~Copyable {
    public let number: Int32
    /// For errors.
    private let path: String

    /// Opens a file, which children do not inherit. The corresponding C function is `open`.
    /// - Parameters:
    ///   - flags: `O_CLOEXEC` is added.
    ///   - mode: of a new file.
    public init(open path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        number = try systemCall("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) }
        self.path = path
    }

    /// Takes over an open descriptor.
    /// - Parameter path: what it is, for errors.
    public init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { close(number) }

    /// The file's status. The corresponding C function is `fstat`.
    public func status() throws(SystemError) -> stat {
        var status = stat()
        try systemCall("fstat", path) { fstat(number, &status) }
        return status
    }

    /// Reads to the end, or until there are more than `limit` bytes.
    /// - Parameter size: the expected number of bytes, for which memory is reserved.
    public func read(upTo limit: Int, expecting size: Int = 16384) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size + 1)  // one byte more, so that the end of the file is seen without another round
        var count = 0
        while count <= limit {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let got = try systemCall("read", path) {
                bytes[count...].withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            }
            if got == 0 { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try systemCall("write", path) { rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } })
        }
    }

    /// Waits until the file is on the disk. The corresponding C function is `fsync`.
    public func sync() throws(SystemError) { try systemCall("fsync", path) { fsync(number) } }
}
