import Platform

/// The command line of `nodline-web`.
struct WebOptions {
    private static let options = ProgramOptions(
        of: "nodline-web", valued: ["--config", "--socket", "--page", "--runtime", "--state", "--voice"], flags: ["--enabled"],
        help: """
            Usage: nodline-web [--config FILE] [--enabled] [--socket PATH] [--page FOLDER] [--runtime FOLDER] [--state FOLDER] [--voice PATH]
            Serves Nodline's setup page to browsers, as [web] of the configuration says.
              --config FILE     the appliance's configuration
              --enabled         only say whether [web] enabled is true: status 0, otherwise 1
              --socket PATH     the appliance's control socket
              --page FOLDER     the page's files
              --runtime FOLDER  for its own sockets
              --state FOLDER    for the list of paired browsers; without one it lasts until the program ends
              --voice PATH      the socket of nodline-voice
            """)

    let config = Self.options["--config"]
    let socket = Self.options["--socket"]
    let onlyAsks = Self.options.has("--enabled")
    let page = Self.options["--page"] ?? WebOptions.standardPage
    let state = Self.options["--state"] ?? Environment.folder("STATE_DIRECTORY")
    let voice = Self.options["--voice"] ?? "/run/nodline-voice/voice"

    /// For the program's own sockets.
    var runtime: String {
        let given = Self.options["--runtime"] ?? Environment.folder("RUNTIME_DIRECTORY")
        if let folder = given ?? Environment.variable("XDG_RUNTIME_DIR").map({ $0 + "/nodline-web" }) { return folder }
        Self.options.refuse("there is no folder for its sockets; expected --runtime, RUNTIME_DIRECTORY or XDG_RUNTIME_DIR")
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
