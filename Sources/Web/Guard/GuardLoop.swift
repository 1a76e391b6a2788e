import CLinux
import Glibc
import Platform

/// The guard's thread: it accepts connections on the allowed addresses and turns them until each is over.
final class GuardLoop {
    private let settings: Guard.Settings
    private let server: SocketAddress
    private let counts: RefusalCounts
    private let visits: Visits
    private let keys: KeyStore
    private var listeners: [LocalAddress: Int32] = [:]
    private var connections: [GuardedConnection] = []
    private var rules: RequestRules
    private var rates: ClientRates, arrivals: ClientRates
    private var newcomers: TokenBucket, unheard: TokenBucket
    private var lastScan = -Double.infinity, restsUntil = -Double.infinity
    private var isTold = false
    private(set) var port: UInt16

    init(_ settings: Guard.Settings, server: SocketAddress, counts: RefusalCounts, visits: Visits, keys: KeyStore) {
        (self.settings, self.server, self.counts, self.visits, self.keys) = (settings, server, counts, visits, keys)
        let limits = settings.limits
        newcomers = TokenBucket(rate: limits.connectionRate, burst: limits.connectionRate)
        unheard = TokenBucket(rate: limits.unheardRate, burst: limits.unheardRate)
        rates = ClientRates(rate: limits.requestRate, burst: limits.requestBurst)
        arrivals = ClientRates(rate: limits.connectionRateOfOne, burst: limits.connectionBurstOfOne)
        port = UInt16(settings.web.port)
        rules = RequestRules(name: "", addresses: [], further: [], isEncrypted: settings.web.behindTLS)
    }

    deinit { for descriptor in listeners.values { close(descriptor) } }

    let listening = Listening()

    /// Addresses at which it cannot listen, as where another program has the port. Each is told once.
    private var failing: Set<LocalAddress> = []

    /// Listens on new addresses and leaves those that are gone.
    func scan(at now: Double) throws(SystemError) {
        lastScan = now
        let all = LocalAddress.all()
        let chosen = LocalAddress.chosen(from: all, interfaces: settings.web.interfaces, onlyLoopback: settings.web.behindTLS)
        for (local, descriptor) in listeners where !chosen.contains(local) {
            close(descriptor)
            listeners[local] = nil
        }
        var problem: SystemError?
        for local in chosen where listeners[local] == nil {
            do throws(SystemError) {
                listeners[local] = try listen(at: local.address)
                failing.remove(local)
            } catch {
                problem = error
                if failing.insert(local).inserted { Terminal.note("nodline-web: this address is left out: \(error)") }
            }
        }
        let open = chosen.filter { listeners[$0] != nil }
        listening.addresses.withLock { $0 = open }
        if listeners.isEmpty, let problem { throw problem }
        rules = RequestRules(name: settings.machine, addresses: all.map(\.address), further: settings.web.hosts,
                             isEncrypted: settings.web.behindTLS)
    }

