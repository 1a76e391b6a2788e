extension String {
    /// The text in a C array of characters, up to its terminating zero or the array's end.
    package init<Characters>(cArray: Characters) {
        self = withUnsafeBytes(of: cArray) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
