import CTOML
import Glibc

/// A configuration file's bytes.
package enum ConfigurationFile {
    /// No configuration is longer, in bytes; the manual has 24,000.
    private static let longest = Int(NODLINE_TOML_MAX_BYTES)

    /// Reads a regular file that is not too long. Anything else is refused at once: a pipe or a device may have no end.
    /// - Throws: ``ConfigurationError``.
    package static func bytes(of path: String) throws(ConfigurationError) -> [UInt8] {
        func failed(_ problem: String) -> ConfigurationError {
            ConfigurationError(faults: [ConfigurationFault(file: path, line: nil, key: nil, problem: problem)])
        }
        func failed(_ call: String, _ code: Int32) -> ConfigurationError {
            failed("it cannot be read (\(call): \(String(cString: strerror(code))))")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? failed("there is no such file") : failed("open", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failed("fstat", errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw failed("it is a folder; expected a configuration file")
        default: throw failed("it is a pipe or a device; expected a configuration file")
        }
        guard status.st_size <= longest else {
            throw failed("it has \(status.st_size) bytes; expected a configuration, of at most \(longest)")
        }
        return try read(descriptor, failed)
    }

    private static func read(_ descriptor: Int32, _ failed: (String, Int32) -> ConfigurationError) throws(ConfigurationError) -> [UInt8] {
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 16384)
        while bytes.count <= longest {  // one that grows meanwhile is the parser's to refuse
            let got = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if got == 0 { break }
            if got > 0 { bytes += chunk[..<got] } else if errno != EINTR { throw failed("read", errno) }
        }
        return bytes
    }
}
