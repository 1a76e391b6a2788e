import Appliance
import People
import Testing

@Suite("Who may act")
struct PersonGateTests {
    /// A gate with the reports that it has given.
    private struct Run {
        var gate: PersonGate
        var reports: [PersonReport] = []
        var time = 0.0

        init(only: [String] = ["anna"], accepts: Bool = true) { gate = PersonGate(only: only, acceptsUnknown: accepts) }

        mutating func find() -> Bool { gate.faceFound(at: time) { reports.append($0) } }

        /// Shows a face at these distances from a person, as soon as the gate wants one.
        mutating func hear(_ name: String, _ distances: Double...) {
            for distance in distances {
                while !gate.wantsLook(at: time, obstacle: nil) { time += 0.1 }
                gate.looks(at: time)
                time += 0.1
                gate.hear(PersonMatch(name: name, distance: distance, method: .dlib), at: time) { reports.append($0) }
            }
        }

        mutating func pass(_ seconds: Double, obstacle: PersonGate.Obstacle? = nil) {
            let end = time + seconds
            while time < end {
                time += 0.1
                _ = gate.wantsLook(at: time, obstacle: obstacle)
                gate.advance(to: time) { reports.append($0) }
            }
        }
    }

    private static let near = 0.3 * RecognitionMethod.dlib.limit, far = 1.5 * RecognitionMethod.dlib.strangerLimit
    private static let between = (RecognitionMethod.dlib.limit + RecognitionMethod.dlib.strangerLimit) / 2

    @Test("nobody acts before the face is known, and one near face is enough")
    func known() {
        var run = Run()
        #expect(!run.gate.isAdmitted)
        _ = run.find()
        #expect(!run.gate.isAdmitted && run.reports == [.recognising])
        run.hear("anna", Self.near)
        #expect(run.gate.isAdmitted && run.gate.knowledge == .recognised("anna"))
        let looksAgain = run.gate.wantsLook(at: 1000, obstacle: nil)
        #expect(!looksAgain)  // a face that is followed keeps its name
        run.gate.faceLost()
        #expect(!run.gate.isAdmitted)
    }

    @Test("two far faces make a stranger, who is looked at again less and less often and needs two near ones to be known")
    func stranger() {
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.far)
        #expect(run.gate.knowledge == .recognising)
        run.hear("anna", Self.far)
        #expect(run.gate.knowledge == .stranger && !run.gate.isAdmitted && run.gate.wantsAnother)
        var pauses: [Double] = []
        for _ in 0..<6 {
            let before = run.time
            run.hear("anna", Self.far)
            pauses.append((run.time - before).rounded())
        }
        #expect(pauses == [1, 2, 4, 8, 8, 8], "\(pauses)")
        run.hear("anna", Self.near)
        #expect(!run.gate.isAdmitted)
        run.hear("anna", Self.near)
        #expect(run.gate.isAdmitted)
        #expect(run.reports.count == 3, "\(run.reports)")
    }

    @Test("a person who is enrolled and may not act is a stranger with a name")
    func other() {
        var run = Run()
        _ = run.find()
        run.hear("ben", Self.near, Self.near)
        #expect(run.gate.knowledge == .stranger && run.reports.last == .stranger(name: "ben", distance: Self.near, limit: RecognitionMethod.dlib.limit))
    }

    @Test("what is neither near nor far, a recogniser that fails, a face that it cannot see, and an answer that does not come count as configured",
          arguments: [true, false])
    func unknown(accepts: Bool) throws {
        func end(_ body: (inout Run) -> Void) throws -> String {
            var run = Run(accepts: accepts)
            _ = run.find()
            body(&run)
            run.pass(0.7, obstacle: .dark)
            #expect(run.gate.knowledge == .unavailable && run.gate.isAdmitted == accepts)
            guard case .unavailable(let reason, accepts) = run.reports.last else { return "" }
            return reason
        }
        #expect(try end { $0.hear("anna", Self.between, Self.between, Self.between, Self.between) }.contains("neither like nor unlike"))
        #expect(try end { run in run.gate.fail("killed", at: 1) { run.reports.append($0) } } == "killed")
        #expect(try end { $0.pass(6, obstacle: .dark) } == "the face is too dark")
        #expect(try end { $0.pass(6, obstacle: .turned) } == "the face is turned away")
        #expect(try end { run in run.gate.hear(nil, at: 1) { run.reports.append($0) } }.contains("nodline enrol"))
        #expect(try end { $0.pass(6) } == "there was no answer for 5 s")
    }

    @Test("a recogniser that fails does not turn a stranger into somebody who cannot be recognised")
    func strangerStays() {
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.far, Self.far)
        run.gate.fail("killed", at: run.time) { run.reports.append($0) }
        run.pass(20, obstacle: .dark)
        #expect(run.gate.knowledge == .stranger && !run.gate.isAdmitted)
    }

    @Test("who cannot be recognised at first is recognised later")
    func later() {
        var run = Run(accepts: false)
        _ = run.find()
        run.pass(6, obstacle: .far)
        run.hear("anna", Self.near)
        #expect(run.gate.isAdmitted)
    }

    @Test("the rest of a face that comes after a stranger is measured anew")
    func rest() {
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.near)
        run.gate.faceLost()
        let forgets = run.find()
        #expect(!forgets)
        run.hear("anna", Self.far, Self.far)
        run.gate.faceLost()
        let forgetsStranger = run.find()
        #expect(forgetsStranger)
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
