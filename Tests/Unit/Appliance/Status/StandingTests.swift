import Appliance
import Testing

@Suite("The appliance's condition")
struct StandingTests {
    @Test("the appliance's condition determines the light's pattern, readiness and the alarm", arguments: [
        ("", StatusPattern.searching, false, true), ("face", .calibrating, false, true), ("face tracking", .ready, true, false),
        ("face tracking armed", .armed, true, false), ("face tracking low", .low, true, false),
        ("face tracking armed hinders", .armed, false, false), ("face tracking armed silences", .armed, false, true),
        ("face tracking hinders", .ready, true, false), ("face tracking silences", .ready, true, false), ("paused silences", .paused, false, false),
        ("face tracking paused", .paused, false, false), ("paused", .paused, false, false),
        ("face tracking fault", .fault, false, true), ("paused fault", .fault, false, true),
        ("face tracking paused fault stopped", .stopped, false, true), ("face tracking paused stopped", .stopped, false, false), ("paused lacking", .notEnabled, false, false),
        ("face tracking critical fault", .critical, false, true),
        ("face tracking armed other", .stranger, false, true), ("face asks other", .recognising, false, true), ("other paused", .paused, false, false),
        ("face tracking picture", .still, false, true), ("face picture other", .still, false, true), ("face tracking picture paused", .paused, false, false),
    ])
    func standing(words: String, pattern: StatusPattern, isReady: Bool, isAlarming: Bool) {
        var standing = Standing()
        standing.isFacePresent = words.contains("face")
        standing.isTracking = words.contains("tracking")
        standing.isAdmitted = !words.contains("other")
        standing.isRecognising = words.contains("asks")
        standing.isLiving = !words.contains("picture")
        standing.isArmed = words.contains("armed")
        standing.questionCost = words.contains("hinders") ? .something : words.contains("silences") ? .everything : .nothing
        standing.isPaused = words.contains("paused")
        standing.halt.stop = words.contains("stopped") ? Halt.Stop(by: "a test", at: 0) : nil
        standing.halt.lacksEnable = words.contains("lacking")
        standing.health.hasFault = words.contains("fault")
        standing.health.isBatteryLow = words.contains("low")
        standing.health.isBatteryCritical = words.contains("critical")
        #expect(standing.pattern == pattern && standing.isReady == isReady && standing.isAlarming == isAlarming)
    }

    @Test("no two patterns of the light look alike")
    func patterns() {
        let blinks = StatusPattern.allCases.map { $0.blink.map { "\($0.on) \($0.off)" } ?? "steady" }
        #expect(Set(blinks).count == blinks.count)
    }
}
