import Appliance
import ApplianceSupport
import People
import Testing
import Traces

@Suite("Strangers, and who cannot be recognised")
struct StrangerTests {
    private typealias Run = GateRun
    private static let near = GateRun.near, far = GateRun.far, between = GateRun.between

    @Test("a stranger is no longer one when the recogniser has failed for a minute and unknown faces count", arguments: [true, false])
    func amnesty(accepts: Bool) {
        var run = Run(accepts: accepts)
        _ = run.find()
        run.hear("anna", Self.far, Self.far)
        func fail(until end: Double) {
            while run.time < end {
                run.time += 0.1
                if run.isWanted() { run.fail() }
            }
        }
        fail(until: 55)
        #expect(run.gate.knowledge == .stranger)
        fail(until: 75)
        #expect(run.gate.isAdmitted == accepts && (run.gate.knowledge == .unavailable) == accepts)
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

    @Test("four faces of which none is far make a stranger if their median is rather far, who stays one until two near faces")
    func median() {
        let rather = (RecognitionMethod.dlib.strangerMedian + RecognitionMethod.dlib.strangerLimit) / 2
        var run = Run()
        _ = run.find()
        run.hear("anna", rather, Self.between, rather)
        #expect(run.gate.knowledge == .recognising)
        run.hear("anna", rather)
        #expect(run.gate.knowledge == .stranger && !run.gate.isAdmitted)
        run.hear("anna", Self.between, Self.between, Self.between, Self.between, Self.near)
        #expect(run.gate.knowledge == .stranger)
        run.hear("anna", Self.near)
        #expect(run.gate.knowledge == .recognised("anna"))
    }

    @Test("a person who is enrolled and may not act is a stranger with a name")
    func other() {
        var run = Run()
        _ = run.find()
        run.hear("ben", Self.near, Self.near)
        #expect(run.gate.knowledge == .stranger && run.reports.last == .stranger(name: "ben", distance: Self.near, limit: RecognitionMethod.dlib.limit))
    }

    @Test("a recogniser that fails does not turn a stranger into somebody who cannot be recognised")
    func strangerStays() {
        var run = Run()
        _ = run.find()
        run.hear("anna", Self.far, Self.far)
        run.fail()
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
}
