import Appliance
import ApplianceSupport
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Buttons")
struct ButtonsTests {
    private let panel = ButtonPanel()

    private func inputs(_ names: String...) -> [InputConfiguration] { names.map { InputConfiguration(name: $0) } }

    /// The first buttons that are pressed .
    private func pressed(_ buttons: Buttons, failed: (OutputError) -> Void = { _ in }) -> [String] {
        let end = MonotonicClock.now + hang
        while MonotonicClock.now < end {
            var descriptors: [pollfd] = []
            buttons.watch(&descriptors)
            guard poll(&descriptors, nfds_t(descriptors.count), 100) > 0 else { continue }
            var pressed: [String] = []
            for news in buttons.takeNews(at: MonotonicClock.now - hang, late: { _, _ in }) {  // none counts as late
                switch news {
                case .change(let change): if change.isPress { pressed.append(change.input.name) }
                case .lost(_, let fault): failed(fault)
                case .back: break
                }
            }
            if !pressed.isEmpty { return pressed }
        }
        return []
    }

    @Test("a button that hangs while opening delays neither the start nor other buttons, and works once it is open")
    func hangs() throws {
        panel.block("stuck", true)
        defer { panel.block("stuck", false) }
        var buttons = Buttons(source: panel.source)
        let clock = Stopwatch()
        let faults = buttons.open(inputs("stuck", "free"), within: 0.3)
        #expect(clock.own < hang / 2)
        // The free one too, if its thread has not had a processor so far.
        #expect(Set(faults.map(\.description)) == ["line : open: it has not returned for 0.3 s; the button works as soon as it does"])
        #expect(buttons.areLacking)
        waits { panel.isOpen("free") }
        panel.press("free")
        #expect(pressed(buttons) == ["free"])
        panel.block("stuck", false)
        let end = MonotonicClock.now + hang
        while buttons.areLacking, MonotonicClock.now < end { usleep(1000) }
        #expect(!buttons.areLacking)
        panel.press("stuck")
        #expect(pressed(buttons) == ["stuck"])
        buttons.close()
        #expect(panel.released.sorted() == ["free", "stuck"])
    }

    @Test("a button that is missing or fails later is reported once, and the others work on")
    func fails() throws {
        panel.remove("gone")
        var buttons = Buttons(source: panel.source)
        #expect(buttons.open(inputs("gone", "a", "b")).map(\.description) == ["gone: test: missing"])
        #expect(buttons.areLacking)
        panel.remove("a")
        var faults: [OutputError] = []
        while faults.isEmpty, !panel.released.contains("a") { usleep(1000) }
        panel.press("b")
        #expect(pressed(buttons) { faults.append($0) } == ["b"])
        #expect(faults.map(\.description) == ["a: test: unplugged"])
        #expect(buttons.open(inputs("b")).isEmpty && !buttons.areLacking)
        #expect(panel.released == ["a", "b"])
    }

    @Test("a button's line is released before it is requested again")
    func reopened() {
        var buttons = Buttons(source: panel.source)
        #expect(buttons.open(inputs("a")).isEmpty)
        #expect(buttons.open(inputs("a")).isEmpty && panel.released == ["a"])
        buttons.close()
        #expect(panel.released == ["a", "a"] && !buttons.areLacking)
    }

    @Test("what was pressed while the loop stood still does nothing afterwards, and the log says so; the next press counts", arguments: ["stopped", "held up", "late"])
    func old(way: String) throws {
        let run = try ApplianceHarness(configuration: "[inputs.rest]\nline = \"GPIO1\"\naction = \"pause\"\n", buttons: panel.source)
        try run.wait { $0.state == "ready" }
        for _ in 0..<3 {
            panel.press("rest", at: run.clock.now)
            if way == "stopped" { run.standStill(0.7) } else { run.pass(way == "late" ? 0.47 : 2) }
        }
        panel.settle("rest")
        run.run(1)
        #expect(!run.output.contains(#""event":"paused""#))
        let told = run.events.compactMap(\.fault).map(\.detail).filter { $0.contains("button rest") }
        #expect(told.count == 1 && told.first?.contains("press it again") == true, "\(told)")
        panel.press("rest", at: run.clock.now - 0.2)
        panel.settle("rest")
        run.run(0.5)
        #expect(run.output.contains(#""event":"paused""#))
    }
}
