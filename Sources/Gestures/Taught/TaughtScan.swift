/// The parts of recordings that are like a template, and how long the recordings are. Every third minute serves to choose the limit of likeness, the
/// others to predict what it does, because a limit does better on the data that it was chosen on.
struct TaughtScan: Sendable {
    /// What was found in one of both shares.
    struct Share: Sendable {
        /// Likeness of every part that keeps all limits but that of likeness, in falling order.
        var likenesses: [Double] = []
        /// Seconds with a face.
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

    /// - Parameter quietMouth: parts in which the lips are faster than this, in IOD a second, do not count, as in the recogniser.
    init(_ gesture: TaughtGesture, in recordings: some Sequence<[HeadSample]>, quietMouth: Double, rules: GestureRules = GestureRules()) {
        var matcher = TaughtMatcher(gesture), elapsed = 0.0
        let watchesLips = quietMouth > 0 && !gesture.channels.contains(.mouth)
        for recording in recordings {
            var stream = TaughtStream(), speech = SpeechDetector(), last: Double?
            matcher.restart()
            for sample in recording {
                guard let head = sample.head, head.isUsable else { continue }
                if let mouth = sample.mouth { speech.add(mouth, yaw: sample.angles?.yaw, rules) }
                let seconds = last.map { sample.time - $0 } ?? 0
                last = sample.time
                let choosesNow = Int(elapsed / Self.minute) % Self.turns == 0
                if seconds > 0, seconds < 1 {
                    elapsed += seconds
                    if choosesNow { choosing.seconds += seconds } else { predicting.seconds += seconds }
                }
                let before = stream.count, made = stream.add(sample, head)
                if stream.count < before + made { matcher.restart() }
                for index in (stream.count - made)..<stream.count {
                    guard let part = matcher.add(index, of: stream), matcher.objection(to: part, in: stream) == nil else { continue }
                    guard !watchesLips || speech.speed(at: sample.time, rules) <= quietMouth else { continue }
                    if choosesNow { choosing.likenesses.append(part.likeness) } else { predicting.likenesses.append(part.likeness) }
                    matcher.restart(from: index + 1)
                }
            }
        }
        choosing.likenesses.sort(by: >)
        predicting.likenesses.sort(by: >)
    }
}
