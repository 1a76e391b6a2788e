import Synchronization

/// A stream's place among those that there may be at once.
final class StreamPlace: Sendable {
    private struct State {
        var isTaken = false
        var leave: (@Sendable () -> Void)?
    }

    /// The paired browser or the key that the stream is for.
    let client: String
    private let state = Mutex(State())

    init(client: String) { self.client = client }

    /// Calls `leave` when somebody else gets the place, or at once if that has happened.
    func whenTaken(_ leave: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            state.leave = leave
            return state.isTaken
        }
        if isTaken { leave() }
    }

    fileprivate func take() {
        state.withLock { state in
            state.isTaken = true
            return state.leave
        }?()
    }
}

/// The places for streams of one kind. Where there is none left, whoever has most gives its oldest to whoever has at least two fewer: no
/// browser with many open pages keeps others out.
struct StreamPlaces {
    let most: Int
    private var places: [StreamPlace] = []

    init(most: Int) { self.most = most }

    /// - Returns: `nil` if there is none for this client.
    mutating func begin(for client: String) -> StreamPlace? {
        if places.count >= most {
            let counts = Dictionary(grouping: places, by: \.client).mapValues(\.count)
            guard let greedy = counts.max(by: { $0.value < $1.value }), greedy.value >= (counts[client] ?? 0) + 2,
                  let oldest = places.firstIndex(where: { $0.client == greedy.key }) else { return nil }
            places.remove(at: oldest).take()
        }
        let place = StreamPlace(client: client)
        places.append(place)
        return place
    }

    mutating func end(_ place: StreamPlace) { places.removeAll { $0 === place } }
}
