import Appliance
import ApplianceSupport
import Gestures
import Platform
import Testing
import TestSupport

@Suite("Gaze at the control socket")
struct GazeRequestTests {
    /// The photograph's eyes stay on the camera.
    private static let bell = """
        [gaze.zones.here]
        unit = "degrees"
        left = -20
        right = 20
        top = 15
        bottom = -15
        [outputs.bell]
        gesture = "gaze-here"
        action = "level"

        """

    private func lines(_ run: ApplianceHarness) -> [Bool] {
        run.events.compactMap { if case .line(let change) = $0 { change.value } else { nil } }
    }

    @Test("a look at a zone counts only after a calibration, which is kept; nothing fires meanwhile, and a restart uses it")
    func calibrated() throws {
        let zone = try #require(GestureName("here"))
        let script = "fps 30; still 60s", run = try ApplianceHarness(script, configuration: Self.bell)
        try run.wait { $0.state == "ready" && $0.uptime > 6 }
        #expect(try run.status().gaze == .uncalibrated && lines(run) == [])
        #expect(run.output.contains("gaze-not-calibrated"))
        let client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate-gaze","points":1}"#).ok == true)
        #expect(try run.status().state == "calibrating-gaze")
        #expect(try client.next { $0.step == "look" }.words == "the camera")
        #expect(try client.next { $0.step == "done" }.kept == true)
        #expect(lines(run) == [])
        #expect(try client.next { $0.event == "began" }.gesture == "gaze-here")
        try run.wait { $0.outputs["bell"] == 1 && $0.held == [.gaze(zone)] }
        #expect(try client.ask(#"{"request":"pause"}"#).ok == true)
        #expect(run.output.contains(#""event":"ended","gesture":"gaze-here""#) && run.output.contains(#""reason":"paused""#))
        #expect(try run.status().outputs["bell"] == 0)
        #expect(try client.ask(#"{"request":"resume"}"#).durable == true)
        run.end()
        let again = try ApplianceHarness(script, configuration: Self.bell, folder: run.folder)
        try again.wait { $0.outputs["bell"] == 1 && $0.gaze == .calibrated }
        again.end()
        let moved = try ApplianceHarness(script, configuration: "[gaze]\ncamera_above = 30\n" + Self.bell, folder: run.folder)
        try moved.wait { $0.uptime > 6 }
        #expect(try moved.status().gaze == .uncalibrated, "the camera is somewhere else now")
        #expect(lines(moved) == [])
    }

    @Test("eyes that do not follow the points are refused with the reason, and nothing changes")
    func refused() throws {
        let run = try ApplianceHarness("fps 30; still 60s", configuration: Self.bell)
        try run.wait { $0.state == "ready" }
        let done = try run.program("calibrate", "--gaze")
        #expect(done.status == 1)
        #expect(done.output.contains("look at the upper left corner of the screen (1 of 3)"))
        #expect(done.output.contains("not calibrated: the ") && done.output.contains("nothing has changed"), "\(done.output)")
        try run.wait { $0.state == "ready" && $0.uptime > 30 }
        #expect(try run.status().gaze == .uncalibrated && lines(run) == [])
        run.end()
        #expect(StateStore(folder: run.folder.path).saved.gaze.isEmpty)
    }

    @Test("a calibration of gaze is given up when its client disconnects, on a pause, and when it is cancelled")
    func givenUp() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let listener = try run.client(ControlPlace.events), other = try run.client()
        do {
            let owner = try run.client()
            #expect(try owner.ask(#"{"request":"calibrate-gaze"}"#).ok == true)
            for request in [#"{"request":"calibrate-gaze"}"#, #"{"request":"calibrate-range"}"#, #"{"request":"ask","question":"?"}"#] {
                #expect(try other.ask(request).error == "busy")
            }
        }
        #expect(try listener.next { $0.step == "cancelled" }.reason == "the client that asked for it has left")
        #expect(try other.ask(#"{"request":"calibrate-gaze"}"#).ok == true)
        #expect(try other.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
        #expect(try listener.next { $0.step == "cancelled" }.reason == "somebody cancelled it")
        #expect(try other.ask(#"{"request":"calibrate-gaze"}"#).ok == true)
        #expect(try other.ask(#"{"request":"pause"}"#).ok == true)
        #expect(try listener.next { $0.step == "cancelled" }.reason == "it was paused")
        #expect(try other.ask(#"{"request":"calibrate-gaze"}"#).error == "paused")
        #expect(try other.ask(#"{"request":"calibrate-gaze","points":4}"#).error == "bad-field")
        run.end()
        #expect(StateStore(folder: run.folder.path).saved.gaze.isEmpty)
    }
}

@Suite("A calibration of gaze")
struct GazeSessionTests {
    private static let geometry = GazeGeometry()

    /// Leads somebody through three points at 15 frames a second.
    /// - Parameters:
    ///   - sees: whether the head is seen at a time.
    ///   - target: the point that is looked at when one is asked for.
    private func lead(_ sees: (Double) -> Bool, target: (Int) -> Int = { $0 }) throws -> (session: GazeSession, asked: [Int], obstacle: String?) {
        let targets = try #require(GazeTarget.calibration(3))
        var session = GazeSession(targets, Self.geometry, at: 0), asked: [Int] = [], obstacle: String?
        for frame in 0..<900 where session.result == nil && obstacle == nil {
            let time = Double(frame) / 15
            let head = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 60, leftward: HeadPoint(1, 0))
            var sample = HeadSample(time: time, head: sees(time) ? head : nil)
            if sees(time), let point = asked.last {
                var look = GazeLook(eyes: SIMD3(0, 0, 60), direction: .zero, time: time)
                look.direction = look.direction(to: targets[target(point) - 1].point(Self.geometry)) + SIMD2(0.1, -0.05)
                sample.gaze = look
            }
            session.add(sample) { event in if case .gaze(_, .asks(let point, _, _)) = event { asked.append(point) } }
            obstacle = session.obstacle(at: time)
        }
        return (session, asked, obstacle)
    }

    @Test("it finds the offset of somebody who looks at each point")
    func found() throws {
        let (session, asked, _) = try lead { _ in true }
        let correction = try #require(session.result).get()
        #expect(asked == [1, 2, 3])
        #expect((correction.offset.x + 0.1).magnitude < 0.01 && (correction.offset.y - 0.05).magnitude < 0.01)
    }

    @Test("if the face is lost in the middle, that point begins anew; without a face for 10 s it is given up")
    func lost() throws {
        let (session, asked, _) = try lead { !(4.0...6.0).contains($0) }
        #expect(asked == [1, 2, 2, 3])
        let correction = try #require(session.result).get()
        #expect((correction.offset.x + 0.1).magnitude < 0.01)
        let gone = try lead { $0 < 4 }
        #expect(gone.obstacle == "no face was seen for 10 s")
    }

    @Test("a point that was not looked at is refused")
    func missed() throws {
        // Stays on the second point when asked for the third.
        let result = try #require(lead({ _ in true }, target: { min($0, 2) }).session.result)
        #expect(throws: GazeCalibration.Fault.self) { try result.get() }
    }
}
