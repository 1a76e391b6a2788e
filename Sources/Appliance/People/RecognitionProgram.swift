import Glibc
import People
import Platform

/// Where the program `nodline-people` is.
package struct RecognitionProgram: Sendable {
    /// Paths, of which the first that can be executed counts.
    private let places: [String]
    private let arguments: [String]

    package init(_ places: [String], _ arguments: [String] = []) {
        self.places = places
        self.arguments = arguments
    }

    /// Beside this program, as in a build, or where the package installs it. NODLINE_PEOPLE names another one, for tests.
    package static func installed(_ method: RecognitionMethod) -> RecognitionProgram {
        let own = ProgramFile.path, beside = own.lastIndex(of: "/").map { String(own[...$0]) + "nodline-people" }
        let places = [Environment.variable("NODLINE_PEOPLE"), beside, "/usr/bin/nodline-people"]
        return RecognitionProgram(places.compactMap(\.self), ["--method", method.rawValue])
    }

    /// Its path and arguments; `nil` if it is not installed. Its package may come and go while the appliance runs.
    package var words: [String]? {
        places.first { access($0, X_OK) == 0 }.map { [$0] + arguments }
    }
}
