import People
import Platform

/// The command line.
struct PeopleOptions {
    static let help = """
        Usage: nodline-people [--method dlib|patterns] [--model FILE] [--idle SECONDS]
        Turns pictures of faces into numbers, for nodline, which starts it: requests on standard input, replies on standard output.
          --method METHOD  dlib (its network; the default) or patterns (local binary patterns; coarser, needs no model).
          --model FILE     dlib's model; otherwise the installed one, or that of a checkout (deploy/fetch --people)
          --idle SECONDS   ends when no request has come for this time, 1 to 3600. Default: 60
        """

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    var method = RecognitionMethod.dlib
    var model = DlibModel.standardPath
    /// Seconds.
    var idle = 60
    var wantsHelp = false

    init(_ words: ArraySlice<String>) throws(Fault) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--method", "--model", "--idle":
                guard let value = words.next(), !value.isEmpty else { throw Fault(description: "a value is missing after \(word)") }
                try set(word, value)
            default: throw Fault(description: "unknown option \(word.quoted)")
            }
        }
    }

    private mutating func set(_ option: String, _ value: String) throws(Fault) {
        switch option {
        case "--method":
            guard let method = RecognitionMethod(rawValue: value) else {
                throw Fault(description: "unknown method \(value.quoted); expected "
                    + RecognitionMethod.allCases.map(\.rawValue.quoted).joined(separator: " or "))
            }
            self.method = method
        case "--idle":
            guard let seconds = Int(value), (1...3600).contains(seconds) else {
                throw Fault(description: "--idle \(value.quoted); expected 1 to 3600 seconds")
            }
            idle = seconds
        default: model = value
        }
    }

    func embedder() throws -> any Embedder {
        switch method {
        case .dlib: try DlibEmbedder(model: model)
        case .patterns: PatternsEmbedder()
        }
    }
}
