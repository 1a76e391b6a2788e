import Glibc
import People
import Platform

/// Where the program `nodline-people` is.
package struct RecognitionProgram: Equatable, Sendable {
    /// Its path and arguments; `nil` if it is not installed.
    package let words: [String]?

    package init(_ words: [String]?) { self.words = words }

    /// Beside this program, as in a build, or where the package installs it. NODLINE_PEOPLE names another one, for tests.
    package static func installed(_ method: RecognitionMethod) -> RecognitionProgram {
        let own = ProgramFile.path, beside = own.lastIndex(of: "/").map { String(own[...$0]) + "nodline-people" }
        let places = [Environment.variable("NODLINE_PEOPLE"), beside, "/usr/bin/nodline-people", "/usr/lib/nodline/nodline-people"]
        return RecognitionProgram(places.compactMap(\.self).first { access($0, X_OK) == 0 }.map { [$0, "--method", method.rawValue] })
    }
}
