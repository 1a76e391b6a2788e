import FoundationEssentials
import Glibc
import Platform

/// One run of `nodline`, or of another of its programs, with what it printed.
package struct Program: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
    /// Seconds that it waited for a processor, until it last printed something.
    package let waited: Double

    /// Lines of the output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }

    package init(_ arguments: String...) throws { try self.init(arguments) }

    /// A run that mostly waits.
    package static func waiting(_ arguments: String...) async throws -> Program { try await aside { try Program(arguments) } }

    /// - Parameter name: the program, of those that the checkout's build makes.
    package init(_ arguments: [String], environment: [String] = [], name: String = "nodline") throws {
        let folder = try TemporaryFolder()
        let errorFile = folder.path + "/errors"
        let child = try ChildProcess("sh", ["-c", "exec \"$0\" \"$@\" 2> \"$ERRORS\"", Checkout.root + ".build/release/" + name]
            + arguments, input: .null, output: .pipe, environment: ["ERRORS=\(errorFile)"] + environment)
        let descriptor = child.takeOutput()
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536), clock = Stopwatch(child.identifier)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
            clock.note()
        }
        waited = clock.waited
        let status = child.wait()
        self.status = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)  // as waitpid packs it
        output = String(decoding: bytes, as: UTF8.self)
        errors = try String(contentsOfFile: errorFile, encoding: .utf8)
    }
}
