import Platform

/// One fault: its place and its remedy.
package struct ConfigurationFault: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// The line in the file, counted from 1, if it is known.
    package let line: Int?
    /// The key's full path; `nil` for a syntax error.
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
        if let key, !key.isEmpty { place += ": \(key.excerpt(100))" }
        return "\(place): \(problem)"
    }
}

/// An invalid configuration: its first syntax error, or all faults of its values.
package struct ConfigurationError: Error, CustomStringConvertible {
    package let faults: [ConfigurationFault]

    package init(faults: [ConfigurationFault]) {
        self.faults = faults
    }

    /// The most faults that are reported. A file with more is probably not a configuration.
    private static let told = 50

    package var description: String {
        let more = faults.count > Self.told ? "\n… and \(faults.count - Self.told) more" : ""
        let lines = faults.prefix(Self.told).map(\.description).joined(separator: "\n") + more
        return faults.count == 1 ? lines : "\(faults.count) faults in the configuration:\n\(lines)"
    }
}
