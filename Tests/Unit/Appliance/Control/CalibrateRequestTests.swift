import Appliance
import ApplianceSupport
import FoundationEssentials
import Pipeline
import Platform
import Testing
import TestSupport

@Suite("Calibrations at the control socket")
struct CalibrateRequestTests {
    @Test("a calibration can be started and cancelled; after a cancellation tracking resumes")
    func calibrating() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate","cancel":true}"#).error == "unavailable")
        #expect(try client.ask(#"{"request":"calibrate"}"#).ok == true)
        #expect(try client.next { $0.event == "tracking-started" }.center?.point?.count == 2)
        try client.send(#"{"request":"calibrate"}"# + "\n" + #"{"request":"calibrate","cancel":true}"#)
        #expect(try client.next { $0.reply != nil }.ok == true)
        _ = try client.next { $0.event == "tracking-started" }
        #expect(try client.next { $0.reply != nil }.ok == true)
        #expect(try run.status().state == "ready")
        // After a completed calibration or a change of camera there is no earlier rest position to return to.
        #expect(try client.ask(#"{"request":"calibrate"}"#).ok == true)
        _ = try client.next { $0.event == "tracking-started" }
        #expect(try client.ask(#"{"request":"camera","name":"back"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate","cancel":true}"#).error == "unavailable")
        try run.wait { $0.state == "ready" }
        #expect(try run.program("calibrate").output.contains("tracking"))
    }

    @Test("an output that waits for its dead time does not turn on during calibration")
    func waitingWhileCalibrating() throws {
        let motor = "action = \"toggle\"\ninterlock = \"motor\"\ndead_time = 0.5\n"
        let run = try ApplianceHarness("fps 30; still 2s; hold right 2s; still 2s; hold left 2s; still 20s", configuration:
            "[outputs.there]\ngesture = \"hold-right\"\n\(motor)[outputs.back]\ngesture = \"hold-left\"\n\(motor)")
        let client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        _ = try client.next { $0.event == "began" && $0.gesture == "hold-left" }
        #expect(try client.ask(#"{"request":"calibrate"}"#).ok == true)
        run.run(1)  // not longer: the return from this rest position then turns the other output on
        #expect(try run.status().outputs["back"] == 0)
    }

