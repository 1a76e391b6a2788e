import Gestures
import Outputs
import Wire

/// What decides whether outputs may go on, beside the person and the recogniser: a halt, the devices, the battery, and for how long nobody could call.
struct Condition {
    /// What keeps everything off until somebody ends it on purpose.
    var halt = Halt()
    /// What the caller knows of the devices and the battery.
    var health = Health()
    private var alarm: Alarm
    private var questionCost: QuestionCost

    init(_ configuration: Configuration) {
        alarm = Alarm(after: configuration.status.alarmAfter)
        questionCost = configuration.questionCost
    }

    mutating func adopt(_ new: Configuration) {
        alarm.after = new.status.alarmAfter
        questionCost = new.questionCost
    }

    /// Lets outputs go on again, as far as the battery and a halt allow. Nothing else lets them.
    /// - Parameter time: when they go off, if they must.
    func allow(_ outputs: GuardedOutputs, at time: @autoclosure () -> Double) {
        guard health.isBatteryCritical || halt.isOn else { return outputs.allow() }
        outputs.release(at: time(), sparing: health.isBatteryCritical ? .warnings : .signs)
    }

    /// - Parameter lastFrame: its time; `nil` if none comes.
    func standing(_ recognizer: GestureRecognizer, _ attention: Attention, lastFrame: Double?) -> Standing {
        var standing = Standing(recognizer)
        standing.isRecognising = attention.gate?.knowledge == .recognising
        standing.isLiving = attention.isLiving(at: lastFrame)
        standing.questionCost = questionCost
        standing.halt = halt
        standing.health = health
        return standing
    }

    /// Lets outputs follow the present state, and the alarm what has become of it.
    /// - Parameter clock: see ``HeadSwitch/clock``.
    mutating func follow(_ standing: Standing, _ knowledge: PersonGate.Knowledge?, by outputs: GuardedOutputs, at time: Double, _ clock: (() -> Double)?) {
        let now = clock?() ?? time
        alarm.follow(standing.isAlarming, at: time)
        outputs.follow(standing, knowledge, at: now)
        outputs.set(.alarm, alarm.isRaised, at: alarm.isRaised && clock == nil ? alarm.moment ?? now : now)
    }

    /// When the alarm is raised, if nothing becomes better and an output follows it.
    func nextAlarm(for outputs: GuardedOutputs) -> Double? { !alarm.isRaised && outputs.follows(.alarm) ? alarm.moment : nil }
}
