/// All taught gestures of a recogniser: one stream, and a matcher for each template.
struct TaughtRecognition: Sendable {
    private(set) var stream = TaughtStream()
    private(set) var matchers: [TaughtMatcher] = []
    private var gestures: [TaughtGesture] = []
    /// Whether one of them is measured on the mesh of the face.
    private(set) var needsFace = false

    /// A part of the stream that is like a template.
    struct Finding {
        let gesture: Int
        let part: TaughtMatcher.Candidate
        /// When it began and ended, in seconds. It is decided about 0.35 s later.
        let began: Double, ended: Double
        /// The rule that it breaks.
        var rejection: Rejection?

        /// - Parameter gestures: the templates.
        func verdict(_ gestures: [TaughtGesture]) -> Verdict {
            let template = gestures[gesture]
            let journey = Journey(began: began, ended: ended, threshold: template.limits.likeness)
            if let rejection { return .rejection(rejection, journey) }
            return .gesture(.recognised(.taught(template.name), size: part.likeness, duration: part.duration), journey)
        }
    }

    /// Uses these templates from now on. Those that were used before go on with what is under way.
    mutating func follow(_ gestures: [TaughtGesture]) {
        guard gestures != self.gestures else { return }
        let previous = zip(self.gestures, matchers).map { ($0, $1) }
        self.gestures = gestures
        matchers = gestures.map { gesture in
            guard let (old, matcher) = previous.first(where: { $0.0.name == gesture.name && $0.0.isSameTeaching(as: gesture) }) else {
                var matcher = TaughtMatcher(gesture)
                matcher.restart(from: stream.count)
                return matcher
            }
            return old == gesture ? matcher : matcher.adapted(to: gesture)
        }
        needsFace = gestures.contains { $0.channels.contains(where: \.isOfFace) }
        if gestures.isEmpty { stream.restart() }
    }

    /// Takes a sample with a head.
    /// - Parameters:
    ///   - isOpen: gestures count now; otherwise nothing that has begun before it ends counts later.
    ///   - find: called for each part that is decided; returns whether it was reported as a gesture, and then no other template gets any of it.
    mutating func add(_ sample: HeadSample, _ head: HeadPointer, isOpen: Bool, _ find: (Finding) -> Bool) {
        guard !matchers.isEmpty else { return }
        let before = stream.count, made = stream.add(sample, head)
        if stream.count < before + made { end(from: 0) }
        guard isOpen else { return end() }
        for index in (stream.count - made)..<stream.count {
            for place in matchers.indices {
                guard let part = matchers[place].add(index, of: stream), !isSurpassed(part, by: place) else { continue }
                var finding = Finding(gesture: place, part: part, began: stream.time(part.start), ended: stream.time(part.end),
                                      rejection: matchers[place].objection(to: part, in: stream))
                finding.rejection?.taught = gestures[place].name
                guard find(finding) else { continue }
                matchers[place].remember(part, of: stream)
                end(from: index + 1)
                break
            }
        }
    }

    /// Whether another template is more like the same part, and will say so in a moment.
    private func isSurpassed(_ part: TaughtMatcher.Candidate, by place: Int) -> Bool {
        matchers.indices.contains { other in
            guard other != place, let best = matchers[other].best, best.start < part.end, part.start < best.end else { return false }
            return best.likeness > part.likeness && matchers[other].objection(to: best, in: stream) == nil
        }
    }

    /// Nothing that has begun counts.
    mutating func end() { end(from: stream.count) }

    private mutating func end(from index: Int) {
        for place in matchers.indices { matchers[place].restart(from: index) }
    }

    /// The face was lost.
    mutating func forget() {
        stream.restart()
        end(from: 0)
    }

    /// The gesture, moved towards the last movement that was recognised as it; `nil` if there is none since the last call.
    mutating func adapted(_ name: GestureName) -> TaughtGesture? {
        guard let place = gestures.firstIndex(where: { $0.name == name }), let course = matchers[place].takeRemembered() else { return nil }
        var gesture = gestures[place]
        gesture.adapt(to: course)
        return gesture
    }
}