    @Test("ranges are measured and saved, and no output is switched meanwhile")
    func ranges() throws {
        let looks = "; look left 20deg; still 0.3s; look left 20deg; still 0.3s; look right 20deg; still 0.3s; look right 20deg; still 0.3s"
        let run = try ApplianceHarness("fps 30; still 7s" + String(repeating: looks, count: 3), configuration: """
            [outputs.bell]
            gesture = ["left", "right", "hold-left", "hold-right", "shake"]
            """)
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate-range","directions":["left","right"]}"#).ok == true)
        #expect(try run.status().state == "measuring-ranges")
        var events: [ControlLine] = []
        repeat { events.append(try client.next { $0.event != "stats" }) } while events.last?.step != "done" && events.last?.step != "cancelled"
        let names = events.map { "\($0.event ?? "") \($0.step ?? "") \($0.movement ?? "")" }
        #expect(names == ["range rest ", "range reach left", "range-found  left", "range reach right", "range-found  right", "range done "],
                "\(names)")
        #expect(events.last?.kept == true)
        try run.wait { $0.state == "ready" }
        run.end()
        #expect(!run.output.contains(#""event":"line""#) || run.output.firstRange(of: #""step":"done""#).map {
            !run.output[..<$0.lowerBound].contains(#""event":"line""#)
        } ?? false)
        let saved = StateStore(folder: run.folder.path).saved
        let kept = try #require(saved.ranges[""])
        let (left, right) = (try #require(kept.left), try #require(kept.right))
        #expect(abs(left - ((events[2].threshold ?? nil) ?? 0)) < 0.001 && abs(right - ((events[4].threshold ?? nil) ?? 0)) < 0.001)
        #expect(kept.up == nil && kept.down == nil, "not requested: they keep the file's")
        // A photograph's eyes are seen, although no gesture asks for them, and are fixed in the head.
        #expect(events[2].eyes == "unknown" && events[2].words?.contains("Not both eyes were seen") == true, "\(events[2])")
        #expect(kept.eyes == .any && events.last?.eyes == "any")
    }

    @Test("ranges on trial hold, are in no file until somebody keeps them, and go back when somebody discards or undoes them", arguments: ["discard", "keep"])
    func rangesOnTrial(request: String) throws {
        let run = try ApplianceHarness("fps 30; still 7s" + String(repeating: "; look left 20deg; still 0.3s", count: 12) + "; still 60s",
                                       configuration: "[outputs.bell]\ngesture = \"left\"\n")
        let file = try String(contentsOfFile: run.file, encoding: .utf8)
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        func ranges() throws -> [String]? { try run.status().ranges?.keys.sorted() }
        func saved() -> [String] { StateStore(folder: run.folder.path).saved.ranges[""]?.byMovement.keys.sorted() ?? [] }
        func done(_ request: String) throws {
            let reply = try client.ask("{\"request\":\"\(request)\"}")
            #expect(reply.ok == true, "\(request): \(reply)")
        }
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate-range","directions":["left"],"trial":true}"#).ok == true)
        #expect(try client.next { $0.event == "trial" }.state == "began")
        #expect(try client.next { $0.step == "done" }.kept == true)
        #expect(try ranges() == ["left"] && saved().isEmpty)
        #expect(try client.ask(#"{"request":"undo"}"#).error == "unavailable", "nothing was kept")
        if request == "discard" {
            // Another setting joins it.
            #expect(try client.ask(#"{"request":"try","settings":{"gestures.nod":false}}"#).ok == true)
            #expect(try ranges() == ["left"])
            try done("discard")
            #expect(try ranges() == nil && saved().isEmpty)
        } else {
            try done("keep")
            #expect(try ranges() == ["left"] && saved() == ["left"])
            try done("undo")
            #expect(try ranges() == nil && saved().isEmpty)
            try done("undo")
            #expect(try ranges() == ["left"] && saved() == ["left"], "undo is undone")
            // What is kept in the file later is undone alone.
            #expect(try client.ask(#"{"request":"try","settings":{"gestures.nod":false}}"#).ok == true)
            try done("keep")
            try done("undo")
            #expect(try ranges() == ["left"] && saved() == ["left"])
            try done("forget-ranges")
            #expect(try ranges() == nil && saved().isEmpty)
        }
        #expect(try String(contentsOfFile: run.file, encoding: .utf8) == file)
    }

    @Test("tilts and the face are measured too: by themselves, and without words if something uses them; earlier ranges stay")
    func otherRanges() throws {
        let tilts = String(repeating: "; tilt left 22deg; still 0.3s", count: 30)
        let run = try ApplianceHarness("fps 30; still 7s" + tilts, configuration: "[outputs.bell]\ngesture = [\"left\", \"tilt-left\", \"hold-smile\"]\n")
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate-range","directions":["tilt-left","smile"]}"#).ok == true)
        var events: [ControlLine] = []
        repeat { events.append(try client.next { $0.event != "stats" }) } while events.last?.step != "done" && events.last?.step != "cancelled"
        let names = events.map { "\($0.event ?? "") \($0.step ?? "") \($0.movement ?? "")" }
        #expect(names == ["range rest ", "range reach tilt-left", "range-found  tilt-left", "range reach smile", "range-found  smile", "range done "], "\(names)")
        #expect(events.last?.kept == true)
        let threshold = (events[2].threshold ?? nil) ?? 0
        #expect(threshold > 5 && threshold < 15, "\(events[2])")
        #expect((events[4].threshold ?? nil) == nil, "a photograph does not smile more: \(events[4])")
        try run.wait { $0.state != "measuring-ranges" }
        #expect(try run.status().ranges?.keys.sorted() == ["tilt-left"])
        run.run(1)
        #expect(try client.ask(#"{"request":"subscribe","pointer":true}"#).ok == true)
        let live = try client.next { $0.event == "measures" }
        #expect(live.tilt != nil && live.smile != nil && live.mouth == nil, "only what something uses")
        // All directions, the tilt and the smile.
        #expect(try client.ask(#"{"request":"calibrate-range"}"#).ok == true)
        var asked: [String] = []
        while asked.count < 6 {
            let line = try client.next { $0.step == "reach" }
            asked.append(line.movement ?? "")
        }
        #expect(asked == ["left", "right", "up", "down", "tilt-left", "smile"])
        run.end()
        let kept = try #require(StateStore(folder: run.folder.path).saved.ranges[""])
        #expect(kept.left == nil && kept[.tilt(.left)].map { ($0 - threshold).magnitude < 0.001 } == true && kept[.expression(.smile)] == nil)
    }

    @Test("a range calibration without the eyes' model says so, and measures the rest")
    func withoutEyes() throws {
        let folder = try TemporaryFolder()
        for model in ["face_detection_short_range.tflite", "face_landmark.tflite"] {
            try FileManager.default.copyItem(atPath: Assets.standard().models + "/" + model, toPath: folder.path + "/" + model)
        }
        for (damage, words) in [("", "cannot be read"), ("not a model", "iris_landmark.tflite")] {
            if !damage.isEmpty { _ = try folder.file("iris_landmark.tflite", damage) }
            let run = try ApplianceHarness(configuration: "models.directory = \"\(folder.path)\"\n")
            try run.wait { $0.state == "ready" }
            let client = try run.client()
            #expect(try client.ask(#"{"request":"calibrate-range","directions":["left"]}"#).ok == true)
            let fault = try run.wait { $0.fault?.what == "eyes-unavailable" }.fault
            #expect(fault?.detail.contains(words) == true && fault?.detail.contains("without the eyes") == true, "\(String(describing: fault))")
            let done = try run.wait { if case .range(_, .done) = $0 { true } else { false } }
            guard case .range(_, .done(_, let eyes)) = done else { continue }
            #expect(eyes == .any)
            #expect(run.events.faults.count == 1)
        }
    }

    @Test("a refused request does not end a range calibration")
    func refusedDuringRanges() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let client = try run.client(), other = try run.client()
        #expect(try client.ask(#"{"request":"calibrate-range"}"#).ok == true)
        #expect(try other.ask(#"{"request":"profile","name":"none"}"#).error == "unavailable")
        #expect(try other.ask(#"{"request":"camera","name":"none"}"#).error == "unavailable")
        #expect(try run.status().state == "measuring-ranges")
    }

    @Test("a range calibration is discarded when its client disconnects, on a pause, and when it is cancelled")
    func givenUp() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let listener = try run.client(ControlPlace.events), other = try run.client()
        do {
            let owner = try run.client()
            #expect(try owner.ask(#"{"request":"calibrate-range"}"#).ok == true)
            #expect(try other.ask(#"{"request":"calibrate-range"}"#).error == "busy")
            #expect(try other.ask(#"{"request":"ask","question":"?","timeout":1}"#).error == "busy")
        }
        #expect(try listener.next { $0.step == "cancelled" }.reason == "the client that asked for it has left")
        #expect(try other.ask(#"{"request":"calibrate-range"}"#).ok == true)
        #expect(try other.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
        #expect(try listener.next { $0.step == "cancelled" }.reason == "somebody cancelled it")
        #expect(try other.ask(#"{"request":"calibrate-range"}"#).ok == true)
        #expect(try other.ask(#"{"request":"pause"}"#).ok == true)
        #expect(try listener.next { $0.step == "cancelled" }.reason == "it was paused")
        run.end()
        #expect(StateStore(folder: run.folder.path).saved.ranges.isEmpty)
    }

    @Test("a measured direction that fails and those that were not measured go on working; what was measured can be forgotten")
    func forgotten() throws {
        let looks = "; look right 20deg; still 0.3s; look up 16deg; still 0.3s"
        let run = try ApplianceHarness("fps 30; still 7s" + String(repeating: looks, count: 20), configuration: """
            [gestures]
            threshold_right = 0.17
            [outputs.bell]
            gesture = "up"
            [outputs.call]
            gesture = "right"
            """)
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"forget-ranges"}"#).error == "unavailable", "there are none")
        #expect(try client.ask(#"{"request":"subscribe"}"#).ok == true)
        #expect(try client.ask(#"{"request":"calibrate-range","directions":["left","right"]}"#).ok == true)
        var events: [ControlLine] = []
        repeat { events.append(try client.next { $0.event != "stats" }) } while events.last?.step != "done" && events.last?.step != "cancelled"
        #expect(events.last?.kept == true)
        #expect(events.contains { $0.event == "range-found" && $0.movement == "left" && ($0.threshold ?? nil) == nil }, "the head never went there")
        #expect(try run.status().ranges?.keys.sorted() == ["right"])
        #expect(try run.status().impossible?.isEmpty == true)
        try run.wait { $0.state == "ready" }
        _ = try client.next { $0.event == "line" && $0.name == "bell" }
        #expect(try client.ask(#"{"request":"settings","under":"gestures.threshold_right"}"#).ok == true)
        #expect(try client.ask(#"{"request":"forget-ranges"}"#).ok == true)
        #expect(try run.status().ranges == nil)
        run.end()
        #expect(StateStore(folder: run.folder.path).saved.ranges.isEmpty)
    }

    @Test("a state file in which a measurement had switched directions off brings them back, and says so once")
    func revived() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("state.json", #"{"version":1,"profile":"","ranges":{"":{"left":3,"right":0.2,"up":3,"down":3,"idleZone":0.11,"eyes":"ahead"}}}"#)
        for start in 0..<2 {
            let run = try ApplianceHarness("fps 30; still 3s" + String(repeating: "; look up 16deg; still 0.5s", count: 4), configuration: "[outputs.bell]\ngesture = \"up\"\n", folder: folder)
            try run.wait { $0.line?.name == "bell" }
            let told = run.events.filter { $0.fault?.what == "gesture-revived" }
            #expect(told.count == (start == 0 ? 1 : 0) && told.first?.fault?.detail.hasPrefix("left, up, down: ") ?? (start == 1), "\(told)")
            #expect(try run.status().ranges == ["right": 0.2] && run.status().eyes == "any")
            run.end()
        }
    }
}
