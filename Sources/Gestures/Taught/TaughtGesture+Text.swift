extension TaughtGesture {
    /// The template as text, one line for each property and point.
    public var text: String { "" }

    /// Reads a template.
    /// - Throws: ``TaughtGestureError`` with the line, what was expected, what was found and what to do.
    public init(text: String) throws(TaughtGestureError) {
        throw TaughtGestureError(line: 0, "not a taught gesture")
    }
}
