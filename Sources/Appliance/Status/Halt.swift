/// What keeps everything off until somebody ends it on purpose. A pause goes on by itself below it.
package struct Halt: Equatable, Sendable {
    /// A stop, which only a release ends.
    package struct Stop: Equatable, Sendable {
        /// Who has stopped everything, in words: "the button red".
        package let by: String
        /// When, in the loop's seconds.
        package let time: Double

        package init(by: String, at time: Double) { (self.by, self.time) = (by, time) }
    }

    package var stop: Stop?
    /// An enable button is not held.
    package var lacksEnable = false

    package init() {}

    package var isOn: Bool { stop != nil || lacksEnable }

    /// What somebody does about it.
    enum Change {
        /// By whom, in words.
        case stop(by: String), release(by: String)
        /// Every enable button is held, or one is not.
        case enable(Bool)

        /// Whether something may go on by it.
        var letsGo: Bool {
            switch self {
            case .stop: false
            case .release: true
            case .enable(let isHeld): isHeld
            }
        }

        /// How it is reported.
        func event(at time: Double) -> ApplianceEvent {
            switch self {
            case .stop(let who): .stop(time: time, by: who, isOver: false)
            case .release(let who): .stop(time: time, by: who, isOver: true)
            case .enable(let isHeld): .enable(time: time, isHeld: isHeld)
            }
        }
    }

    /// - Returns: whether that changes anything: who stops twice has stopped once.
    mutating func make(_ change: Change, at time: Double) -> Bool {
        let previous = self
        switch change {
        case .stop(let who): stop = stop ?? Stop(by: who, at: time)
        case .release: stop = nil
        case .enable(let isHeld): lacksEnable = !isHeld
        }
        return self != previous
    }
}
