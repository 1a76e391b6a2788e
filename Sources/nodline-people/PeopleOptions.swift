import People
import Platform

/// The command line.
struct PeopleOptions {
    private static let options = ProgramOptions(
        of: "nodline-people", valued: ["--method", "--model", "--idle"],
        help: """
            Usage: nodline-people [--method dlib|patterns] [--model FILE] [--idle SECONDS]
            Turns pictures of faces into numbers, for nodline, which starts it: requests on standard input, replies on standard output.
              --method METHOD  dlib (its network; the default) or patterns (local binary patterns; coarser, needs no model).
              --model FILE     dlib's model; otherwise the installed one, or that of a checkout (deploy/fetch --people)
              --idle SECONDS   ends when no request has come for this time, 1 to 3600. Default: 60
            """)

    let method: RecognitionMethod
    let model = Self.options["--model"] ?? DlibModel.standardPath
    /// Seconds.
    let idle: Int

    init() {
        let options = Self.options, word = options["--method"] ?? RecognitionMethod.dlib.rawValue, seconds = options["--idle"] ?? "60"
        guard let method = RecognitionMethod(rawValue: word) else {
            options.refuse("unknown method \(word.quoted); expected " + RecognitionMethod.allCases.map(\.rawValue.quoted).joined(separator: " or "))
        }
        guard let idle = Int(seconds), (1...3600).contains(idle) else { options.refuse("--idle \(seconds.quoted); expected 1 to 3600 seconds") }
        (self.method, self.idle) = (method, idle)
    }

    func embedder() throws -> any Embedder {
        switch method {
        case .dlib: try DlibEmbedder(model: model)
        case .patterns: PatternsEmbedder()
        }
    }
}
