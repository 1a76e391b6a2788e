import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Platform
import Settings
import Testing
import TestSupport

@Suite("Sounds", .serialized)
struct SoundPlayerTests {
    private static let hasPlayer = access(SoundPlayer.program, X_OK) == 0

    /// A sound card that writes what it plays to a file of 16-bit samples.
    private func card(_ folder: TemporaryFolder) throws -> (settings: String, file: String) {
        let file = folder.path + "/heard.raw"
        let settings = try folder.file("alsa.conf", "pcm.default { type file slave.pcm { type null } file \"| cat >> \(file)\" format \"raw\" }\n")
        return (settings, file)
    }

    private func samples(_ file: String) -> [Int16] {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else { return [] }
        return stride(from: 0, to: data.count - 1, by: 2).map { Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8) }
    }

    /// Waits for a condition; `false` when the time is up.
    private func wait(_ seconds: Double = hang, _ isSo: () -> Bool) async throws -> Bool {
        let end = MonotonicClock.now + seconds
        while !isSo() {
            if MonotonicClock.now > end { return false }
            try await pass(0.01)
        }
        return true
    }

    private func sounds(_ volume: Int = 50, device: String = "default") -> FeedbackConfiguration {
        var feedback = FeedbackConfiguration()
        (feedback.sounds, feedback.volume, feedback.device) = (Cue.allCases, volume, device)
        return feedback
    }

    @Test("every cue is played as a short sound at the configured volume that begins and ends softly",
          .enabled(if: hasPlayer), arguments: Cue.allCases)
    func heard(cue: Cue) async throws {
        let folder = try TemporaryFolder(), card = try card(folder)
        let program = try folder.program("player", "#!/bin/sh\nALSA_CONFIG_PATH=\(card.settings) exec \(SoundPlayer.program) \"$@\"\n")
        let player = SoundPlayer(sounds(), program: program)
        try player.start()
        defer { player.end() }
        player.play(cue)
        #expect(try await wait { samples(card.file).count > 2000 && samples(card.file).suffix(20).allSatisfy { $0.magnitude < 500 } })
        try await pass(0.1)
        let heard = samples(card.file), loudest = heard.map { Int($0.magnitude) }.max() ?? 0
        #expect((4000...6600).contains(loudest), "\(loudest)")  // a quarter of 0.8 of the full scale
        #expect(heard.prefix(20).allSatisfy { $0.magnitude < 500 } && heard.suffix(20).allSatisfy { $0.magnitude < 500 })
        #expect((0.03...0.5).contains(Double(heard.lastIndex { $0 != 0 } ?? 0) / 48000))
        #expect(player.takeFault() == nil)
    }

    @Test("a missing sound card or player is reported only once", .enabled(if: hasPlayer), arguments: [
        (SoundPlayer.program, "plughw:CARD=Nowhere", "audio open error"), ("/nonexistent/aplay", "default", "apt install alsa-utils"),
    ])
    func missing(program: String, device: String, problem: String) async throws {
        let player = SoundPlayer(sounds(device: device), program: program)
        try player.start()
        defer { player.end() }
        player.play(.held)
        var fault: String?
        #expect(try await wait { fault = player.takeFault(); return fault != nil })
        #expect(fault?.contains(problem) == true, "\(fault ?? "")")
        player.play(.held)
        try await pass(0.3)
        #expect(player.takeFault() == nil)
    }

    @Test("a hanging card does not block: playing returns at once, the player and its children are ended, and it is reported once")
    func hangs() async throws {
        let folder = try TemporaryFolder()
        let program = try folder.program("player", "#!/bin/sh\necho $$ >> \(folder.path)/started\nsleep 60 &\nwait\n")
        let player = SoundPlayer(sounds(), program: program)
        try player.start()
        defer { player.end() }
        var longest = 0.0, faults: [String] = []
        let end = MonotonicClock.now + hang
        while MonotonicClock.now < end, faults.isEmpty {
            let clock = Stopwatch()
            player.play(.recognised)
            longest = max(longest, clock.own)
            if let fault = player.takeFault() { faults.append(fault) }
            try await pass(0.02)
        }
        #expect(longest < 1.5 && faults.count == 1 && faults.first?.contains("has not accepted a sound for 3 s") == true, "\(longest) s, \(faults)")
        let started = try String(contentsOfFile: folder.path + "/started", encoding: .utf8).split(separator: "\n").compactMap { pid_t($0) }
        let first = try #require(started.first)
        #expect(try await wait { kill(-first, 0) != 0 })  // the whole group is gone
    }

    @Test("a running appliance plays a sound for a gesture, and works on without a sound card",
          .enabled(if: hasPlayer), arguments: [true, false])
    func live(hasCard: Bool) async throws {
        let folder = try TemporaryFolder(), card = try card(folder), clip = folder.path + "/c.y4m"
        try Film.write("fps 15; still 2s; look left; still 3s", to: clip)
        let device = hasCard ? "default" : "plughw:CARD=Nowhere"
        let run = try LiveAppliance("[feedback]\nsounds = [\"recognised\"]\ndevice = \"\(device)\"\n[outputs.bell]\ngesture = \"left\"\n"
            + "[outputs.seen]\nfeedback = \"recognised\"\n",
            environment: ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_LOOP=1", "NODLINE_FAKE_WAITS=1", "ALSA_CONFIG_PATH=\(card.settings)"])
        _ = try run.wait { $0.event == "line" && $0.name == "bell" && $0.value == 1 }
        _ = try run.wait { $0.event == "feedback" }
        _ = try run.wait { $0.event == "line" && $0.name == "seen" && $0.value == 1 }
        if hasCard {
            #expect(try await wait { samples(card.file).contains { $0 != 0 } })
        } else {
            #expect(try run.wait { $0.what == "sound-failed" }.detail?.contains("Nowhere") == true)
            _ = try run.wait { $0.event == "line" && $0.name == "bell" && $0.value == 1 }
        }
        #expect(try run.end() == 0)
        #expect(run.events.filter { $0.what == "sound-failed" }.count == (hasCard ? 0 : 1))
    }
}
