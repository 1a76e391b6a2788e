import CTOML
import Glibc
import Platform

/// Reads the bytes of a configuration file.
package enum ConfigurationFile {
    /// The longest configuration in bytes; the sample file has about 23,000.
    private static let longest = Int(NODLINE_TOML_MAX_BYTES)

    /// Reads a regular file of limited size. Anything else is refused at once: a pipe or a device may have no end.
    /// - Throws: ``ConfigurationError``.
    package static func bytes(of path: String) throws(ConfigurationError) -> [UInt8] {
        let problem: String
        guard !path.isEmpty else {
            throw ConfigurationError(faults: [ConfigurationFault(file: "\"\"", line: nil, key: nil, problem: "the file's name is empty; expected for example /etc/nodline/nodline.toml")])
        }
        do throws(SystemError) {
            let descriptor = try Descriptor(open: path, O_RDONLY | O_NONBLOCK)
            let status = try descriptor.status()
            switch status.st_mode & S_IFMT {
            case S_IFREG where status.st_size == 0:
                problem = "it is empty, as a full disk or a power cut leaves a file; expected a configuration, which begins with config_version = 1"
            case S_IFREG where status.st_size <= longest:
                return try descriptor.read(upTo: longest)  // if the file grows meanwhile, the parser refuses it
            case S_IFREG: problem = "it has \(status.st_size) bytes; expected a configuration, of at most \(longest)"
            case S_IFDIR: problem = "it is a folder; expected a configuration file"
            default: problem = "it is a pipe or a device; expected a configuration file"
            }
        } catch {
            problem = error.code == ENOENT ? "there is no such file" + FileName.remark(on: path) : "it cannot be read (\(error.call): \(error.reason))"
        }
        throw ConfigurationError(faults: [ConfigurationFault(file: path, line: nil, key: nil, problem: problem)])
    }
}
