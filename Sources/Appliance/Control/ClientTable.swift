import CLinux
import Glibc
import Platform

/// The clients of one socket.
struct ClientTable {
    /// Connections a second, and at once.
    private static let pace = (rate: 80.0, burst: 16.0)
    /// Connections in one turn of the loop.
    private static let mostInTurn = 8

    private(set) var peers: [ControlPeer] = []
    private let socket: Int32
    private let isListening: Bool
    private var allowance = TokenBucket(rate: pace.rate, burst: pace.burst)
    /// Until when nobody is let in, after too many came.
    private var restsUntil = -Double.infinity

    /// - Parameters:
    ///   - socket: on which clients connect.
    ///   - isListening: whether they may only listen.
    init(_ socket: Int32, isListening: Bool) {
        self.socket = socket
        self.isListening = isListening
    }

    /// What is to be waited on for new clients; nothing while it rests.
    func descriptor(at now: Double) -> Int32 { now < restsUntil ? -1 : socket }

    /// When clients are let in again, while it rests.
    func deadline(at now: Double) -> Double { now < restsUntil ? restsUntil : .infinity }

    mutating func removeFinished() { peers.removeAll { $0.isFinished } }

    /// Lets those in who have connected.
    /// - Returns: the new ones.
    mutating func admit(at now: Double) -> [ControlPeer] {
        var admitted: [ControlPeer] = []
        guard now >= restsUntil else { return admitted }
        for _ in 0..<Self.mostInTurn {
            let descriptor = accept4(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            guard descriptor >= 0 else { break }
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
