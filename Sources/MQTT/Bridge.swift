import Glibc
import MQTTSettings
import Platform
import Wire

/// Joins the appliance's sockets and the broker, in one loop.
package struct Bridge {
    /// Where the appliance's sockets are.
    package struct Sockets: Sendable {
        package let events: String, control: String

        package init(events: String, control: String) { (self.events, self.control) = (events, control) }
    }

    private let settings: MQTTConfiguration
    private let topics: Topics
    private var discovery: Discovery
    private var outbox: Outbox
    private var link: BrokerLink
    private var appliance: ApplianceLink
    private var state = DeviceState()
    /// The state as it was before the appliance fell silent: it goes on from there if it is the same one that speaks again.
    private var lastState: DeviceState?
    private var axes: AxisPace
    private var rules: CommandRules
    private var refusals = CommandRefusals()
    private var questions = OpenQuestions()
    private var nextFigures = 0.0
    private var lastWords: [String: JSONValue] = [:]
    private var lastDropped = 0
    /// What the last discovery message was about; `nil` if there was none.
    private var described: Set<String>?
    private var leftovers: Leftovers
    private var memory: PlaceMemory
    /// Entities that Home Assistant must forget, by the message that is on its way.
    private var gone: [String: String] = [:]
    /// Topics of previous names that the broker has yet to clear.
    private var clearing: [String] = []

    /// - Parameters:
    ///   - machine: the host's name.
    ///   - password: of the broker's user.
    ///   - key: the file of the client certificate's key.
    ///   - about: what Home Assistant is told of the machine.
    ///   - folder: where it is remembered under which names this machine has published; `nil` if nowhere.
    package init(_ settings: MQTTConfiguration, _ sockets: Sockets, machine: String, password: String?, key: String?, about: Discovery.About, folder: String?) {
        self.settings = settings
        appliance = ApplianceLink(sockets)
        topics = Topics(settings, machine: machine)
        discovery = Discovery(topics, settings, about)
        outbox = Outbox(retention: settings.keep)
        axes = AxisPace(rate: Double(settings.axes))
        rules = CommandRules(settings, topics)
        let account = BrokerLink.Account(settings: settings, client: topics.identifier, will: topics.availability, password: password, key: key)
        link = BrokerLink(account, subscriptions: settings.commands ? [topics.command + "#"] : [])
        memory = PlaceMemory(folder: folder, present: Place(settings, topics))
        leftovers = Leftovers(topics, previous: memory.previous)
        outbox.set(topics.availability, "offline")
        if !settings.discovery { outbox.set(topics.discovery, "") }
    }

    /// Runs until a signal comes, or `isOutdated` is true, which is asked every few seconds.
    /// - Parameter notifier: the service manager ends a loop that hangs: Home Assistant would show what was before, and no command would be obeyed.
    package mutating func run(_ signals: SignalWatch, _ notifier: ServiceNotifier, isOutdated: () -> Bool) {
        var nextLook = Self.now + 5, nextTick = 0.0
        while true {
            var now = Self.now
            appliance.connect(takesCommands: settings.commands, at: now)
            let interest = link.interest
            var descriptors = [signals.descriptor, appliance.events?.descriptor ?? -1, appliance.control?.descriptor ?? -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            descriptors.append(interest ?? pollfd(fd: -1, events: 0, revents: 0))
            poll(&descriptors, nfds_t(descriptors.count), Int32(min(link.wait(at: now), axes.wait(state.axes, at: now)) * 1000) + 1)
            now = Self.now
            notifier.progress(at: MonotonicClock.now)
            if descriptors[0].revents != 0, let signal = signals.next(), signal != SIGHUP { break }
            // What it has said may have come while this program was stopped.
            if descriptors[1].revents != 0 || appliance.isSilent { readEvents(at: now) }
            if descriptors[2].revents != 0 { readReplies(at: now) }
            if appliance.isSilent { missAppliance(at: now) }
            publish(questions.expire(at: now), at: now)
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

    /// A suspended board counts, too: what waited meanwhile is old.
    private static var now: Double { MonotonicClock.withSuspension }

    private mutating func turnLink(_ ready: Int16?, at time: Double) {
        var news: [BrokerLink.News] = []
        link.turn(ready, &outbox, { Self.now }) { news.append($0) }
        if !link.isAccepted { leftovers.connectionEnded() }
        for one in news {
            switch one {
            case .accepted:
                if leftovers.begin(at: time) { link.subscribe(leftovers.filters) }
                axes = AxisPace(rate: Double(settings.axes))  // this connection has heard of none
            case .message(let message, let until): if !leftovers.take(message) { obey(message, until: until) }
            case .passedOver(let bytes): refusals.add("", "a message of \(bytes) bytes is too long to be read", at: time)
            }
        }
        if let finding = leftovers.end(at: time) { tidy(finding) }
    }

    /// Clears away what the broker has from before.
    private mutating func tidy(_ finding: Leftovers.Finding) {
        link.unsubscribe(leftovers.filters)
        // It still has an output's state from before this program was killed, and nobody has said what it is now.
        for name in finding.outputs where state.outputs[name] == nil { outbox.set(topics.output(name), discovery.mayBe(output: name) ? "None" : "") }
        discovery.keep(finding.entities)
        if settings.discovery { gone = discovery.gone(of: finding.entities, state) }
        described = nil
        for root in finding.foreign { Terminal.note("nodline-mqtt: another machine uses the previous name \(root): what it has published stays") }
        clearing = finding.previous
        for topic in clearing { outbox.set(topic, "") }
        if clearing.isEmpty { memory.forget() }
    }

    /// The broker gets the last word from this program and not from the will.
    private mutating func goodbye() {
        forgetOutputs()
        outbox.set(topics.availability, "offline")
        let end = Self.now + 1
        while link.isAccepted, Self.now < end {
            link.send(&outbox, at: Self.now)
            guard outbox.oldestSent != nil else { return link.goodbye(&outbox, at: Self.now) }
            var interest = link.interest ?? pollfd(fd: -1, events: 0, revents: 0)
            poll(&interest, 1, 100)
            turnLink(interest.revents, at: Self.now)
        }
    }

    // MARK: - The appliance

    /// It has said something.
    private mutating func hearAppliance() {
        guard appliance.hear() else { return }
        if let last = lastState { (state, lastState) = (last, nil) }
        outbox.set(topics.availability, "online")
    }

    /// It hangs: nobody knows what its outputs do.
    private mutating func missAppliance(at time: Double) {
        appliance.giveUp()
        lastState = state
        becomeUnknown(OpenQuestions.silence, at: time)
    }

    private mutating func loseAppliance(at time: Double) {
        appliance.disconnect()
        lastState = nil
        becomeUnknown("the appliance has gone", at: time)
    }

    private mutating func becomeUnknown(_ reason: String, at time: Double) {
        publish(questions.end(reason), at: time)
        forgetOutputs()
        state.forget()
        outbox.set(topics.availability, "offline")
    }

    /// Nobody says when they change any more. Home Assistant takes this payload for an unknown state. Axes rest when their appliance has gone.
    private mutating func forgetOutputs() {
        for name in state.outputs.keys { outbox.set(topics.output(name), "None") }
        for (name, value) in axes.due(state.axes.mapValues { _ in 0 }, at: Self.now) { outbox.replace(topics.axis(name), value.shortest, at: Self.now) }
    }

    private mutating func readEvents(at time: Double) {
        guard let events = appliance.events else { return }
        guard let lines = events.lines() else { return loseAppliance(at: time) }
        if !lines.isEmpty { hearAppliance() }
        for line in lines {
            guard let event = EventRecord(line: line) else { continue }
            let age = appliance.age(of: event)
            switch state.take(event.body, at: time) {
            case .gesture(let gesture): outbox.add(.init(topic: topics.gesture, payload: gesture.payload(at: event.t), time: time - age))
            case .answer(let word): publish(questions.hear(Answer(word, t: event.t)), at: time - age)
            case .none: break
            }
        }
    }

    private mutating func publish(_ answers: [Answer], at time: Double) {
        for answer in answers { outbox.add(.init(topic: topics.answer, payload: JSONLine.text(answer), time: time)) }
    }

    private mutating func readReplies(at time: Double) {
        guard let lines = appliance.control?.lines() else { return loseAppliance(at: time) }
        if !lines.isEmpty { hearAppliance() }
        readEvents(at: time)  // an answer's event was sent before its reply
        for line in lines {
            guard let reply = JSONValue.decoded(ControlReply.self, from: line) else { continue }
            if reply.id == .text("status"), let status = JSONValue.decoded(StatusReply.self, from: line) { state.take(status) }
            publish(questions.take(reply, JSONValue.decoded(AskReply.self, from: line)), at: time)
            if !reply.ok { refusals.add(reply.reply, "the appliance: \(reply.detail ?? "refused")", at: time) }
        }
    }

    /// - Parameter end: until when the command may take effect. The appliance looks at it once more, because it may be busy or stopped.
    private mutating func obey(_ message: CommandRules.Message, until end: Double) {
        let time = Self.now, isOld = time > end && !message.isRetained
        do throws(CommandRules.Refusal) {
            if isOld, message.topic != topics.command + "ask" { throw CommandRules.Refusal(problem: Self.isOld) }
            guard var request = try rules.request(message, at: time) else { return }
            let isQuestion = request["request"] == .text("ask")
            if let obstacle = isOld ? Self.isOld : appliance.obstacle(toQuestion: isQuestion) {
                if isQuestion { publish([OpenQuestions.refusal(of: request, obstacle)], at: time) }
                throw CommandRules.Refusal(problem: obstacle)
            }
            if isQuestion { request = questions.add(request, at: time) }
            request["before"] = .number(end)
            if appliance.control?.send(JSONValue.object(request).line) != true {
                loseAppliance(at: time)
                throw CommandRules.Refusal(problem: "the appliance does not read its commands")
            }
        } catch {
            refusals.add(message.topic, error.problem, at: time)
        }
    }

    private static let isOld = "it is too old: it may have waited for more than \(Int(Freshness.most)) s in the network, at the broker or here"

    // MARK: - The state

    /// Changes go at once, figures at most once in an interval.
    private mutating func publishState(at time: Double) {
        outbox.expire(at: time)
        if outbox.dropped != lastDropped, link.isAccepted {
            Terminal.note("nodline-mqtt: \(outbox.dropped - lastDropped) events were dropped while the broker could not be reached")
            lastDropped = outbox.dropped
        }
        refusals.tell(at: time)
        for (name, isOn) in state.outputs { outbox.set(topics.output(name), isOn ? "ON" : "OFF") }
        for (name, value) in axes.due(state.axes, at: time) { outbox.replace(topics.axis(name), value.shortest, at: time) }
        if !state.lastFault.isEmpty { outbox.set(topics.fault, JSONValue.object(state.lastFault).line) }
        describe()
        if !clearing.isEmpty, clearing.allSatisfy({ outbox.isSettled($0) }) {
            clearing = []
            memory.forget()
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

    /// Tells Home Assistant which entities there are: not before the broker was asked which it knows, which this replaces.
    private mutating func describe() {
        guard settings.discovery, leftovers.isAsked else { return }
        if !gone.isEmpty, described != nil, outbox.isSettled(topics.discovery) { (gone, described) = ([:], nil) }
        let entities = Set(state.outputs.keys).union(state.figures.keys)
        guard entities != described else { return }
        described = entities
        outbox.set(topics.discovery, discovery.payload(state, removing: gone))
    }
}
