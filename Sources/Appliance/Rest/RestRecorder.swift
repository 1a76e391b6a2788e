import Platform
import Synchronization
import Traces

/// Collects what the head does in ordinary minutes, and hands it to the writer in files of two minutes.
package final class RestRecorder {
    /// Files that wait for the disk before it counts as too slow.
    private static let mostWaiting = 3
    /// A gap in the frames longer than this, in seconds, does not count as seen.
    private static let longestGap = 0.5

    /// Written and failed files, from the writer's thread.
    private final class Outcome: Sendable {
        let state = Mutex((waiting: 0, failure: String?.none))
    }

    let profile: String
    /// In the loop's seconds.
    let until: Double
    /// Seconds with a face: so far, and those that were there before.
    package private(set) var seen = 0.0
    let before: Double
    /// When the next report is due, in minutes with a face.
    var reported = 0
    private let folder: RestFolder
    private let writer: StateWriter
    private let outcome = Outcome()
    private var trace = HeadTrace(marks: [])
    private var seenInFile = 0.0
    private var written = 0
    private var lastSeen: Double?
    private var isOver = false

    package init(_ folder: RestFolder, of profile: String, before: Double, writer: StateWriter, until: Double) {
        (self.folder, self.profile, self.before, self.writer, self.until) = (folder, profile, before, writer, until)
    }

    /// Takes a frame.
    package func add(_ mark: HeadMark) {
        guard !isOver, mark.time >= trace.marks.last?.time ?? 0 else { return }
        if mark.face == nil {
            lastSeen = nil
        } else {
            if let lastSeen, mark.time - lastSeen <= Self.longestGap { (seen, seenInFile) = (seen + mark.time - lastSeen, seenInFile + mark.time - lastSeen) }
            lastSeen = mark.time
        }
        trace.marks.append(mark)
        if let first = trace.marks.first, mark.time - first.time >= RestFolder.stretch { write() }
    }

    /// Ends it; what has been collected is written.
    package func stop() {
        guard !isOver else { return }
        isOver = true
        write()
    }

    /// How it has ended, once everything is on the disk; the reason if it failed.
    package var end: (isOver: Bool, failure: String?) {
        outcome.state.withLock { ($0.failure != nil || isOver && $0.waiting == 0, $0.failure) }
    }

    private func write() {
        let full = trace, seconds = seenInFile
        (trace, seenInFile) = (HeadTrace(marks: []), 0)
        guard seconds >= 1 else { return }  // nobody was there
        let isLate = outcome.state.withLock { state in
            state.waiting += 1
            if state.waiting > Self.mostWaiting, state.failure == nil { state.failure = "the disk is too slow" }
            return state.waiting > Self.mostWaiting
        }
        guard !isLate else { return }
        written += 1
        // A name of its own: a newer file supersedes no older one.
        writer.write("ordinary minutes \(written)") { [folder, outcome] () throws(StateWriter.Failure) in
            var failure: String?
            do throws(StateWriter.Failure) { try folder.write(full, seconds: seconds) } catch { failure = error.description }
            outcome.state.withLock { [failure] state in
                state.waiting -= 1
                state.failure = state.failure ?? failure
            }
        }
    }
}
