// What can be wrong with a recorded clip.

/// A clip that cannot be read: which one, where in it, what was found, what was expected.
public struct ClipError: Error, Equatable, CustomStringConvertible {
    /// The file, or `-` for standard input.
    public let file: String
    /// What is wrong and what to do, one sentence or two.
    public let problem: String

    public init(file: String, problem: String) {
        self.file = file
        self.problem = problem
    }

    public var description: String { "\(file == "-" ? "standard input" : file): \(problem)" }
}
