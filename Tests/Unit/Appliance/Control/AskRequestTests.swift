import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("Questions at the control socket")
struct AskRequestTests {
    private static let nods = "fps 30; still 2.5s" + String(repeating: "; nod 2; still 2.2s", count: 5)
    private static let shakes = "fps 30; still 2.5s" + String(repeating: "; shake 3; still 2.2s", count: 5)

    @Test("ask exits with 0 for a nod, 3 for a shake, 4 without an answer, 1 while paused or not running, 2 for wrong arguments")
    func asking() throws {
        let yes = try ApplianceHarness(Self.nods)
        let listener = try yes.client(ControlPlace.events)
        let answer = try yes.program("ask", "Print the receipt?", "--timeout", "20")
        #expect(answer.status == 0 && answer.output == "yes\n", "\(answer.errors)")
        _ = try listener.next { $0.event == "armed" }
        #expect(try listener.next { $0.event == "answer" }.value == "yes")
        let no = try ApplianceHarness(Self.shakes)
        #expect(try no.program("ask", "Again?", "--timeout", "20").status == 3)
        let still = try ApplianceHarness()
        let none = try still.program("ask", "?", "--timeout", "0.5", "--json")
        #expect(none.status == 4 && none.output.contains(#""answer":"none""#))
        #expect(try still.program("ask", "?", "--timeout", "0").status == 2)
        #expect(try still.program("ask", "--timeout", "1").status == 2)
        #expect(try still.program("pause").status == 0)
        let paused = try still.program("ask", "?", "--timeout", "1")
        #expect(paused.status == 1 && paused.errors.contains("paused"))
        still.end()
        let dead = try still.program("ask", "?", "--timeout", "1")
        #expect(dead.status == 1 && dead.output.isEmpty && dead.errors.contains("no running appliance"))
    }

    @Test("in a shell, only a yes runs the next program", arguments: [("nod 2", true), ("shake 3", false), ("", false)])
    func shell(answer: String, isYes: Bool) throws {
        let script = "fps 30; still 2.5s" + String(repeating: answer.isEmpty ? "" : "; \(answer); still 2.2s", count: 8)
        let session = try TemporaryFolder()
        let run = try ApplianceHarness(script, place: session.path + "/nodline")
        // Without a service, clients look for the socket in the session's folder.
        let path = session.path
        func shell(_ command: String) throws -> String {
            try run.during { try Self.shell(command, session: path) }
        }
        let said = try shell("nodline ask 'Print?' --timeout \(answer.isEmpty ? 1 : 30) && echo printed")
        #expect(said.contains("printed") == isYes, "\(said)")
    }

    private static func shell(_ command: String, session: String) throws -> String {
        let child = try ChildProcess("sh", ["-c", "export XDG_RUNTIME_DIR=\"$SESSION\" PATH=\"$PROGRAM:$PATH\"; exec > \"$OUT\" 2>&1; " + command], input: .null,
                                     environment: ["SESSION=\(session)", "PROGRAM=\(Checkout.root).build/release", "OUT=\(session)/out"])
        child.wait()
        return try String(contentsOfFile: session + "/out", encoding: .utf8)
    }

    @Test("while a question keeps anything bound from counting, ready is off, and if it keeps everything, the alarm sounds", arguments: [
        ("[outputs.bell]\ngesture = \"left\"", true, false), ("", true, false),
        ("[outputs.bell]\ngesture = \"my-wave\"", false, true), ("[outputs.bell]\ngesture = [\"my-wave\", \"left\"]", false, false),
        ("[outputs.bell]\ngesture = \"gaze-desk\"\n[gaze.zones.desk]\nright = 0.5", false, true),
        ("[axes.x]\npointer = \"x\"", false, true), ("[axes.x]\npointer = \"x\"\n[outputs.bell]\ngesture = \"left\"", false, false),
    ])
    func honest(bound: String, isReady: Bool, isAlarming: Bool) throws {
        let run = try ApplianceHarness(configuration: bound + "\n[outputs.ready]\nstate = \"ready\"\n[outputs.alarm]\nstate = \"alarm\"\n[status]\nalarm_after = 2\n",
                                       recording: ["x"])
        let client = try run.client()
        try run.wait { $0.outputs["ready"] == 1 }
        try client.send(#"{"request":"ask","question":"?","timeout":4}"#)
        run.run(1)
        #expect(try run.status().outputs["ready"] == (isReady ? 1 : 0) && run.status().outputs["alarm"] == 0)
        run.run(2)
        #expect(try run.status().outputs["alarm"] == (isAlarming ? 1 : 0))
        run.run(3)
        #expect(try run.status().outputs["ready"] == 1 && run.status().outputs["alarm"] == 0, "after the question")
    }

    @Test("only one question is asked at a time; a client that disconnects withdraws its own, and the next can be asked")
    func question() throws {
        let run = try ApplianceHarness()
        let listener = try run.client(ControlPlace.events), second = try run.client()
        do {
            let first = try run.client()
            try first.send(#"{"request":"ask","question":"1","timeout":60}"#)
            _ = try listener.next { $0.event == "armed" }
            let refused = try second.ask(#"{"request":"ask","question":"2","timeout":60}"#)
            #expect(refused.error == "busy")
            #expect(try second.ask(#"{"request":"calibrate"}"#).error == "busy")
            withExtendedLifetime(first) {}  // disconnects here, not after its last use
        }
        #expect(try listener.next { $0.event == "answer" }.value == "none")
        #expect(try run.status().question == nil)
        #expect(try second.ask(#"{"request":"ask","question":"3","timeout":0.5}"#).answer == "none")
    }

    @Test("a question that comes in the same moment in which the last one's client leaves is asked")
    func handover() throws {
        let run = try ApplianceHarness()
        let listener = try run.client(ControlPlace.events), second = try run.client()
        do {
            let first = try run.client()
            try first.send(#"{"request":"ask","question":"1","timeout":60}"#)
            _ = try listener.next { $0.event == "armed" }
            try second.send(#"{"request":"ask","question":"2","timeout":0.5}"#)
            withExtendedLifetime(first) {}
        }
        #expect(try second.next { $0.reply == "ask" }.answer == "none")
    }

    @Test("a question is withdrawn when its client disconnects during a nod, and the nod answers neither it nor the next one")
    func leavingDuringNod() throws {
        let run = try ApplianceHarness("fps 30; still 4s; nod 2 1.2s; still 20s")
        try run.wait { $0.state == "ready" }
        let watching = try run.client(), second = try run.client()
        #expect(try watching.ask(#"{"request":"subscribe","pointer":true}"#).ok == true)
        do {
            let first = try run.client()
            try first.send(#"{"request":"ask","question":"1","timeout":60}"#)
            _ = try watching.next { $0.event == "armed" }
            // The nod has begun: the head is some pixels from its rest position.
            _ = try watching.next { line in zip(line.to?.point ?? [], line.center?.point ?? []).contains { abs($0 - $1) > 6 } }
        }
        #expect(try watching.next { $0.event == "answer" }.value == "none")
        try second.send(#"{"request":"ask","question":"2","timeout":4}"#)
        #expect(try second.next { $0.reply != nil }.answer == "none")
        run.end()
        #expect(!run.output.contains(#""value":"yes""#))
    }
}
