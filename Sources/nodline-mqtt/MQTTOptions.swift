import Glibc
import Platform

/// The command line of `nodline-mqtt`, and the service's credentials.
struct MQTTOptions {
    private static let options = ProgramOptions(
        of: "nodline-mqtt", valued: ["--config", "--events", "--socket", "--state"], flags: ["--enabled"],
        help: """
            Usage: nodline-mqtt [--config FILE] [--enabled] [--events PATH] [--socket PATH] [--state FOLDER]
            Tells an MQTT broker what Nodline does, as [mqtt] of the configuration says.
              --config FILE  the appliance's configuration
              --enabled      only say whether [mqtt] names a broker: status 0, otherwise 1
              --events PATH  the appliance's socket for events
              --socket PATH  the appliance's control socket, for commands
              --state FOLDER where it is remembered under which names this machine has published (STATE_DIRECTORY)
            """)

    let config = Self.options["--config"]
    let events = Self.options["--events"]
    let control = Self.options["--socket"]
    let state = Self.options["--state"] ?? Environment.folder("STATE_DIRECTORY")
    let onlyAsks = Self.options.has("--enabled")

    /// The file of a credential that is not empty (systemd.exec(5), LoadCredential).
    func credential(_ name: String) -> String? {
        guard let folder = Environment.variable("CREDENTIALS_DIRECTORY") else { return nil }
        let path = folder + "/" + name
        return (try? FileBytes.read(path)).map { $0.contains { $0 > 0x20 } } == true ? path : nil
    }

    /// The password's file without its last line end; `nil` if there is none.
    /// - Parameter file: the key `password_file`.
    func password(file: String) throws(FileError) -> String? {
        guard let path = file.isEmpty ? credential("mqtt-password") : file else { return nil }
        let bytes: [UInt8]
        do { bytes = try FileBytes.read(path) } catch {
            guard !file.isEmpty, let config else { throw error }
            throw FileError(file: config, problem: "mqtt.password_file: \(error)")
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
