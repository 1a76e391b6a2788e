import Glibc
import Platform

/// The command line of `nodline-mqtt`, and the service's credentials.
struct MQTTOptions {
    struct Fault: Error {
        let problem: String
    }

    static let help = """
        Usage: nodline-mqtt [--config FILE] [--enabled] [--events PATH] [--socket PATH] [--state FOLDER]
        Tells an MQTT broker what Nodline does, as [mqtt] of the configuration says.
          --config FILE  the appliance's configuration
          --enabled      only say whether [mqtt] names a broker: status 0, otherwise 1
          --events PATH  the appliance's socket for events
          --socket PATH  the appliance's control socket, for commands
          --state FOLDER where it is remembered under which names this machine has published (STATE_DIRECTORY)
        """

    private(set) var config: String?
    private(set) var events: String?
    private(set) var control: String?
    private(set) var state = Environment.folder("STATE_DIRECTORY")
    private(set) var onlyAsks = false
    private(set) var wantsHelp = false

    init(_ words: some Collection<String>) throws(Fault) {
        var words = words[...].makeIterator()
        func value(of option: String) throws(Fault) -> String {
            guard let value = words.next(), !value.isEmpty else { throw Fault(problem: "a value is missing after \(option)") }
            return value
        }
        while let word = words.next() {
            switch word {
            case "--config": config = try value(of: word)
            case "--events": events = try value(of: word)
            case "--socket": control = try value(of: word)
            case "--state": state = try value(of: word)
            case "--enabled": onlyAsks = true
            case "--help", "-h": wantsHelp = true
            default: throw Fault(problem: "unknown option \(word.quoted)")
            }
        }
    }

    /// The file of a credential that is not empty (systemd.exec(5), LoadCredential).
    func credential(_ name: String) -> String? {
        guard let folder = Environment.variable("CREDENTIALS_DIRECTORY") else { return nil }
        let path = folder + "/" + name
        return (try? FileBytes.read(path)).map { $0.contains { $0 > 0x20 } } == true ? path : nil
    }

    /// The password's file without its last line end; `nil` if there is none.
    func password(file: String) throws(FileError) -> String? {
        guard let path = file.isEmpty ? credential("mqtt-password") : file else { return nil }
        return String(decoding: try FileBytes.read(path).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
