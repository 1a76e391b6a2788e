import Appliance
import Platform
import Testing

@Suite("Admission of clients")
struct AdmissionTests {
    private func clients(_ count: Int, of user: UInt32, _ change: (Int, inout Admission.Client) -> Void = { _, _ in }) -> [Admission.Client] {
        (0..<count).map { number in
            var client = Admission.Client(user: user)
            client.lastHeard = Double(100 - number)
            change(number, &client)
            return client
        }
    }

    private static let subscribed: @Sendable (Int, inout Admission.Client) -> Void = { $1.isSubscribed = true }

    @Test("there is room for 16 clients of one user, and for 32 in all")
    func room() {
        #expect(Admission(of: 1, among: []) == .free)
        #expect(Admission(of: 1, among: clients(15, of: 1)) == .free)
        #expect(Admission(of: 2, among: clients(16, of: 1) + clients(15, of: 2)) == .free)
        #expect(Admission(of: 2, among: clients(16, of: 1) + clients(16, of: 2)) != .free)
    }

    @Test("a user's 17th client replaces their busiest, else the longest silent, else the one with most unread; active listeners stay")
    func own() {
        let others = clients(10, of: 2) { $1.use = 900; $1.lastHeard = -5 }
        #expect(Admission(of: 1, among: others + clients(16, of: 1) { $1.use = $0 == 3 ? 80 : 60 }) == .replaces(13))
        #expect(Admission(of: 1, among: others + clients(16, of: 1)) == .replaces(25))
        #expect(Admission(of: 1, among: others + clients(16, of: 1) { $1.isOwed = $0 == 15 }) == .replaces(24))
        let deaf = clients(16, of: 1) { $1.isSubscribed = true; $1.unread = $0 == 7 ? 900 : $0 == 9 ? 300 : 0 }
        #expect(Admission(of: 1, among: others + deaf) == .replaces(17))
        #expect(Admission(of: 1, among: clients(16, of: 1, Self.subscribed)) == .refused)
        #expect(Admission(of: 1, among: clients(16, of: 1) { $1.isOwed = true }) == .refused)
    }

    @Test("when all places are taken, a user with fewer clients replaces one of the user with the most, even an active listener")
    func shared() {
        let full = clients(16, of: 1, Self.subscribed) + clients(14, of: 2, Self.subscribed) + clients(2, of: 3, Self.subscribed)
        #expect(Admission(of: 4, among: full) == .replaces(15))
        #expect(Admission(of: 3, among: full) == .replaces(15))
        #expect(Admission(of: 2, among: full) == .replaces(15))
        let half = clients(16, of: 1, Self.subscribed) + clients(16, of: 2, Self.subscribed)
        #expect(Admission(of: 2, among: half) == .refused)
    }

    @Test("a use counts for half after five seconds")
    func recentUse() {
        var use = RecentUse()
        for _ in 0..<8 { use.add(at: 100) }
        #expect(use.amount(at: 100) == 8 && abs(use.amount(at: 105) - 4) < 1e-9 && use.amount(at: 200) < 0.001)
        #expect(use.amount(at: 90) == 8)  // a clock that runs backwards changes nothing
    }
}
