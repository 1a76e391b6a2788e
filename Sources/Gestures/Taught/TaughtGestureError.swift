/// A template's text that cannot be used.
public struct TaughtGestureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Line number from 1; 0 for the whole text.
    public let line: Int
    /// What was expected, what was found, and what to do.
    public let problem: String
    /// The text is of a later version of the program.
    public let isNewer: Bool

    init(line: Int, _ problem: String, isNewer: Bool = false) {
        self.line = line
        self.problem = problem
        self.isNewer = isNewer
    }

    public var description: String { line > 0 ? "line \(line): \(problem)" : problem }
}
