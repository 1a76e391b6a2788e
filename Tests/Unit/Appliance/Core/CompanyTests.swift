import Appliance
import ApplianceSupport
import Gestures
import Outputs
import Pipeline
import Testing

/// Two faces side by side: the user's, and one to the right of it, a picture unless it has a script of its own.
@Suite("Whose head is followed")
struct CompanyTests {
    private static let picture = "still 0.05s"

    private struct Run {
        var events: [ApplianceEvent] = []
        var times: [Double] = []
        /// The followed face's place, -1 for the left half, 1 for the right one, 0 for none.
        var sides: [Int] = []
        var standings: [Standing] = []

        func side(at time: Double) -> Int { times.lastIndex { $0 <= time }.map { sides[$0] } ?? 0 }
        func standing(at time: Double) -> Standing { times.lastIndex { $0 <= time }.map { standings[$0] } ?? Standing() }
        var gestures: [(time: Double, what: String)] {
            events.compactMap { if case .gesture(let event) = $0 { event.kind.gesture.map { (event.time, $0.description) } } else { nil } }
        }
    }

    /// - Parameter isHidden: whether the camera sees a grey wall.
    private static func run(_ user: String, beside other: String, accuracy: Accuracy = .low,
                            _ act: (inout HeadSwitch, Double) -> Void = { _, _ in }, isHidden: (Double) -> Bool = { _ in false }) throws -> Run {
        var configuration = Configuration()
        configuration.detection.accuracy = accuracy
        var headSwitch = try HeadSwitch(configuration), run = Run(), grain = Grain(seed: 7)
        let film = try Film("fps 10; " + user, and: "fps 10; " + other, gain: 1)
        while let time = film.next() {
            act(&headSwitch, time)
            let noisy = grain.cover(film.picture, width: film.width, isHidden: isHidden(time))
            try noisy.withUnsafeBufferPointer { luma in
                let frame = Frame(luma: luma.baseAddress!, width: film.width, height: film.height, stride: film.width, range: .full, time: time)
                let face = try headSwitch.process(frame) { run.events.append($0) }
                run.times.append(time)
                run.sides.append(face.map { $0.noseTip.x < Double(film.width) / 2 ? -1 : 1 } ?? 0)
                run.standings.append(headSwitch.standing)
            }
        }
        return run
    }

    @Test("a picture that was found in the user's absence gives way when the user is back, larger or smaller than the picture",
          arguments: Accuracy.allCases, [55, 80, 105])
    func absence(accuracy: Accuracy, size: Int) throws {
        let run = try Self.run("size 80; still 3s; look left; still 2s; leave; still 6s; return; still 6s; nod 2; still 3s; look left; still 3s; look right; still 3s",
                               beside: "size \(size); " + Self.picture, accuracy: accuracy)
        #expect(run.side(at: 11) == 1, "the picture was not found in the user's absence")
        let back = run.gestures.filter { $0.time > 15 }.map(\.what)
        #expect(back.suffix(2) == ["left", "right"], "\(run.gestures)")
    }

    @Test("a larger picture from the start gives way to the user who moves", arguments: Accuracy.allCases)
    func start(accuracy: Accuracy) throws {
        let run = try Self.run("size 70; still 2s; talk 6s; still 3s; look left; still 3s; nod 2; still 2s", beside: "size 100; " + Self.picture, accuracy: accuracy)
        #expect(run.side(at: 1) == 1)
        #expect(run.gestures.suffix(2).map(\.what) == ["left", "nod"], "\(run.gestures)")
    }

    @Test("a picture alone is not ready from half a minute on, and alarms; whoever comes is followed, and ready")
    func alone() throws {
        let run = try Self.run("size 60; leave; still 36s; return; still 6s; look left; still 2s", beside: "size 80; " + Self.picture)
        let standing = run.standing(at: 36)
        #expect(run.standing(at: 25).isReady && run.side(at: 36) == 1)
        #expect(!standing.isReady && standing.isAlarming && standing.pattern == .still && standing.isTracking)
        #expect(run.standings.last?.isReady == true && run.gestures.last?.what == "left", "\(run.gestures)")
    }

    @Test("a picture that is hidden and shown again is as lifeless as before, however often; whoever comes is followed, and ready", arguments: [6.0, 16])
    func hidden(period: Double) throws {
        // Longer than a face may be lost without being another one, and never shown for half a minute.
        let run = try Self.run("size 60; leave; still 66s; return; still 6s; look left; still 2s", beside: "size 80; " + Self.picture,
                               isHidden: { time in time < 64 && time.truncatingRemainder(dividingBy: period) > period - 1.8 })
        let standing = run.standing(at: (63 / period).rounded(.down) * period - 2)
        #expect(run.standing(at: 20).isReady)
        #expect(!standing.isReady && standing.isAlarming && standing.pattern == .still && standing.isTracking)
        #expect(run.standings.last?.isReady == true && run.gestures.last?.what == "left", "\(run.gestures)")
    }

    @Test("a user who is quite still keeps the switch beside a picture, and stays ready")
    func quiet() throws {
        let run = try Self.run("size 60; still 2s; look left; still 45s; look right; still 2s", beside: "size 75; still 0.05s")
        #expect(run.gestures.map(\.what).suffix(1) == ["right"], "\(run.gestures)")
        let isReady = run.standings.dropFirst(40).allSatisfy { $0.isReady }
        #expect(isReady)
    }

    @Test("a user who has used the switch keeps it beside a larger face that moves")
    func visitor() throws {
        let run = try Self.run("size 55; still 3s; look left; still 3s; look right; still 10s; look left; still 2s",
                               beside: "size 85; leave; still 7s; return; talk 15s")
        #expect(run.gestures.map(\.what) == ["left", "right", "left"], "\(run.gestures)")
        #expect(zip(run.times, run.sides).allSatisfy { $0 < 3 || $1 <= 0 })
    }

    @Test("a visitor who is followed in the user's absence gives way when the user is back at home")
    func home() throws {
        let run = try Self.run("size 80; still 3s; look left; still 2s; leave; still 6s; return; still 12s; look left; still 2s; look right; still 2s",
                               beside: "size 80; leave; still 7s; return; talk 60s")
        #expect(run.side(at: 12) == 1)
        #expect(run.gestures.suffix(2).map(\.what) == ["left", "right"], "\(run.gestures)")
    }

    @Test("whoever calibrates gets the larger face, and on demand the next one", arguments: [CalibrationChoice.largest, .next])
    func chosen(choice: CalibrationChoice) throws {
        var isAsked = false
        let run = try Self.run("size 60; still 8s", beside: "size 90; leave; still 2s; return; still 8s") { headSwitch, time in
            guard time > 5, !isAsked else { return }
            isAsked = true
            headSwitch.calibrate(choice, at: time) { _ in }
        }
        #expect(run.side(at: 4.9) == -1 && run.side(at: 6.5) == 1)
    }
}
