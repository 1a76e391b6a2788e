import Glibc
import Wire

/// Enable for clients of the control socket: with `control.enable`, nothing fires unless one of them holds it.
final class EnableFeature: Feature {
    private var leases = EnableLeases()
    /// The clients that have one, by which a closed connection is noticed.
    private var clients: [ObjectIdentifier: Requester] = [:]
    /// Nanoseconds, also of suspension: nobody holds anything through that.
    private let boottime: @Sendable () -> UInt64

    init(boottime: @escaping @Sendable () -> UInt64) { self.boottime = boottime }

    private var seconds: Double { Double(boottime()) / 1e9 }

    func start(_ context: FeatureContext) { context.followEnable() }

    func lacksEnable(_ configuration: Configuration) -> Bool { configuration.control.enable && leases.count == 0 }

    // MARK: - Ends

    func deadline(at now: Double) -> Double { leases.deadline.map { now + $0 - seconds } ?? .infinity }

    /// Before the camera's frame is worked on.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard !clients.isEmpty else { return }
        let count = leases.count
        expire()
        if leases.count != count { context.followEnable() }
    }

    private func expire() {
        leases.expire(at: seconds) { clients[$0]?.hasLeft == false }
        clients = clients.filter { leases.has($0.key) }
    }

    func configurationChanges(from old: Configuration, to new: Configuration) {
        guard new.control.enable != old.control.enable else { return }
        leases.endAll()
        clients = [:]
    }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) { context.followEnable() }

    // MARK: - Requests

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .enable(let step, let name) = request else { return nil }
        guard context.configuration.control.enable else {
            throw ControlError(.unavailable, "nothing waits for it: control.enable is not set in the configuration file")
        }
        expire()
        let holder = EnableLeases.Holder(connection: ObjectIdentifier(client.peer), name: name)
        defer {
            expire()
            context.followEnable()
        }
        guard step != .end, !client.hasLeft else {
            leases.end(holder)
            return .done()
        }
        clients[holder.connection] = client
        let next = Int.random(in: 1...Int(Int32.max))
        if case .renew(let number) = step {
            guard leases.renew(holder, with: number, next: next, at: seconds) else {
                throw ControlError(.late, "it is not held any more: each request must come within \(EnableLeases.time.shortest) s, with the next of the reply before; "
                    + "begin anew without next, when somebody presses anew")
            }
        } else {
            context.wake()
            guard leases.begin(holder, as: next, at: seconds) else { throw ControlError(.busy, "this connection holds \(EnableLeases.mostOfOne) already") }
        }
        return .done(EnableReply(next: next))
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) {
        status.enabling = .some(context.configuration.control.enable ? leases.count : nil)
    }
}
