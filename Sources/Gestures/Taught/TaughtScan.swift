/// The parts of recordings that are like a template, and how long it could be looked for in them. Every third minute serves to choose the limit of likeness, the
/// others to predict what it does, because a limit does better on the data that it was chosen on.
struct TaughtScan: Sendable {
    /// What was found in one of both shares.
    struct Share: Sendable {
        /// Likeness of every part that keeps all limits but that of likeness, in falling order.
        var likenesses: [Double] = []
        /// Seconds in which all channels of the template were measured.
        var seconds = 0.0

        var hours: Double { seconds / 3600 }

        /// The number of parts that reach a likeness.
        func count(_ likeness: Double) -> Int { likenesses.prefix { $0 >= likeness }.count }

        static func + (a: Share, b: Share) -> Share {
            Share(likenesses: (a.likenesses + b.likenesses).sorted(by: >), seconds: a.seconds + b.seconds)
        }
    }

    private(set) var choosing = Share(), predicting = Share()
    /// The least likeness that is kept.
    static let least = 0.3
    private static let minute = 60.0, turns = 3
    /// Samples that are further apart have no face between them, in seconds.
    fileprivate static let longestStep = 1.0

    /// - Parameter quietMouth: parts in which the lips are faster than this, in IOD a second, do not count, as in the recogniser.
    init(_ gesture: TaughtGesture, in recordings: some Sequence<[HeadSample]>, quietMouth: Double, rules: GestureRules = GestureRules()) {
        var matcher = TaughtMatcher(gesture), elapsed = 0.0, found: [(likeness: Double, chooses: Bool)] = []
        let watchesLips = quietMouth > 0 && !gesture.channels.contains(.mouth)
        for recording in recordings {
            var stream = TaughtStream(), speech = SpeechDetector(), last: Double?, decided = -1
            matcher.restart()
            for sample in recording {
                guard let head = sample.head, head.isUsable else { continue }
                if let mouth = sample.mouth { speech.add(mouth, yaw: sample.angles?.yaw, rules) }
                let seconds = last.map { sample.time - $0 } ?? 0
                last = sample.time
                let choosesNow = Int(elapsed / Self.minute) % Self.turns == 0
                let before = stream.count, made = stream.add(sample, head)
                // Where a channel is missing nothing can fire, and that nothing did is no promise.
                if seconds > 0, seconds < Self.longestStep, gesture.isMeasured(in: stream) {
                    elapsed += seconds
                    if choosesNow { choosing.seconds += seconds } else { predicting.seconds += seconds }
                }
                if stream.count < before + made {
                    matcher.restart()
                    decided = -1
                }
                for index in (stream.count - made)..<stream.count {
                    guard let part = matcher.add(index, of: stream), matcher.objection(to: part, in: stream) == nil else { continue }
                    guard !watchesLips || speech.speed(at: sample.time, rules) <= quietMouth else { continue }
                    // Of parts that overlap the most alike counts. If the search began anew after each, a part that is hardly alike would hide one that is.
                    if part.start <= decided, let last = found.last {
                        guard part.likeness > last.likeness else { continue }
                        found.removeLast()
                    }
                    found.append((part.likeness, choosesNow))
                    decided = index
                }
            }
        }
        choosing.likenesses = found.filter(\.chooses).map(\.likeness)
        predicting.likenesses = found.filter { !$0.chooses }.map(\.likeness)
        choosing.likenesses.sort(by: >)
        predicting.likenesses.sort(by: >)
    }
}

extension TaughtGesture {
    /// Whether all channels that carry it are measured now.
    func isMeasured(in stream: borrowing TaughtStream) -> Bool { channels.allSatisfy { stream.present[$0.index] > 0 } }

    /// Seconds of a recording in which it could be recognised: with a face, and with all channels that carry it.
    package func measuredSeconds(of recording: some Sequence<HeadSample>) -> Double {
        var stream = TaughtStream(), last: Double?, sum = 0.0
        for sample in recording {
            guard let head = sample.head, head.isUsable else { continue }
            let seconds = last.map { sample.time - $0 } ?? 0
            last = sample.time
            _ = stream.add(sample, head)
            if seconds > 0, seconds < TaughtScan.longestStep, isMeasured(in: stream) { sum += seconds }
        }
        return sum
    }
}
