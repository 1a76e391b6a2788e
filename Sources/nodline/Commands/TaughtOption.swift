import Appliance
import ArgumentParser
import Gestures

/// `--taught FILE …`, shared by the commands that run clips.
struct TaughtOption: ParsableArguments {
    @Option(name: .customLong("taught"), help: "A taught movement's template, as nodline teach --export prints it; may be given several times.")
    var files: [String] = []

    /// The templates.
    /// - Throws: an error with the file, the line and what was expected.
    func read() throws -> [TaughtGesture] {
        guard files.count <= TaughtFolder.most else { throw ValidationError("--taught: expected at most \(TaughtFolder.most) files.") }
        let gestures = try files.map { file in
            do { return try TaughtGesture(text: TaughtFolder.text(of: file)) } catch { throw ValidationError("--taught \(file): \(error)") }
        }
        guard Set(gestures.map(\.name)).count == gestures.count else { throw ValidationError("--taught: two files have the same gesture; expected one of each.") }
        return gestures
    }
}
