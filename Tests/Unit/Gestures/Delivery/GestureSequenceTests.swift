import Gestures
import Testing

@Suite("Gestures of an asynchronous sequence")
struct GestureSequenceTests {
    private struct Broken: Error {}

    /// A head that rests, looks to the left, and stays to the right until the end.
    private static let samples = (1...180).map { frame in
        let time = Double(frame) / 30
        return HeadSample(time: time, angles: HeadAngles(yaw: (2..<2.4).contains(time) ? 15 : time >= 4 ? -15 : 0, pitch: 0))
    }

    private static var poses: AsyncStream<HeadSample> {
        AsyncStream { continuation in
            for sample in samples { continuation.yield(sample) }
            continuation.finish()
        }
    }

    @Test("the loop gets each gesture once, and the end of the samples ends what is held")
    func gestures() async {
        var words: [String] = []
        for await event in Self.poses.gestures() { words.append(event.shortWords ?? "\(event.kind)".prefix(8).description) }
        #expect(words == ["face fou", "tracking", "look left", "start right", "stop right stopped"])
    }

    @Test("the loop gets the same events as a recogniser, if it wants them all")
    func same() async {
        var recognizer = GestureRecognizer(), expected: [GestureEvent] = [], events: [GestureEvent] = []
        for sample in Self.samples { recognizer.process(sample) { expected.append($0) } }
        recognizer.stop(at: 6) { expected.append($0) }
        for await event in Self.poses.gestures(withMoves: true) { events.append(event) }
        #expect(events == expected && events.count > 150)
    }

    @Test("a configuration holds for the loop")
    func configured() async {
        var configuration = GestureConfiguration()
        configuration.continuous = false
        let gestures = Self.poses.gestures(configuration).compactMap(\.kind.gesture)
        #expect(await gestures.reduce(into: []) { $0.append($1) } == [.look(.left)])
    }

    @Test("an error of the samples ends the loop with that error")
    func broken() async {
        let poses = AsyncThrowingStream<HeadSample, any Error> { continuation in
            for sample in Self.samples.prefix(60) { continuation.yield(sample) }
            continuation.finish(throwing: Broken())
        }
        var count = 0
        await #expect(throws: Broken.self) { for try await _ in poses.gestures() { count += 1 } }
        #expect(count == 2)
    }

    @Test("a cancelled task ends, wherever it runs")
    @MainActor
    func cancelled() async {
        let gestures = AsyncStream<HeadSample> { _ in }.gestures()
        let task = Task.detached {
            var count = 0
            for await _ in gestures { count += 1 }
            return count
        }
        await Task.yield()
        task.cancel()
        #expect(await task.value == 0)
        for await event in Self.poses.gestures() where event.kind.gesture != nil { return }
    }
}
