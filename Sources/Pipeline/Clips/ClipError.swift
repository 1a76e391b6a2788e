/// A clip that cannot be read: its name, the place in it, what was found and what was expected.
public struct ClipError: Error, Equatable, CustomStringConvertible {
    /// The file, or `-` for standard input.
    public let file: String
    /// The problem and the remedy, in one or two sentences.
    public let problem: String

    public init(file: String, problem: String) {
        self.file = file
        self.problem = problem
    }

    public var description: String { "\(file == "-" ? "standard input" : file): \(problem)" }
}
