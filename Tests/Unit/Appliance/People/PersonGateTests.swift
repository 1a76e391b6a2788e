import Appliance
import ApplianceSupport
import People
import Testing
import Traces

@Suite("Who may act")
struct PersonGateTests {
    private typealias Run = GateRun
    private static let near = GateRun.near, far = GateRun.far, between = GateRun.between

    @Test("nobody acts before the face is known, and one near face is enough")
    func known() {
        var run = Run()
        #expect(!run.gate.isAdmitted)
        _ = run.find()
        #expect(!run.gate.isAdmitted && run.reports == [.recognising])
        run.hear("anna", Self.near)
        #expect(run.gate.isAdmitted && run.gate.knowledge == .recognised("anna"))
        run.pass(5)
        let looksAgain = run.gate.wantsLook(at: run.time, obstacle: nil)
        #expect(!looksAgain && run.gate.isAdmitted)  // a face that is followed keeps its name
        run.gate.faceLost()
        #expect(!run.gate.isAdmitted)
    }

    @Test("somebody who is known is looked at again after a minute, and soon after being out of sight or of another size")
    func check() {
        func next(_ follow: (inout Run, Double) -> Void) -> Double {
            var run = Run()
            _ = run.find()
            run.hear("anna", Self.near)
            run.gate.follow(60, at: run.time)
            run.pass(5)
            follow(&run, run.time)
            let before = run.time
            run.hear("anna", Self.near)
            #expect(run.reports.count == 2 && run.gate.isAdmitted)
            return run.time - before
        }
        #expect(next { run, _ in run.size = 65 } > 50)
        #expect(next { run, _ in run.size = 80 } < 0.3)
        #expect(next { run, _ in run.size = 45 } < 0.3)
        #expect(next { $0.gate.follow(nil, at: $1) } < 0.3)
    }

    @Test("a face that flickers is looked at every 2 s at most")
    func flicker() {
        var run = Run(), looks = 0
        _ = run.find()
        run.hear("anna", Self.near)
        while run.time < 20 {
            run.time += 0.1
            run.gate.follow(nil, at: run.time)
            run.gate.follow(60, at: run.time)
            guard run.gate.wantsLook(at: run.time, obstacle: nil) else { continue }
            looks += 1
            run.gate.looks(at: run.time)
            run.gate.hear(PersonMatch(name: "anna", distance: Self.near, method: .dlib), at: run.time) { _ in }
        }
        #expect((8...10).contains(looks), "\(looks)")
    }

    @Test("a face is looked at when the mesh has settled on it: in the third certain frame, and again after a gap")
    func settled() {
        var run = Run(), frames = 0
        _ = run.find()
        repeat { (run.time, frames) = (run.time + 0.1, frames + 1) } while !run.isWanted()
        #expect(frames == 3)
        run.hear("anna", Self.near)
        run.time += 3
        run.gate.follow(nil, at: run.time)
        frames = 0
        repeat { (run.time, frames) = (run.time + 0.1, frames + 1) } while !run.isWanted()
        #expect(frames == 3)
        run = Run()
        _ = run.find()
        while run.time < 6 {  // seen in every fifth frame only
            run.time += 0.5
            let isLooked = run.isWanted()
            #expect(!isLooked)
            run.gate.advance(to: run.time) { run.reports.append($0) }
        }
        #expect(run.reports.last == .unavailable(reason: .hidden, counts: true), "\(run.reports)")
    }

