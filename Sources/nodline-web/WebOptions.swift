import Platform

/// The command line of `nodline-web`.
struct WebOptions {
    struct Fault: Error {
        let problem: String
    }

    static let help = """
        Usage: nodline-web [--config FILE] [--enabled] [--socket PATH] [--page FOLDER] [--runtime FOLDER] [--state FOLDER] [--voice PATH]
        Serves Nodline's setup page to browsers, as [web] of the configuration says.
          --config FILE     the appliance's configuration
          --enabled         only say whether [web] enabled is true: status 0, otherwise 1
          --socket PATH     the appliance's control socket
          --page FOLDER     the page's files
          --runtime FOLDER  for its own sockets
          --state FOLDER    for the list of paired browsers; without one it lasts until the program ends
          --voice PATH      the socket of nodline-voice
        """

    private(set) var config: String?
    private(set) var socket: String?
    private(set) var onlyAsks = false
    private(set) var wantsHelp = false
    private(set) var page = WebOptions.standardPage
    private(set) var runtime = Environment.folder("RUNTIME_DIRECTORY") ?? Environment.variable("XDG_RUNTIME_DIR").map { $0 + "/nodline-web" }
    private(set) var voice = "/run/nodline-voice/voice"
    private(set) var state = Environment.folder("STATE_DIRECTORY")

    init(_ words: some Collection<String>) throws(Fault) {
        var words = words[...].makeIterator()
        func value(of option: String) throws(Fault) -> String {
            guard let value = words.next(), !value.isEmpty else { throw Fault(problem: "a value is missing after \(option)") }
            return value
        }
        while let word = words.next() {
            switch word {
            case "--config": config = try value(of: word)
            case "--socket": socket = try value(of: word)
            case "--page": page = try value(of: word)
            case "--runtime": runtime = try value(of: word)
            case "--state": state = try value(of: word)
            case "--voice": voice = try value(of: word)
            case "--enabled": onlyAsks = true
            case "--help", "-h": wantsHelp = true
            default: throw Fault(problem: "unknown option \(word.quoted)")
            }
        }
    }

    /// The code of the boot partition's nodline.txt, which the unit passes on as a credential (systemd.exec(5), LoadCredential).
    var bootCode: String? {
        guard let folder = Environment.variable("CREDENTIALS_DIRECTORY"), let bytes = try? FileBytes.read(folder + "/boot-code") else { return nil }
        return String(decoding: bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self)
    }

    /// The installed files, or those of the checkout in which this program was built.
    private static var standardPage: String {
        let program = ProgramFile.path
        guard let build = program.firstRange(of: "/.build/") else { return "/usr/share/nodline/web" }
        return program[..<build.lowerBound] + "/Sources/Web/Page"
    }
}
