import Pipeline

/// A clip of a folder that could not be evaluated: its result is missing, those of the others stand.
package struct FailedClip: Sendable {
    /// The clip's file, without its folder.
    package let file: String
    /// The fault, with the name of the file in which it is.
    package let problem: String

    /// Whether an error is about one clip, its labels or its settings. Without a model no clip can be evaluated.
    static func isOfOneClip(_ error: any Error) -> Bool { !(error is ModelError) }
}
