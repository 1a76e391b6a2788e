import CLinux
import Glibc
import Platform
import Wire

/// The clients of one socket.
struct ClientTable {
    /// Token bucket of new connections: a second, and burst.
    private static let pace = (rate: 80.0, burst: 16.0)
    /// Most connections accepted in one turn of the loop.
    private static let mostInTurn = 8

    private(set) var peers: [ControlPeer] = []
    private let socket: Int32
    private let isListening: Bool
    private var allowance = TokenBucket(rate: pace.rate, burst: pace.burst)
    /// Nobody is admitted until then, after too many connections.
    private var restsUntil = -Double.infinity

    /// - Parameters:
    ///   - socket: the listening socket.
    ///   - isListening: whether its clients may only listen.
    init(_ socket: Int32, isListening: Bool) {
        self.socket = socket
        self.isListening = isListening
    }

    /// The descriptor to poll for new clients; -1 while none are admitted.
    func descriptor(at now: Double) -> Int32 { now < restsUntil ? -1 : socket }

    /// When clients are admitted again; infinite if they are now.
    func deadline(at now: Double) -> Double { now < restsUntil ? restsUntil : .infinity }

    mutating func removeFinished() { peers.removeAll { $0.isFinished } }

    /// Accepts waiting connections.
    /// - Returns: the new clients.
    mutating func admit(at now: Double) -> [ControlPeer] {
        var admitted: [ControlPeer] = []
        guard now >= restsUntil else { return admitted }
        for _ in 0..<Self.mostInTurn {
            let descriptor = accept4(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            guard descriptor >= 0 else {
                if AcceptPause.follows(errno) { restsUntil = now + AcceptPause.time }
                break
            }
            let peer = ControlPeer(descriptor, isListener: isListening, at: now)
            if makeRoom(for: peer, at: now) {
                peers.append(peer)
                admitted.append(peer)
            }
            guard allowance.take(at: now) else {
                restsUntil = now + allowance.wait(for: 1)
                break
            }
        }
        return admitted
    }

    private mutating func makeRoom(for peer: ControlPeer, at now: Double) -> Bool {
        peers.removeAll { $0.isFinished }
        switch Admission(of: peer.user, among: peers.map { $0.standing(at: now) }) {
        case .free: break
        case .replaces(let place): peers.remove(at: place).drop()
        case .refused:
            peer.send(ControlReply(to: nil, "").refusal(ControlError(.tooManyClients, "\(Admission.mostOfUser) clients of yours are "
                + "connected already, and \(peers.count) in all")))
            return false
        }
        return true
    }
}
