import FoundationEssentials
import Pipeline
import Platform
import Synchronization
import Wire

/// Compresses pictures on a thread of its own, one at a time. Nothing waits: while it works, no other picture is taken.
final class PreviewWorker: Sendable {
    /// Pixels, and the record without its picture.
    struct Job: Sendable {
        let pixels: [UInt8]
        var record: PreviewRecord
    }

    private struct State {
        var job: Job?
        var isBusy = false
        var isEnding = false
        var line: String?
    }

    /// In per cent: the face is well to be seen, and a picture of 320×240 has about 8 KB.
    private static let quality = 60

    private let state = Mutex(State())
    private let bell = Bell()
    /// Rings when a line is ready.
    let news = Bell()

    /// Starts the thread, which lasts until ``end()``.
    init() throws(SystemError) {
        try BackgroundThread.start(wokenBy: bell, news) { self.run() }
    }

    func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    var isFree: Bool { state.withLock { !$0.isBusy && $0.line == nil } }

    func post(_ job: Job) {
        state.withLock { ($0.job, $0.isBusy) = (job, true) }
        bell.ring()
    }

    /// The line of the last picture, once.
    func take() -> String? {
        news.wait(atMost: 0)
        return state.withLock { state in
            defer { state.line = nil }
            return state.line
        }
    }

    private func run() {
        let encoder = JPEGEncoder()
        while !state.withLock({ $0.isEnding }) {
            bell.wait(atMost: nil)
            let next = state.withLock { state -> Job? in
                defer { state.job = nil }
                return state.job
            }
            guard var job = next else { continue }
            let jpeg = encoder.jpeg(of: job.pixels, width: job.record.width, height: job.record.height, quality: Self.quality)
            job.record.jpeg = jpeg.map { Data($0).base64EncodedString() } ?? ""
            let line = jpeg == nil ? nil : JSONLine.text(job.record)
            state.withLock { ($0.line, $0.isBusy) = (line, false) }
            news.ring()
        }
    }
}
