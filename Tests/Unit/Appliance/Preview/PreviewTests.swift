import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Pipeline
import Platform
import Power
import Synchronization
import Testing
import TestSupport
import Wire

@Suite("Preview at the control socket")
struct PreviewTests {
    private struct Picture: Decodable {
        struct Face: Decodable { let eyes: [[Double]], mouth: [Double], pointer: [Double]?, certain: Bool, iod: Double }
        let v: Int, t: Double, event: String, width: Int, height: Int, jpeg: String, mirrored: Bool, face: Face?, advice: [String]
    }

    @Test("a client that asks gets small upright pictures with the face's points, until it stops, and nobody else gets any")
    func pictures() throws {
        let run = try ApplianceHarness(configuration: "[outputs.lamp]\nstate = \"watched\"\n")
        try run.wait { $0.state == "ready" }
        let client = try run.client(), other = try run.client(), listener = try run.client(ControlPlace.events)
        #expect(try other.ask(#"{"request":"subscribe","pointer":true}"#).ok == true)
        #expect(try run.status().outputs["lamp"] == 0)
        let began = run.time
        #expect(try client.ask(#"{"request":"preview","rate":5}"#).ok == true)
        let text = try client.text { $0.contains("\"preview\"") }
        let picture = try JSONDecoder().decode(Picture.self, from: Data(text.utf8))
        #expect(picture.t - began < 1)
        #expect(picture.width == 320 && picture.height == 240 && !picture.mirrored)
        let jpeg = Array(try #require(Data(base64Encoded: picture.jpeg)))
        let decoded = try GreyPicture(file: run.folder.file("p.jpeg", jpeg))
        #expect(decoded.width == 320 && decoded.height == 240 && jpeg.count < 20000)
        let face = try #require(picture.face)
        #expect(face.certain && face.iod > 10 && face.eyes[0][0] < face.eyes[1][0] && face.eyes[1][1] < face.mouth[1], "the user's right eye is first, on the left")
        #expect(try run.status().outputs["lamp"] == 1)
        // Its thread may come too late for one or the other frame of this clock; the next one follows after half a pause at the earliest.
        var times = [picture.t]
        while times.count < 20 { times.append(try JSONDecoder().decode(Picture.self, from: Data(client.text { $0.contains("\"preview\"") }.utf8)).t) }
        let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 > 0.09 } && pauses.sorted()[9] < 0.27, "\(pauses)")
        #expect(try client.ask(#"{"request":"preview","stop":true}"#).ok == true)
        run.run(1)
        #expect(try run.status().outputs["lamp"] == 0)
        run.end()
        #expect(!run.output.contains("preview"))
        #expect(try !other.rest().contains("preview") && !listener.rest().contains("preview"))
    }

    @Test("preview = false refuses it, as does a rate out of range", arguments: [
        ("[control]\npreview = false\n", #"{"request":"preview"}"#, "unavailable", "control.preview"),
        ("", #"{"request":"preview","rate":11}"#, "bad-field", "0.5 to 10"), ("", #"{"request":"preview","rate":0}"#, "bad-field", "0.5 to 10"),
    ])
    func refused(configuration: String, request: String, code: String, words: String) throws {
        let text = configuration.replacing("[control]\n", with: "control.")  // the harness has a table of this name
        let run = try ApplianceHarness(configuration: text), client = try run.client()
        let refused = try client.ask(request)
        #expect(refused.error == code && refused.detail?.contains(words) == true, "\(refused.detail ?? "")")
    }

    @Test("a client that does not read gets no second picture, and one that leaves ends it")
    func slow() throws {
        let run = try ApplianceHarness(configuration: "[outputs.lamp]\nstate = \"watched\"\n")
        try run.wait { $0.state == "ready" }
        let deaf = try run.client()
        #expect(try deaf.ask(#"{"request":"preview","rate":10}"#).ok == true)
        run.run(20)
        #expect(try run.status().outputs["lamp"] == 1)
        // None, if the thread that draws it has not had its turn yet: in this run's twenty seconds a machine may pass a few milliseconds.
        #expect(try deaf.rest(isOpen: true).ranges(of: "\"preview\"").count <= 1)
        do {
            let leaves = try run.client()
            #expect(try leaves.ask(#"{"request":"preview","rate":10}"#).ok == true)
            #expect(try deaf.ask(#"{"request":"preview","stop":true}"#).ok == true)
            run.run(0.5)
        }
        run.run(1)
        #expect(try run.status().outputs["lamp"] == 0)
    }
}

@Suite("Advice on camera and light")
struct PlacementAdviceTests {
    private static func face(_ x: Double, _ y: Double, iod: Double, roll: Double = 0) -> PlacementAdvice.Points {
        let eyes = PicturePoint(cos(roll), sin(roll)) * (iod / 2), down = PicturePoint(-sin(roll), cos(roll)) * iod
        let middle = PicturePoint(x, y) - down / 2
        return (middle + eyes, middle - eyes, middle + down)
    }

    private static func advice(_ face: PlacementAdvice.Points?, light: UInt8 = 120, hasCompany: Bool = false) -> [String] {
        PlacementAdvice.all(for: face, hasCompany: hasCompany, view: (640, 480), pixels: [UInt8](repeating: light, count: 320 * 240), width: 320, scale: 0.5).map(\.rawValue)
    }

    @Test("each finding is found alone, and a face that is seen well gives none")
    func findings() {
        #expect(Self.advice(Self.face(320, 240, iod: 50)) == [])
        #expect(Self.advice(nil) == ["no-face"] && Self.advice(nil, light: 10) == ["no-face", "too-dark"])
        #expect(Self.advice(Self.face(320, 240, iod: 50), light: 20) == ["too-dark"])
        #expect(Self.advice(Self.face(320, 240, iod: 50), light: 250) == ["too-bright"])
        #expect(Self.advice(Self.face(320, 240, iod: 18)) == ["too-far"] && Self.advice(Self.face(320, 240, iod: 180)) == ["too-near"])
        #expect(Self.advice(Self.face(520, 240, iod: 50)) == ["move-camera-left"], "the user's left is on the picture's right")
        #expect(Self.advice(Self.face(120, 240, iod: 50)) == ["move-camera-right"])
        #expect(Self.advice(Self.face(320, 80, iod: 50)) == ["move-camera-up"] && Self.advice(Self.face(320, 420, iod: 50)) == ["move-camera-down"])
        #expect(Self.advice(Self.face(320, 240, iod: 50, roll: 0.5)) == ["tilted"])
        #expect(Self.advice(Self.face(320, 240, iod: 50), hasCompany: true) == ["two-faces"])
        #expect(Self.advice(nil, hasCompany: true) == ["no-face"])
    }
}

@Suite("Tests of outputs at the control socket")
struct TestOutputRequestTests {
    @Test("outputs are listed with what drives them and where they are, and one is tested for two seconds at most")
    func outputs() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = [\"nod\", \"left\"]\nline = \"GPIO17\"\n", recording: ["bell"])
        try run.wait { $0.state == "ready" }
        let client = try run.client(), list = try client.reply(#"{"request":"outputs"}"#)
        #expect(list.contains(#""outputs":[{"name":"bell","kind":"line","where":"GPIO17","gestures":["left","nod"],"feedback":[],"action":"pulse","safe":false,"value":0,"held":false,"simulated":false}]"#)
            || list.contains(#""gestures":["nod","left"]"#), "\(list)")
        #expect(try client.ask(#"{"request":"test-output","name":"bell","seconds":1}"#).ok == true)
        #expect(try run.status().outputs["bell"] == 1)
        run.run(1.1)
        #expect(try run.status().outputs["bell"] == 0)
        #expect(run.output.contains(#""name":"bell","value":1"#))
        #expect(try client.ask(#"{"request":"test-output","name":"bell","seconds":3}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"test-output","name":"bel"}"#).detail?.contains("did you mean bell?") == true)
        #expect(try client.ask(#"{"request":"pause"}"#).ok == true)
        #expect(try client.ask(#"{"request":"test-output","name":"bell"}"#).error == "paused")
        #expect(try run.status().outputs["bell"] == 0)
    }

    @Test("a test is ended early, and nothing else is: not a gesture's pulse")
    func end() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"nod\"\nline = \"GPIO17\"\n", recording: ["bell"])
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"test-output","name":"bell","stop":true}"#).ok == true)
        #expect(try client.ask(#"{"request":"test-output","name":"bell","seconds":2}"#).ok == true)
        #expect(try run.status().outputs["bell"] == 1)
        #expect(try client.ask(#"{"request":"test-output","name":"bell","stop":true}"#).ok == true)
        #expect(try run.status().outputs["bell"] == 0)
        #expect(try client.ask(#"{"request":"test-output","name":"bel","stop":true}"#).detail?.contains("did you mean bell?") == true)
    }

    @Test("a request that has waited beyond its time is refused and changes nothing")
    func late() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"nod\"\nline = \"GPIO17\"\n", recording: ["bell"])
        try run.wait { $0.state == "ready" }
        let client = try run.client(), now = MonotonicClock.withSuspension
        #expect(try client.ask(#"{"request":"test-output","name":"bell","before":\#(now - 0.1)}"#).error == "late")
        #expect(try client.ask(#"{"request":"pause","before":\#(now - 20)}"#).error == "late")
        #expect(try run.status().outputs["bell"] == 0 && run.status().paused == false)
        #expect(try client.ask(#"{"request":"pause","before":"now"}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"pause","before":\#(now + 1000)}"#).ok == true)
    }

    @Test("it is refused while a person is measured, when it is asked for too often, and with an empty battery")
    func refused() throws {
        let percent = Mutex(60.0), test = #"{"request":"test-output","name":"bell","seconds":0.1}"#
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"nod\"\nline = \"GPIO17\"\n[budget.battery]\nsupply = \"pack\"\n",
                                       recording: ["bell"], gauge: { _ in percent.withLock { PowerSupply.Reading(percent: $0) } })
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"calibrate-range"}"#).ok == true)
        #expect(try client.ask(test).detail?.contains("or cancel it") == true)
        #expect(try client.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
        #expect(try !run.output.contains(#""name":"bell""#) && (0..<20).contains { _ in try client.ask(test).detail?.contains("too often") == true })
        percent.withLock { $0 = 2 }
        _ = try run.wait { $0.fault?.what == "battery-critical" }
        let sofar = run.events.count
        #expect(try client.ask(test).detail?.contains("battery is empty") == true)
        run.run(1)
        #expect(!run.events[sofar...].contains { $0.line?.value == true })
    }

    @Test("a held output is tested only while frames come, and frames that stop end the test")
    func frames() throws {
        let run = try ApplianceHarness(configuration: "[outputs.call]\ngesture = \"hold-left\"\naction = \"level\"\nline = \"GPIO17\"\n",
                                       faults: ScriptedCameras.Faults(stall: 5), recording: ["call"])
        let client = try run.client()
        #expect(try client.ask(#"{"request":"test-output","name":"call"}"#).detail?.contains("no frames") == true)
        run.run(4.9)
        #expect(try client.ask(#"{"request":"test-output","name":"call","seconds":2}"#).ok == true)
        run.run(0.7)
        #expect(try run.status().outputs["call"] == 0)
        run.run(0.5)
        #expect(try client.ask(#"{"request":"test-output","name":"call"}"#).ok == false)
    }
}
