import Bluetooth
import Testing

@Suite("Hosts that were connected before the program began")
struct PreviousHostsTests {
    @Test("a host that reads the new services in time stays connected")
    func found() {
        var hosts = PreviousHosts()
        #expect(hosts.disconnected(nil, isRead: false, at: 5).isEmpty)
        #expect(hosts.deadline == nil)
        #expect(hosts.disconnected(["A"], isRead: false, at: 6).isEmpty)
        #expect(hosts.deadline == 7)
        #expect(hosts.disconnected(["A"], isRead: true, at: 6.9).isEmpty)
        #expect(hosts.deadline == nil)
        #expect(hosts.disconnected(["A"], isRead: false, at: 60).isEmpty)
    }

    @Test("a host that does not is disconnected once")
    func lost() {
        var hosts = PreviousHosts()
        #expect(hosts.disconnected(["A"], isRead: false, at: 6).isEmpty)
        #expect(hosts.disconnected(["A"], isRead: false, at: 6.99).isEmpty)
        #expect(hosts.disconnected(["A"], isRead: false, at: 7) == ["A"])
        #expect(hosts.disconnected(["A"], isRead: false, at: 8).isEmpty)
    }

    @Test("of several hosts, all are disconnected that are still there: one of them may hold a key")
    func several() {
        var hosts = PreviousHosts()
        #expect(hosts.disconnected(["A", "B", "C"], isRead: false, at: 0).isEmpty)
        #expect(hosts.disconnected(["A", "B", "C"], isRead: true, at: 0.5).isEmpty)
        #expect(hosts.disconnected(["A", "C"], isRead: true, at: 1) == ["A", "C"])
    }

    @Test("hosts that connect later are none of its business")
    func later() {
        var hosts = PreviousHosts()
        #expect(hosts.disconnected([], isRead: false, at: 0).isEmpty)
        #expect(hosts.disconnected(["A"], isRead: false, at: 1).isEmpty)
        #expect(hosts.deadline == nil)
        #expect(hosts.disconnected(["A"], isRead: false, at: 9).isEmpty)
    }
}
