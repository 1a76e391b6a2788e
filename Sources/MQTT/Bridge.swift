import Glibc
import MQTTSettings
import Platform

/// Joins the appliance's sockets and the broker, in one loop.
package struct Bridge {
    /// Where the appliance's sockets are.
    package struct Sockets: Sendable {
        package let events: String, control: String

        package init(events: String, control: String) { (self.events, self.control) = (events, control) }
    }

    /// Seconds between attempts to reach the appliance.
    private static let applianceRetry = 1.0

    private let settings: MQTTConfiguration
    private let sockets: Sockets
    private let topics: Topics
    private var outbox: Outbox
    private var link: BrokerLink
    private var state = DeviceState()
    private var rules: CommandRules
    private var refusals = CommandRefusals()
    private var questions = OpenQuestions()
    private var events: ApplianceStream?
    private var control: ApplianceStream?
    private var nextTry = 0.0, nextFigures = 0.0
    private var lastWords: [String: JSONValue] = [:]
    private var isMissing = false
    private var lastDropped = 0
    /// What the last discovery message was about; `nil` if there was none.
    private var described: Set<String>?

    /// - Parameters:
    ///   - machine: the host's name.
    ///   - password: of the broker's user.
    ///   - key: the file of the client certificate's key.
    package init(_ settings: MQTTConfiguration, _ sockets: Sockets, machine: String, password: String?, key: String?) {
        self.settings = settings
        self.sockets = sockets
        topics = Topics(settings, machine: machine)
        outbox = Outbox(patience: settings.keep)
        rules = CommandRules(settings, topics)
        let account = Broker.Account(settings: settings, client: topics.identifier, will: topics.availability, password: password, key: key)
        link = BrokerLink(account, subscriptions: [topics.output("+")] + (settings.commands ? [topics.command + "#"] : []))
        outbox.set(topics.availability, "offline")
        if !settings.discovery { outbox.set(topics.discovery, "") }
    }

    /// Runs until a signal comes, or `isOutdated` is true, which is asked every few seconds.
    package mutating func run(_ signals: SignalWatch, isOutdated: () -> Bool) {
        var nextLook = MonotonicClock.now + 5, nextTick = 0.0
        while true {
            var now = MonotonicClock.now
            if events == nil, now >= nextTry { connectAppliance(at: now) }
            let interest = link.interest(at: now)
            var descriptors = [signals.descriptor, events?.descriptor ?? -1, control?.descriptor ?? -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            descriptors.append(interest ?? pollfd(fd: -1, events: 0, revents: 0))
            poll(&descriptors, nfds_t(descriptors.count), wait(at: now))
            now = MonotonicClock.now
            if descriptors[0].revents != 0, let signal = signals.next(), signal != SIGHUP { break }
            if descriptors[1].revents != 0 { readEvents(at: now) }
            if descriptors[2].revents != 0 { readReplies(at: now) }
            // Once a second whatever poll says: it does not see what TLS has decrypted already.
            let isTick = now >= nextTick
            if isTick { nextTick = now + 1 }
            turnLink(isTick || interest == nil ? nil : descriptors[3].revents, at: now)
            publishState(at: now)
            link.send(&outbox, at: now)
            if now >= nextLook {
                if isOutdated() { break }
                nextLook = now + 5
            }
        }
        goodbye()
    }

    /// Milliseconds. The turn once a second keeps the connection alive; it usually comes with the appliance's figures.
    private func wait(at time: Double) -> Int32 {
        switch link.state {
        case .waiting(let until): Int32(min(max(until - time, 0), 1) * 1000) + 1
        case .connecting: 50
        case .connected: 1000
        }
    }

    private mutating func turnLink(_ ready: Int16?, at time: Double) {
        var messages: [CommandRules.Message] = []
        link.turn(ready, &outbox, at: time) { messages.append($0) }
        for message in messages {
            if message.topic.hasPrefix(topics.output("")) { recall(message) } else { obey(message, at: time) }
        }
    }

    /// The broker gets the last word from this program and not from the will.
    private mutating func goodbye() {
        forgetOutputs()
        outbox.set(topics.availability, "offline")
        let end = MonotonicClock.now + 1
        while case .connected(_, _, true) = link.state, MonotonicClock.now < end {
            link.send(&outbox, at: MonotonicClock.now)
            guard outbox.oldestSent != nil else { return }
            var interest = link.interest(at: MonotonicClock.now) ?? pollfd(fd: -1, events: 0, revents: 0)
            poll(&interest, 1, 100)
            turnLink(interest.revents, at: MonotonicClock.now)
        }
    }

    // MARK: - The appliance

    private mutating func connectAppliance(at time: Double) {
        nextTry = time + Self.applianceRetry
        do throws(SystemError) {
            events = try ApplianceStream(path: sockets.events)
            if settings.commands {
                control = try ApplianceStream(path: sockets.control)
                _ = control?.send(#"{"request":"status","id":"status"}"#)
            }
            outbox.set(topics.availability, "online")
            Terminal.output("nodline-mqtt: listening to the appliance")
            isMissing = false
        } catch {
            (events, control) = (nil, nil)
            if !isMissing { Terminal.note("nodline-mqtt: the appliance cannot be reached: \(error)\(Self.advice(error))") }
            isMissing = true
        }
    }

    private static func advice(_ error: SystemError) -> String {
        guard error.code == EACCES, error.subject.hasSuffix(ControlPlace.control) else { return "" }
        return " (commands need the group nodline-control: sudo usermod -aG nodline-control nodline-mqtt)"
    }

    private mutating func loseAppliance(at time: Double) {
        (events, control) = (nil, nil)
        publish(questions.end("the appliance has gone"), at: time)
        forgetOutputs()
        state.forget()
        outbox.set(topics.availability, "offline")
    }

    /// Nobody says when they change any more. Home Assistant takes this payload for an unknown state.
    private mutating func forgetOutputs() { for name in state.outputs.keys { outbox.set(topics.output(name), "None") } }

    /// The broker still has an output's state from before this program was killed, and nobody has said what it is now.
    private mutating func recall(_ message: CommandRules.Message) {
        guard message.isRetained, state.outputs[String(message.topic.dropFirst(topics.output("").count))] == nil else { return }
        outbox.set(message.topic, "None")
    }

    private mutating func readEvents(at time: Double) {
        guard let events else { return }
        guard let lines = events.lines() else { return loseAppliance(at: time) }
        for line in lines {
            // Frequent and of no use here; not even parsed.
            if ["look-moved", "measures", "tilt-moved", "axis"].contains(where: { line.contains("\"event\":\"\($0)\"") }) { continue }
            guard let event = JSONValue.object(line.utf8) else { continue }
            switch state.take(event, at: time) {
            case .gesture(let type, var fields):
                fields["event_type"] = .text(type)
                outbox.add(.init(topic: topics.gesture, payload: JSONValue.object(fields).line, time: time))
            case .answer(let event): publish(questions.hear(event), at: time)
            case .none: break
            }
        }
    }

    private mutating func publish(_ answers: [OpenQuestions.Fields], at time: Double) {
        for answer in answers { outbox.add(.init(topic: topics.answer, payload: JSONValue.object(answer).line, time: time)) }
    }

    private mutating func readReplies(at time: Double) {
        guard let lines = control?.lines() else { return loseAppliance(at: time) }
        readEvents(at: time)  // an answer's event was sent before its reply
        for line in lines {
            guard let reply = JSONValue.object(line.utf8) else { continue }
            if reply["id"] == .text("status") { state.take(status: reply) }
            publish(questions.take(reply), at: time)
            if reply["ok"] == .flag(false) { refusals.add("\(reply["reply"]?.text ?? "?")", "the appliance: \(reply["detail"]?.text ?? "refused")", at: time) }
        }
    }

    private mutating func obey(_ message: CommandRules.Message, at time: Double) {
        do throws(CommandRules.Refusal) {
            guard var request = try rules.request(message, at: time) else { return }
            if request["request"] == .text("ask"), control != nil { request = questions.add(request) }
            guard let control, control.send(JSONValue.object(request).line) else { throw CommandRules.Refusal(problem: "the appliance cannot be reached") }
        } catch {
            refusals.add(message.topic, error.problem, at: time)
        }
    }

    // MARK: - The state

    /// Changes go at once, figures at most once in an interval.
    private mutating func publishState(at time: Double) {
        outbox.expire(at: time)
        if outbox.dropped != lastDropped, case .connected(_, _, true) = link.state {
            Terminal.note("nodline-mqtt: \(outbox.dropped - lastDropped) events were dropped while the broker could not be reached")
            lastDropped = outbox.dropped
        }
        refusals.tell(at: time)
        for (name, isOn) in state.outputs { outbox.set(topics.output(name), isOn ? "ON" : "OFF") }
        if !state.lastFault.isEmpty { outbox.set(topics.fault, JSONValue.object(state.lastFault).line) }
        let entities = Set(state.outputs.keys).union(state.figures.keys)
        if settings.discovery, entities != described {
            described = entities
            outbox.set(topics.discovery, Discovery(topics, settings).payload(state))
        }
        var words = state.words(at: time)
        guard words != lastWords || time >= nextFigures else { return }
        lastWords = words
        nextFigures = time + settings.interval
        words.merge(state.figures) { $1 }
        words["refused"] = .number(Double(state.refused))
        words["dropped"] = .number(Double(outbox.dropped))
        words["commands_refused"] = .number(Double(refusals.count))
        outbox.set(topics.state, JSONValue.object(words).line)
    }
}
