import FlyingFox
import FlyingSocks
import Platform
import Synchronization

/// A stream of server-sent events (HTML standard, 9.2), fed by a connection of its own to the appliance. A client that does not read
/// loses the stream: events are not kept for it.
struct EventFeed: AsyncBufferedSequence, Sendable {
    typealias Element = UInt8

    /// What waits for a client that is slow.
    enum Backlog {
        /// 256 events; then the stream ends, so that none is missing in between.
        case all
        /// The last two: a picture that is late is of no use.
        case newest

        fileprivate var policy: AsyncStream<[UInt8]>.Continuation.BufferingPolicy { self == .all ? .bufferingOldest(256) : .bufferingNewest(2) }
    }

    /// Seconds between comments, by which a client that has gone is noticed.
    private static let heartbeat = 5.0
    private let stream: AsyncStream<[UInt8]>

    struct Iterator: AsyncBufferedIteratorProtocol {
        var events: AsyncStream<[UInt8]>.Iterator

        mutating func next() async throws -> UInt8? { nil }  // the server asks for buffers only
        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { await events.next() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }

    /// - Parameters:
    ///   - place: its stream ends when somebody else gets it.
    ///   - request: the request that starts the appliance's events.
    ///   - backlog: what waits for the client.
    ///   - event: the appliance's events that are passed on: `nil` for all.
    ///   - isAllowed: whether the session still exists.
    ///   - end: called once at the end.
    init(from links: ApplianceLinks, at place: StreamPlace, request: String, keeping backlog: Backlog = .all, returns: Bool, isAllowed: @escaping @Sendable () -> Bool,
         end: @escaping @Sendable () -> Void) {
        stream = AsyncStream(bufferingPolicy: backlog.policy) { continuation in
            @Sendable func send(_ text: String) -> Bool {
                guard isAllowed() else {
                    continuation.finish()
                    return false
                }
                switch continuation.yield(Array(text.utf8)) {
                case .enqueued: return true
                case .dropped where backlog == .newest: return true
                default:
                    continuation.finish()
                    return false
                }
            }
            place.whenTaken { continuation.finish() }
            let feeding = Task {
                await Self.feed(from: links, request: request, returns: returns, send)
                continuation.finish()
            }
            let beating = Task {
                while (try? await links.limits.sleep(Self.heartbeat)) != nil, send(":\n\n") {}
            }
            continuation.onTermination = { _ in
                feeding.cancel()
                beating.cancel()
                end()
            }
        }
    }

    /// Passes the appliance's lines on, and connects again when it comes back.
    private static func feed(from links: ApplianceLinks, request: String, returns: Bool, _ send: @Sendable (String) -> Bool) async {
        var wasRunning: Bool?
        func tell(_ isRunning: Bool) -> Bool {
            defer { wasRunning = isRunning }
            return wasRunning == isRunning || send("event: appliance\ndata: {\"running\":\(isRunning)}\n\n")
        }
        while !Task.isCancelled {
            if let socket = try? await LineSocket(path: links.path, pool: links.pool), (try? await socket.send(request)) != nil {
                var goesOn = true
                await socket.eachLine { line in
                    if line.contains("\"reply\":"), let reply = JSONValue.object(line.utf8), reply["reply"] != nil {
                        // Not as soon as it is connected: until the reply, the appliance sends no events.
                        goesOn = reply["ok"] == .flag(true) ? tell(true) : send("event: refused\ndata: \(line)\n\n") && returns
                        return goesOn
                    }
                    goesOn = send("data: \(line)\n\n")
                    return goesOn
                }
                guard goesOn else { return }
            }
            guard tell(false), (try? await links.limits.sleep(1)) != nil else { return }
        }
    }
}