    @Test("four faces in a row whose median is rather far take a name away, as they make a new face a stranger")
    func slippedRather() {
        let rather = (RecognitionMethod.dlib.strangerMedian + RecognitionMethod.dlib.strangerLimit) / 2
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.near)
        run.hear("anna", rather)
        let before = run.time
        run.hear("anna", Self.between, rather)
        #expect(run.gate.isAdmitted)
        run.hear("anna", rather)
        #expect(run.time - before < 3 && !run.gate.isAdmitted && run.reports.last == .recognising)
        run.hear("anna", rather, rather, Self.between, rather)
        #expect(run.gate.knowledge == .stranger)
    }

    @Test("somebody else at a median of 0.52 loses the name within some looks, and the known person in poor light keeps it", arguments: 1...40)
    func drawn(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        func draw(_ mean: Double, _ spread: Double) -> Double { mean + spread * (Double.random(in: -1...1, using: &generator) + Double.random(in: -1...1, using: &generator)) }
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.near)
        for _ in 0..<100 { run.hear("anna", draw(0.38, 0.05)) }
        #expect(run.gate.isAdmitted && run.reports.count == 2)
        run.size *= 2  // another face
        let before = run.time
        while run.gate.knowledge != .stranger, run.time < before + 100 { run.hear("anna", max(draw(0.52, 0.04), 0.415)) }
        #expect(run.gate.knowledge == .stranger && run.time - before < 30, "\(run.time - before)")
    }

    @Test("looks at a known face that say nothing follow each other ever less often, up to a minute")
    func doubt() {
        var run = Run(), pauses: [Double] = []
        _ = run.find()
        run.hear("anna", Self.near)
        run.hear("anna", Self.between, Self.between, Self.between, Self.between)
        for _ in 0..<7 {
            let before = run.time
            run.hear("anna", Self.between)
            pauses.append((run.time - before).rounded())
            run.hear("anna", Self.between, Self.between, Self.between)
        }
        #expect(run.gate.isAdmitted && pauses == [2, 4, 8, 16, 32, 60, 60], "\(pauses)")
    }

    @Test("two far faces in a row take a name away within a second of the first; one far, unclear ones and a failure do not", arguments: ["anna", "ben"])
    func slipped(name: String) {
        var run = Run()
        let other = name == "anna" ? Self.far : Self.near
        _ = run.find()
        run.hear("anna", Self.near, Self.near)
        run.hear(name, other)
        #expect(run.gate.isAdmitted)
        run.hear("anna", Self.near)
        run.hear(name, other)
        run.hear("anna", Self.between)
        run.fail()
        #expect(run.gate.isAdmitted && run.reports.count == 2)
        run.hear("anna", Self.near)
        run.hear(name, other)
        let before = run.time
        run.hear(name, other)
        #expect(run.time - before < 1 && !run.gate.isAdmitted && run.reports.last == .recognising)
        run.hear(name, other, other)
        #expect(run.gate.knowledge == .stranger)
    }

    @Test("a face that was neither near nor far needs two near ones in a row to be known")
    func unclear() {
        var run = Run(accepts: false)
        _ = run.find()
        run.hear("anna", Self.between, Self.between, Self.between, Self.between)
        run.pass(0.6)
        #expect(run.gate.knowledge == .unavailable)
        run.hear("anna", Self.near, Self.between, Self.near)
        #expect(!run.gate.isAdmitted)
        run.hear("anna", Self.near)
        #expect(run.gate.isAdmitted)
    }

    @Test("an answer about a face of a previous gate is about none of the next one's")
    func previous() {
        var gate = PersonGate(only: ["anna"], acceptsUnknown: true), seen: [Int] = []
        for _ in 0..<3 {
            for _ in 0..<2 {
                _ = gate.faceFound(at: 0) { _ in }
                seen.append(gate.sighting)
            }
            gate = PersonGate(only: ["ben"], acceptsUnknown: true, insteadOf: gate)
        }
        #expect(Set(seen).count == seen.count)
    }

    @Test("a face that is nobody's says nothing while one of those who may act is not enrolled")
    func missing() throws {
        let light = FaceLight(FaceChip())
        let ben = EnrolledPerson("ben", [EnrolledPerson.EnrolledFace(ScriptedReader.face(2), .ahead, light)])
        #expect(PersonMatch(ScriptedReader.face(1), among: [ben], only: ["anna"]) == nil)
        #expect(PersonMatch(ScriptedReader.face(1), among: [ben], only: ["anna", "ben"]) == nil)
        #expect(PersonMatch(ScriptedReader.face(1), among: [ben], only: ["ben"])?.name == "ben")
        #expect(PersonMatch(ScriptedReader.face(1), among: [ben])?.name == "ben")
        #expect(PersonMatch(ScriptedReader.face(2), among: [ben], only: ["anna"])?.distance == 0)
    }

    @Test("what is neither near nor far, a recogniser that fails, a face that it cannot see, and an answer that does not come count as configured",
          arguments: [true, false])
    func unknown(accepts: Bool) throws {
        func end(_ body: (inout Run) -> Void) throws -> RecognitionObstacle? {
            var run = Run(accepts: accepts)
            _ = run.find()
            body(&run)
            run.pass(0.7, obstacle: .dark)
            #expect(run.gate.knowledge == .unavailable && run.gate.isAdmitted == accepts)
            guard case .unavailable(let reason, accepts) = run.reports.last else { return nil }
            return reason
        }
        let unclear = try end { $0.hear("anna", Self.between, Self.between, Self.between, Self.between) }
        #expect(unclear?.code == "unclear" && unclear?.words.contains("neither like nor unlike") == true)
        #expect(try end { $0.fail() } == .failed("killed"))
        #expect(try end { $0.pass(6, obstacle: .dark) } == .dark)
        #expect(try end { $0.pass(6, obstacle: .turned) } == .turned)
        #expect(try end { run in run.gate.hear(nil, at: 1) { run.reports.append($0) } } == .notEnrolled)
        #expect(try end { $0.pass(6) } == .noAnswer(5))
    }

    @Test("without names everybody may act, and people are named all the same")
    func everybody() {
        var run = Run(only: [])
        _ = run.find()
        #expect(run.gate.isAdmitted)
        run.hear("anna", Self.far, Self.far)
        #expect(run.gate.isAdmitted && run.gate.knowledge == .stranger)
        run.gate.faceLost()
        _ = run.find()
        run.hear("ben", Self.near)
        #expect(run.gate.knowledge == .recognised("ben"))
    }
}
