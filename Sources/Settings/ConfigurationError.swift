/// One fault: where it is and how to mend it.
package struct ConfigurationFault: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// Line in the file, counted from 1, where it is known.
    package let line: Int?
    /// The key's full path; `nil` for a fault of syntax.
    package let key: String?
    package let problem: String

    package init(file: String, line: Int?, key: String?, problem: String) {
        self.file = file
        self.line = line
        self.key = key
        self.problem = problem
    }

    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let key { place += ": \(key)" }
        return "\(place): \(problem)"
    }
}

/// A configuration that is refused as a whole: the first fault of syntax, or every fault of meaning.
package struct ConfigurationError: Error, CustomStringConvertible {
    package let faults: [ConfigurationFault]

    package init(faults: [ConfigurationFault]) {
        self.faults = faults
    }

    /// The most faults that are told. A file with more is of another kind.
    private static let told = 50

    package var description: String {
        let more = faults.count > Self.told ? "\n… and \(faults.count - Self.told) more" : ""
        let lines = faults.prefix(Self.told).map(\.description).joined(separator: "\n") + more
        return faults.count == 1 ? lines : "\(faults.count) faults in the configuration:\n\(lines)"
    }
}
