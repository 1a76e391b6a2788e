import People

/// Turns a face into numbers, somewhere else: whoever asks goes on meanwhile.
package protocol FaceReader: AnyObject {
    /// Whether it can take a face now.
    var isFree: Bool { get }
    /// Begins with a face.
    func read(_ chip: FaceChip)
    /// The outcome, once.
    func take() -> Result<FaceEmbedding, FaceReaderFailure>?
    /// Ends for good.
    func end()
}

/// Why a face could not be turned into numbers, for people.
package struct FaceReaderFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
