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
import Traces
import Wire

@Suite("Recordings at the control socket")
struct RecordingTests {
    private static func files(_ run: ApplianceHarness) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: run.folder.path + "/recordings")) ?? []).sorted()
    }

    /// The size of all recordings, which grows with each picture that is written.
    private static func bytes(_ run: ApplianceHarness) -> Int64 {
        files(run).reduce(0) {
            var file = stat()
            return stat(run.folder.path + "/recordings/" + $1, &file) == 0 ? $0 + Int64(file.st_size) : $0
        }
    }

    @Test("a clip that was agreed to is recorded, labelled, read by evaluate, listed and deleted")
    func recorded() throws {
        let run = try ApplianceHarness("fps 30; still 2s; nod; still 9s", configuration: "[outputs.lamp]\nstate = \"recording\"\n"), client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try client.ask(#"{"request":"record","seconds":3}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"record","agreed":false,"seconds":3}"#).detail?.contains("agrees") == true)
        #expect(Self.files(run).isEmpty)
        #expect(try client.reply(#"{"request":"record","agreed":true,"seconds":3}"#).contains(#""ok":true,"name":"clip-1","seconds":3"#))
        let began = run.time
        run.run(0.1)
        let status = try client.reply(#"{"request":"status"}"#)
        #expect(status.contains(#""recording":{"name":"clip-1","left":2."#) && status.contains(#""lamp":1"#), "\(status)")
        #expect(try client.ask(#"{"request":"record","agreed":true}"#).error == "busy")
        for step in 0..<40 {
            let before = Self.bytes(run)
            run.run(0.1)
            // The film runs as fast as it can; the thread that writes loses pictures if it comes too late.
            if step < 27 { waits { Self.bytes(run) > before } }
        }
        _ = run.run(until: #""state":"ended""#)
        #expect(run.output.contains(#""event":"recording","name":"clip-1","state":"began""#) && run.output.contains(#""event":"recording","name":"clip-1","state":"ended""#))
        #expect(try run.status().outputs["lamp"] == 0)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began + 0.5),\"to\":\(began + 1)}").ok == true)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"node\",\"from\":1,\"to\":2}").detail?.contains("did you mean nod?") == true)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":500,\"to\":501}").error == "bad-field")
        #expect(Self.files(run) == ["clip-1.csv", "clip-1.y4m"])
        let labels = try Label.read(file: run.folder.path + "/recordings/clip-1.csv")
        #expect(labels.count == 1 && labels[0].gesture == .nod && abs(labels[0].start - 0.5) < 0.05)
        let clip = try Y4MReader(file: run.folder.path + "/recordings/clip-1.y4m")
        var frames = 0
        while try clip.next() != nil { frames += 1 }
        #expect((85...90).contains(frames), "\(frames)")
        let list = try client.reply(#"{"request":"recordings"}"#)
        #expect(list.contains(#""recordings":[{"name":"clip-1","seconds":"#) && list.contains(#""labels":1,"at":"#) && list.contains("\"free\":"), "\(list)")
        #expect(try client.ask(#"{"request":"delete-recording","name":"../nodline"}"#).error == "bad-field")
        #expect(try client.ask(#"{"request":"delete-recording","name":"clip-2"}"#).detail?.contains("did you mean clip-1?") == true)
        for name in [".clip-1.toml", "clip-1.toml"] { _ = try run.folder.file("recordings/" + name, "") }  // of a test that was killed; somebody's own
        #expect(try client.ask(#"{"request":"delete-recording","name":"clip-1"}"#).ok == true)
        #expect(Self.files(run).isEmpty && access(run.folder.path + "/recordings/.clip-1.toml", F_OK) != 0 && run.output.contains(#""state":"deleted""#))
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began),\"to\":\(began + 1)}").error == "unavailable")
    }

    @Test("a client that leaves ends its recording, and one that stops it keeps what there is")
    func stopped() throws {
        let run = try ApplianceHarness(), client = try run.client()
        try run.wait { $0.state == "ready" }
        do {
            let leaves = try run.client()
            #expect(try leaves.ask(#"{"request":"record","agreed":true,"seconds":60}"#).ok == true)
            run.run(1)
        }
        run.run(0.5)
        _ = run.run(until: #""state":"ended""#)
        #expect(run.output.contains(#""state":"ended""#) && Self.files(run) == ["clip-1.y4m"])
        #expect(try client.ask(#"{"request":"record","stop":true}"#).error == "unavailable")
        // A label lies within what was recorded, however long it was to be.
        #expect(try client.ask(#"{"request":"record","agreed":true,"seconds":60}"#).ok == true)
        let began = run.time
        run.run(2)
        #expect(try client.ask(#"{"request":"record","stop":true}"#).ok == true)
        run.run(5)
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began + 4),\"to\":\(began + 5)}").error == "bad-field")
        #expect(try client.ask("{\"request\":\"label\",\"gesture\":\"nod\",\"from\":\(began + 1),\"to\":\(began + 5)}").ok == true)
        let labels = try Label.read(file: run.folder.path + "/recordings/clip-2.csv")
        #expect(labels.count == 1 && labels[0].end < 2.3, "\(labels)")
    }

    /// Puts a clip with labels where recordings are.
    private static func put(_ script: String, labels: String, in run: ApplianceHarness) throws {
        setenv("NODLINE_COURTESY", "none", 1)  // for nodline test-recording
        try FileManager.default.createDirectory(atPath: run.folder.path + "/recordings", withIntermediateDirectories: true)
        let film = try Program(["simulate", "--seed", "7", "-o", run.folder.path + "/recordings/clip-1.y4m", "--script", script])
        #expect(film.status == 0, "\(film.errors)")
        _ = try run.folder.file("recordings/clip-1.csv", labels)
    }

    /// Asks, and takes the file that comes with the reply.
    private static func opened(_ request: String, _ run: ApplianceHarness) throws -> (reply: String, bytes: [UInt8]?, mayWrite: Bool) {
        let place = run.place + "/nodline.sock"
        return try run.during {
            let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), address = try #require(SocketAddress(path: place))
            let client = OpenFile(owning: number)
            #expect(address.with { connect(client.number, $0, $1) } == 0)
            send(client.number, request + "\n", request.utf8.count + 1, 0)
            var buffer = [UInt8](repeating: 0, count: 4096), file: OpenFile?, text = ""
            while !text.contains("\n") {
                var ready = pollfd(fd: client.number, events: Int16(POLLIN), revents: 0)
                #expect(poll(&ready, 1, Int32(hang * 1000)) > 0)
                let count = buffer.withUnsafeMutableBytes { OpenFile.receive(into: $0, from: client.number, file: &file) }
                try #require(count > 0)
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
            guard let file else { return (text, nil, false) }
            return (text, try file.read(from: 0, atMost: 10_000_000), write(file.number, "x", 1) == 1)
        }
    }

    @Test("a clip and its labels are handed over open, for reading alone, and only where pictures may be seen")
    func handedOver() throws {
        let run = try ApplianceHarness(), labels = "start,end,gesture\n1,2,left\n"
        try Self.put("fps 10; still 1s", labels: labels, in: run)
        let clip = try Self.opened(#"{"request":"open-recording","name":"clip-1"}"#, run)
        #expect(clip.reply.contains(#""ok":true"#) && !clip.mayWrite, "\(clip.reply)")
        #expect(try clip.bytes == FileBytes.read(run.folder.path + "/recordings/clip-1.y4m"))
        #expect(try Self.opened(#"{"request":"open-recording","name":"clip-1","labels":true}"#, run).bytes == Array(labels.utf8))
        for wrong in ["clip-2", "../clip-1", ""] {
            let refused = try Self.opened(#"{"request":"open-recording","name":"\#(wrong)"}"#, run)
            #expect(refused.bytes == nil && refused.reply.contains(#""ok":false"#), "\(wrong)")
        }
        symlink(run.file, run.folder.path + "/recordings/clip-3.y4m")
        #expect(try Self.opened(#"{"request":"open-recording","name":"clip-3"}"#, run).bytes == nil, "a link is no clip")
        let shut = try ApplianceHarness(configuration: "control.preview = false\n")
        try Self.put("fps 10; still 1s", labels: labels, in: shut)
        let refused = try Self.opened(#"{"request":"open-recording","name":"clip-1"}"#, shut)
        #expect(refused.bytes == nil && refused.reply.contains("control.preview"), "\(refused.reply)")
    }

    @Test("a recording is run through the present settings, and through those without what is on trial, beside the switch")
    func tested() throws {
        let run = try ApplianceHarness("fps 30; still 60s", configuration: "[outputs.bell]\ngesture = [\"left\", \"nod\"]\n"), client = try run.client()
        try run.wait { $0.state == "ready" }
        try Self.put("fps 30; still 2s; look left; still 2s; nod; still 2s; look right; still 2s", labels: "start,end,gesture\n2,3.2,left\n9,10,smile\n", in: run)
        let place = run.place + "/nodline.sock"
        func tested() throws -> RecordingTestReply {
            try run.during { try ControlConnection([place]).reply(#"{"request":"test-recording","name":"clip-1"}"#, as: RecordingTestReply.self, within: hang) }
        }
        let first = try tested()
        #expect(first.kept == nil && first.seconds > 8)
        #expect(first.present.marks.map(\.gesture) == ["left", "smile"] && first.present.marks[0].found != nil, "\(first)")
        #expect(first.present.marks[1].off && first.present.marks[1].found == nil, "nothing looks for a smile")
        #expect(first.present.others.map(\.gesture) == ["nod", "right"], "\(first.present.others)")
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":2}}"#).ok == true)
        let second = try tested(), missed = second.present.marks[0]
        #expect(missed.found == nil && missed.refusals.contains { $0.rule == "too-small" && $0.gesture == "left" }, "\(missed)")
        #expect(second.kept?.marks[0].found == first.present.marks[0].found, "what is on trial is not in it")
        #expect(Self.files(run) == ["clip-1.csv", "clip-1.y4m"], "no settings stay")
        #expect(run.events.map(\.json).filter { $0.contains(#""event":"line""#) }.isEmpty, "nothing of a recording switches anything")
        #expect(try client.reply(#"{"request":"test-recording","name":"clip-9"}"#).contains("did you mean clip-1?"))
    }

    @Test("a recording with marks becomes numbers in a process of its own, which are handed over once and do not stay")
    func numbers() throws {
        let run = try ApplianceHarness("fps 30; still 60s", configuration: "[outputs.bell]\ngesture = [\"left\"]\n")
        try Self.put("fps 30; still 2s; look left; still 2s", labels: "start,end,gesture\n2,3.2,left\n", in: run)
        let place = run.place + "/nodline.sock", open = #"{"request":"open-recording","name":"clip-1","numbers":true}"#
        let early = try Self.opened(open, run)
        #expect(early.bytes == nil && early.reply.contains("has no numbers"), "\(early.reply)")
        func given() throws -> RecordingTestReply {
            try run.during { try ControlConnection([place]).reply(#"{"request":"test-recording","name":"clip-1","numbers":true}"#, as: RecordingTestReply.self, within: hang) }
        }
        #expect(try given().present.marks.map { $0.found != nil } == [true])
        let text = String(decoding: try #require(try Self.opened(open, run).bytes), as: UTF8.self)
        #expect(text.hasPrefix("# nodline heads 1\n") && text.contains("\nlabel,2,3.2,left\nt,certain,"), "\(text.prefix(800))")
        #expect(Self.files(run) == ["clip-1.csv", "clip-1.y4m"])
        #expect(try Self.opened(open, run).bytes == nil, "no copy stays")
        _ = try run.folder.file("recordings/clip-1.csv", "start,end,gesture\n")
        let unmarked = try Self.opened(#"{"request":"test-recording","name":"clip-1","numbers":true}"#, run).reply
        #expect(unmarked.contains("no gesture is marked in it"), "\(unmarked)")
        let shut = try ApplianceHarness(configuration: "control.preview = false\n")
        #expect(try shut.client().reply(#"{"request":"test-recording","name":"clip-1","numbers":true}"#).contains("control.preview"))
    }

    /// The process that tries a recording of a run.
    private static func process(_ run: ApplianceHarness) -> pid_t? {
        SysfsFile.names(in: "/proc").compactMap { pid_t($0) }.first {
            (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8))?.contains("test-recording\0\(run.folder.path)/") == true
        }
    }

    @Test("a client that leaves gives the place for another recording back, and nothing is left of it")
    func left() throws {
        let run = try ApplianceHarness("fps 30; still 60s"), client = try run.client()
        try Self.put("fps 30; still 40s", labels: "start,end,gesture\n", in: run)
        do {
            let leaves = try run.client()
            try leaves.send(#"{"request":"test-recording","name":"clip-1"}"#)
            run.run(0.1)
            #expect(try client.ask(#"{"request":"test-recording","name":"clip-1"}"#).error == "busy")
            var process: pid_t?, settings = stat()
            waits {
                process = Self.process(run)
                return process != nil
            }
            kill(try #require(process), SIGSTOP)  // it ends only if it is ended
            #expect(stat(run.folder.path + "/recordings/.present.toml", &settings) == 0 && settings.st_mode & 0o777 == 0o600)
        }
        var isBusy = true
        for _ in 0..<Int(hang * 100) where isBusy {
            run.run(0.1)
            usleep(10_000)
            isBusy = try client.ask(#"{"request":"test-recording","name":"clip-9"}"#).error == "busy"
        }
        #expect(!isBusy && Self.files(run) == ["clip-1.csv", "clip-1.y4m"])
    }

    @Test("all 400 marks have room in a reply, if need be without reasons, and taught movements are looked for")
    func many() throws {
        let folder = try TemporaryFolder()
        try folder.make("taught/main", ["jerk.taught": TaughtFileTests.template()])
        let run = try ApplianceHarness(configuration: "gestures.threshold_left = 2\n[outputs.bell]\ngesture = [\"my-jerk\", \"left\"]\n", folder: folder)
        let marks = (0..<398).map { "\(2 + Double($0) / 1000),3.2,left" } + ["0.2,0.6,my-jerk", "0.2,0.6,my-wag"]
        try Self.put("fps 15; still 2s; look left; still 2s", labels: (["start,end,gesture"] + marks).joined(separator: "\n") + "\n", in: run)
        let place = run.place + "/nodline.sock"
        let reply = try run.during { try ControlConnection([place]).reply(#"{"request":"test-recording","name":"clip-1"}"#, as: RecordingTestReply.self, within: hang) }
        let found = reply.present.marks
        #expect(found.count == 400 && found.allSatisfy { $0.found == nil && $0.refusals.isEmpty })
        #expect(found.filter(\.off).map(\.gesture) == ["my-wag"])
    }

    @Test("the settings that a recording is tried with say what a calibration saw of the eyes")
    func eyes() throws {
        var settings = Configuration()
        settings.gestures.measuredEyes = .ahead
        #expect(try Configuration.read(text: Configuration.schema.toml(settings.forReplay), file: "f").gestures.eyes == .ahead)
    }

    @Test("there are 20 clips or 600 MB at most, a clip is never recorded over another one or its labels, and what an interrupted one has left goes")
    func full() throws {
        let run = try ApplianceHarness(), client = try run.client(), record = #"{"request":"record","agreed":true,"seconds":1}"#
        try run.wait { $0.state == "ready" }
        try run.folder.make("recordings", ["clip-1.csv": "start,end,gesture\n", "clip-2.y4m": "", "clip-4.y4m.part": ""])
        #expect(truncate(run.folder.path + "/recordings/clip-2.y4m", 599_999_999) == 0)
        #expect(try client.ask(record).detail?.contains("599 MB already") == true)
        #expect(truncate(run.folder.path + "/recordings/clip-2.y4m", 0) == 0)
        #expect(try client.reply(record).contains(#""name":"clip-3""#))
        #expect(run.run(until: #""state":"ended""#))
        #expect(Self.files(run) == ["clip-1.csv", "clip-2.y4m", "clip-3.y4m"])
        for number in 5...22 { _ = try run.folder.file("recordings/clip-\(number).y4m", "") }
        #expect(try client.ask(record).detail?.contains("there are 20 clips") == true)
    }

    @Test("nothing is recorded or tried with an empty battery, and recordings are not tried again and again")
    func refused() throws {
        let percent = Mutex(60.0), requests = [#"{"request":"test-recording","name":"clip-9"}"#, #"{"request":"record","agreed":true}"#]
        let run = try ApplianceHarness(configuration: "[budget.battery]\nsupply = \"pack\"\n", gauge: { _ in percent.withLock { PowerSupply.Reading(percent: $0) } })
        let client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try (0..<40).contains { _ in try client.ask(requests[0]).detail?.contains("too often") == true })
        percent.withLock { $0 = 2 }
        _ = try run.wait { $0.fault?.what == "battery-critical" }
        run.run(1)
        for request in requests { #expect(try client.ask(request).detail?.contains("battery is empty") == true, "\(request)") }
    }

    @Test("without a folder that can be written nothing is recorded, and the answer says why")
    func unwritable() throws {
        let run = try ApplianceHarness(), client = try run.client()
        _ = try run.folder.file("recordings", "a file")
        let refused = try client.ask(#"{"request":"record","agreed":true}"#)
        #expect(refused.error == "unavailable")
        #expect(try !client.reply(#"{"request":"status"}"#).contains("clip-1"))
        #expect(try client.ask(#"{"request":"record","agreed":true}"#).error == "unavailable", "the first one blocks no other")
    }
}