    private func listen(at address: InternetAddress) throws(SystemError) -> Int32 {
        let descriptor = try systemCall("socket") {
            socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        }
        do throws(SystemError) {
            var one: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
            if address.family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, 4) }
            let subject = "\(address.host):\(port)"
            try systemCall("bind", subject) { address.with(port: port) { bind(descriptor, $0, $1) } }
            try systemCall("listen", subject) { Glibc.listen(descriptor, 64) }
            if port == 0 { port = Self.port(of: descriptor) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6(), size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin6_port)  // at the same place as IPv4's
    }

    /// Runs until the bell rings.
    func run(until bell: Bell) {
        while true {
            let now = MonotonicClock.now
            if now - lastScan >= settings.limits.rescan {
                do { try scan(at: now) } catch { Terminal.note("nodline-web: \(error)") }
                if let line = counts.note(at: now) { Terminal.note("nodline-web: " + line) }
            }
            connections.removeAll { $0.stage == .over }
            newcomers.refill(at: now)
            unheard.refill(at: now)
            let isOpen = newcomers.left >= 1 && unheard.left >= 1 && now >= restsUntil
            let doors = isOpen ? Array(listeners) : []
            var polled = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
            polled += doors.map { pollfd(fd: $0.value, events: Int16(POLLIN), revents: 0) }
            for connection in connections {
                let interests = connection.interests
                polled.append(pollfd(fd: connection.client, events: interests.client, revents: 0))
                polled.append(pollfd(fd: interests.server == 0 ? -1 : connection.server, events: interests.server, revents: 0))
            }
            let next = min(lastScan + settings.limits.rescan, connections.map(\.deadline).min() ?? .infinity)
            let wait = isOpen ? max(0, next - now) : min(max(0, next - now), 0.05)
            guard poll(&polled, nfds_t(polled.count), Int32((wait * 1000).rounded(.up))) >= 0 || errno == EINTR else { return }
            if polled[0].revents != 0 { return }
            turn(polled[(doors.count + 1)...], at: MonotonicClock.now)
            for (place, door) in doors.enumerated() where polled[place + 1].revents != 0 { accept(at: door.value) }
        }
    }

    private func turn(_ polled: ArraySlice<pollfd>, at now: Double) {
        var place = polled.startIndex
        for connection in connections {
            let client = polled[place].revents, server = polled[place + 1].revents
            place += 2
            if server != 0 { connection.readServer(at: now) }
            if client & Int16(POLLOUT) != 0 { connection.write(at: now) }
            if client & ~Int16(POLLOUT) != 0 { read(connection, at: now) }
            if connection.stage != .over, now >= connection.deadline {
                if connection.stage == .request { counts.count(.tooSlow) }
                connection.expire(at: now)
            }
        }
    }

    private func read(_ connection: GuardedConnection, at now: Double) {
        guard connection.stage == .request else {
            if connection.stage != .over { connection.readOn(at: now) }
            return
        }
        do throws(Refusal) {
            guard try connection.readRequest(), let head = connection.request else { return }
            let isOfScreen = isOfScreen(connection)
            let client = isOfScreen ? .session(Session.screen.id) : client(of: head, from: connection.peer)
            // One that holds many gives them up like a stranger: whoever may only watch keeps nobody out who may change.
            if case .session = client, connections.count(where: { $0.owner == client && $0.stage != .over }) < settings.limits.trustedOfOne {
                connection.owner = client
            }
            guard rates.take(for: client, at: now) else { throw .tooMany }
            if let refusal = rules.refusal(of: head, isNamed: keys.names(origin:)) { throw refusal }
            try connection.passOn(to: server, visits, isOfScreen: isOfScreen)
        } catch {
            counts.count(error)
            connection.refuse(error, at: now)
        }
    }

    private func isOfScreen(_ connection: GuardedConnection) -> Bool {
        guard let screen = settings.screen else { return false }
        return ConnectionOwner.user(of: connection.client, from: connection.peer) == screen
    }

    /// A header of the encrypting program could be forged, and is not asked. A cookie that pairs nobody and a wrong key
    /// count as the address: otherwise each new one would bring new tokens.
    private func client(of head: RequestHead, from peer: InternetAddress) -> ClientRates.Client {
        if let key = keys.key(in: head.headers["authorization"]) { return .session(key.id) }
        let id = SessionCookie(isEncrypted: settings.web.behindTLS).values(in: head.headers["cookie"]).lazy.compactMap(settings.sessions.id).first
        return id.map(ClientRates.Client.session) ?? .address(peer)
    }

    /// The kernel has nothing left for another connection: they wait.
    private func rest(_ code: Int32) {
        restsUntil = MonotonicClock.now + AcceptPause.time
        if !isTold { Terminal.note("nodline-web: accept: \(String(cString: strerror(code))); it is tried again") }
        isTold = true
    }

    private func accept(at door: Int32) {
        for _ in 0..<16 {
            var storage = sockaddr_storage(), size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let peer = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> (Int32, InternetAddress?) in
                    let client = accept4(door, .init(OpaquePointer(address)), &size, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
                    return (client, client < 0 ? nil : InternetAddress(address))
                }
            }
            guard peer.0 >= 0 else {
                if AcceptPause.follows(errno) { rest(errno) }
                return
            }
            // One that comes too often takes nobody's place; all come from one address behind a program that encrypts.
            if let address = peer.1, !settings.web.behindTLS, !arrivals.take(for: .address(address), at: MonotonicClock.now) {
                unheard.spend()
                counts.count(.full)
                close(peer.0)
                continue
            }
            newcomers.spend()
            guard let address = peer.1, settings.web.interfaces.isEmpty == false || address.isPrivate, makeRoom(for: address) else {
                counts.count(.full)
                close(peer.0)
                continue
            }
            var one: Int32 = 1, silence = settings.limits.silence, stall = UInt32(settings.limits.stall * 1000), unsent = Int32(settings.limits.waitingBytes)
            setsockopt(peer.0, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
            setsockopt(peer.0, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &stall, 4)  // a phone that left its network
            setsockopt(peer.0, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, 4)
            // Without these, a question would wait for a client whose network has gone.
            setsockopt(peer.0, SOL_SOCKET, SO_KEEPALIVE, &one, 4)
            setsockopt(peer.0, Int32(IPPROTO_TCP), TCP_KEEPIDLE, &silence, 4)
            setsockopt(peer.0, Int32(IPPROTO_TCP), TCP_KEEPINTVL, &silence, 4)
            connections.append(GuardedConnection(client: peer.0, peer: address, at: MonotonicClock.now, limits: settings.limits))
        }
    }

    /// A full house drops a connection that is not one of the first of a paired browser or a key, of the address that has most of them: rather one that waits
    /// with its request, for a browser sends it at once, and of these the one that waits longest. So no stranger keeps others out.
    private func makeRoom(for peer: InternetAddress) -> Bool {
        let limits = settings.limits, open = connections.filter { $0.stage != .over }
        let ofOne = settings.web.behindTLS ? limits.connections : limits.ofOneClient  // all come from the encrypting program
        let own = open.filter { $0.peer == peer }
        guard own.count >= ofOne || open.count >= limits.connections else { return true }
        let rivals = (own.count >= ofOne ? own : open).filter { $0.owner == nil }
        let ofAddress = Dictionary(grouping: rivals, by: \.peer)
        let most = ofAddress.values.map(\.count).max() ?? 0
        let candidates = ofAddress.values.filter { $0.count == most }.flatMap(\.self)
        func isWaiting(_ connection: GuardedConnection) -> Bool { connection.stage == .request || connection.stage == .farewell }
        guard let slowest = candidates.filter(isWaiting).min(by: { $0.began < $1.began }) ?? candidates.min(by: { $0.began < $1.began }) else {
            return false
        }
        counts.count(.full)
        slowest.drop()
        return true
    }
}
