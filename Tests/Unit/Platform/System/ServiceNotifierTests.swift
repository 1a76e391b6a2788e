import Glibc
import Platform
import Testing
import TestSupport

@Suite("Telling the service manager")
struct ServiceNotifierTests {
    private let folder: TemporaryFolder
    private let manager: ServiceManager

    init() throws {
        folder = try TemporaryFolder()
        manager = try ServiceManager(folder.path + "/notify")
    }

    @Test("the messages are those of systemd's protocol, one datagram each")
    func messages() throws {
        let notifier = ServiceNotifier(socket: manager.path)
        notifier.ready()
        #expect(manager.next() == "READY=1")
        notifier.stopping()
        #expect(manager.next() == "STOPPING=1")
        let before = UInt64(MonotonicClock.now * 1e6)
        notifier.reloading()
        let lines = try #require(manager.next()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let moment = try #require(lines.last?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect(moment >= before && moment < before + 1_000_000)
    }

    @Test("a status is one line, and is sent again only when it has changed")
    func status() {
        let notifier = ServiceNotifier(socket: manager.path)
        for text in ["ready", "ready", "two\nlines", "ready"] { notifier.show(text) }
        #expect([manager.next(), manager.next(), manager.next(), manager.next()] == ["STATUS=ready", "STATUS=two lines", "STATUS=ready", nil])
    }

    @Test("keep-alives are sent four times per watchdog timeout, and only if there is a watchdog for this process")
    func watchdog() {
        let mine = ServiceNotifier(socket: manager.path, watchdog: "3000000", watched: "\(getpid())")
        #expect(mine.timeout == 3)
        for step in 0...30 { mine.progress(at: Double(step) / 10) }
        var signs = 0
        while let message = manager.next() { signs += message == "WATCHDOG=1" ? 1 : 100 }
        #expect(signs == 4)  // at 0, 0.8, 1.6 and 2.4 s
        for other in [ServiceNotifier(socket: manager.path), ServiceNotifier(socket: manager.path, watchdog: "0"),
                      ServiceNotifier(socket: manager.path, watchdog: "3000000", watched: "1")] {
            #expect(other.timeout == nil)
            other.progress(at: 0)
            other.allow(10) {}
        }
        #expect(manager.next() == nil)
    }

    @Test("a slow step gets a longer watchdog timeout while it lasts, if it needs one")
    func slowStep() {
        let notifier = ServiceNotifier(socket: manager.path, watchdog: "3000000")
        notifier.allow(10) { #expect(manager.next() == "WATCHDOG_USEC=10000000\nWATCHDOG=1") }
        #expect(manager.next() == "WATCHDOG_USEC=3000000\nWATCHDOG=1")
        notifier.allow(2) {}
        #expect(manager.next() == nil)
    }

    @Test("an abstract socket works too")
    func abstract() throws {
        let manager = try ServiceManager("@nodline-test-\(getpid())")
        ServiceNotifier(socket: manager.path).ready()
        #expect(manager.next() == "READY=1")
    }

    @Test("a service manager that does not read, or does not exist, delays nothing")
    func deaf() {
        let clock = Stopwatch()
        let notifier = ServiceNotifier(socket: manager.path)
        for number in 0..<2000 { notifier.show("\(number)") }
        for path in [nil, "", "relative", folder.path + "/nobody", "/" + String(repeating: "x", count: 200)] {
            ServiceNotifier(socket: path).ready()
        }
        #expect(clock.own < 1)
    }
}
