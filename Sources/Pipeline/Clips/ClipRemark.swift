/// What somebody who uses a clip must know about how it was read. It was read nevertheless.
public struct ClipRemark: Equatable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let file: String
    /// What is wrong, and the remedy, in one or two sentences.
    public let problem: String
    /// Whether pictures are missing or may be wrong, so that a result is not that of the whole clip.
    public let isDamage: Bool

    public init(file: String, problem: String, isDamage: Bool) {
        self.file = file
        self.problem = problem
        self.isDamage = isDamage
    }

    public var description: String { "\(file == "-" ? "standard input" : file): \(problem)" }
}
