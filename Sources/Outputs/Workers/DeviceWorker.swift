import Platform
import Synchronization

/// The only thread that opens, switches, polls and closes the devices of one group.
///
/// Posting an order does not block. A device that blocks, such as an expander that hangs or a program that starts slowly, delays only this
/// thread. Orders are executed in the order given; an urgent one replaces waiting ones for the same output.
///
/// The devices live on the thread's stack, so that the compiler can check that this type is `Sendable`.
final class DeviceWorker: Sendable {
    enum Order: Sendable {
        case change(OutputChange)
        /// Ends what the device of an output still does.
        case stop(String)
        /// Reads the lines back, which are expected to be in their safe state.
        case verify

        /// Whether it only moves an axis.
        fileprivate var isMovement: Bool {
            if case .change(.axis(let change)) = self { return !change.rests }
            return false
        }

        /// One movement of the same axis in place of two.
        fileprivate func joined(with later: Order) -> Order? {
            guard isMovement, later.isMovement, isAbout(later), case .change(.axis(let one)) = self, case .change(.axis(let two)) = later else { return nil }
            return .change(.axis(AxisChange(time: two.time, name: two.name, value: two.value, steps: one.steps + two.steps, isReported: two.isReported)))
        }

        fileprivate func isAbout(_ other: Order) -> Bool {
            switch (self, other) {
            case (.change(let one), .change(let two)): one.isAbout(two)
            case (.stop(let one), .stop(let two)): one == two
            default: false
            }
        }
    }

    private struct State {
        /// Whether the current call has not returned in time.
        var isLate: Bool { call.map { MonotonicClock.now - $0.since >= DeviceWorker.timeout } ?? false }
        var isIdle: Bool { hasEnded || call == nil && orders.isEmpty && !isEnding }

        /// Adds an order. Movements of an axis that have not been made yet are joined: a device that is slower than the frames would otherwise
        /// be ever further behind, and a release with it.
        mutating func take(_ order: Order) {
            let place = orders.lastIndex { !$0.isMovement || $0.isAbout(order) }
            if let place, let joined = orders[place].joined(with: order) { orders[place] = joined } else { orders.append(order) }
        }

        var orders: [Order] = []
        /// The current call, as named in messages, and its start.
        var call: (words: String, since: Double)?
        /// Whether the late call has been reported.
        var isToldLate = false
        var faults: [OutputError] = []
        var isFailing = false
        var isEnding = false
        var hasEnded = false
    }

    /// Seconds after which a call is late.
    static let timeout = 0.5

    private let part: OutputSettings
    private let state = Mutex(State())
    private let bell = Bell()
    /// Rings when no work is left. Only the loop waits for it.
    private let idle = Bell()

    /// Starts the thread, which first opens the devices in their safe state.
    init(_ part: OutputSettings, source: @escaping @Sendable (OutputSettings) -> any DeviceSource) {
        self.part = part
        state.withLock { $0.call = ("open", MonotonicClock.now) }
        do {
            try BackgroundThread.start(wokenBy: bell, idle) { self.run(source) }
        } catch {
            state.withLock { state in
                state = State()
                state.faults = [OutputError(place: place, call: error.call, problem: error.reason)]
                state.isFailing = true
                state.hasEnded = true
            }
        }
    }

    /// Posts an order. Does not block.
    /// - Parameter isUrgent: replaces waiting orders for the same output.
    func post(_ order: Order, isUrgent: Bool = false) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            // Behind a late call only the last order for each output is kept.
            if isUrgent || state.isLate { state.orders.removeAll { $0.isAbout(order) } }
            state.take(order)
        }
        bell.ring()
    }

    /// Makes the devices safe, releases them and ends the thread. Does not block.
    func end() {
        state.withLock { state in
            state.orders = []
            state.isEnding = true
        }
        bell.ring()
    }

    /// Waits until every order is executed.
    /// - Returns: whether that was in time.
    @discardableResult
    func waitUntilIdle(until end: Double) -> Bool {
        while true {
            if state.withLock({ $0.isIdle }) { return true }
            let left = end - MonotonicClock.now
            guard left > 0 else { return false }
            idle.wait(atMost: left)
        }
    }

    /// Whether the devices are released.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Whether every order has been carried out.
    var isIdle: Bool { state.withLock(\.isIdle) }

    /// When the current call began, in seconds of the monotonic clock; `nil` if there is none.
    var busySince: Double? { state.withLock { $0.call?.since } }

    /// Whether one of its outputs or axes does not work.
    var isFailing: Bool { state.withLock { $0.isFailing || $0.isLate } }

    /// The faults since the last call. A late call is reported once.
    func takeFaults() -> [OutputError] {
        state.withLock { state in
            if state.isLate, !state.isToldLate, let call = state.call {
                state.isToldLate = true
                state.faults.append(OutputError(place: place, call: call.words, problem: "it has not returned for "
                    + "\(Self.timeout.shortest) s; its outputs keep their state until it does, and the others work on"))
            }
            guard !state.faults.isEmpty else { return [] }
            defer { state.faults.removeAll() }
            return state.faults
        }
    }

    /// The name in messages.
    private var place: String {
        let names = part.outputs.map(\.name) + part.axes.map(\.name)
        return (names.count == 1 ? "output " : "outputs ") + names.joined(separator: ", ")
    }

    // MARK: - The thread

    private func run(_ source: @Sendable (OutputSettings) -> any DeviceSource) {
        work(OutputDevices(part, source: source(part), report: note))
        state.withLock { state in
            state.call = nil
            state.hasEnded = true
        }
        idle.ring()
    }

    /// Executes orders until the end. The devices are deinitialised when this returns.
    private func work(_ devices: consuming OutputDevices) {
        finish(devices)
        while !state.withLock({ $0.isEnding }) {
            let (order, pause) = next(devices)
            if let order {
                carryOut(order, devices)
            } else if devices.needPolling {
                bell.wait(atMost: min(devices.pollingInterval, pause ?? .infinity))
                begin("poll")
                devices.poll(report: note)
            } else {
                bell.wait(atMost: pause)
                continue
            }
            finish(devices)
        }
        begin("close")
    }

    /// The first order that need not wait for a dead time. One that waits lets others pass, and does not outlast a later one for its output.
    /// - Returns: or else the seconds until there is one; `nil` if there are no orders.
    private func next(_ devices: OutputDevices) -> (Order?, pause: Double?) {
        state.withLock { state in
            guard !state.isEnding else { return (nil, nil) }
            var pause: Double?
            for place in state.orders.indices {
                let order = state.orders[place], left = order.lineChange.map { devices.pause(before: $0) } ?? 0
                guard left <= 0 else {
                    pause = min(pause ?? left, left)
                    continue
                }
                state.orders.remove(at: place)
                if place > 0 { state.orders = state.orders[..<place].filter { !$0.isAbout(order) } + state.orders[place...] }
                state.call = (order.words, MonotonicClock.now)
                return (order, nil)
            }
            return (nil, pause)
        }
    }

    private func carryOut(_ order: Order, _ devices: OutputDevices) {
        switch order {
        case .change(.line(let change)): devices.apply(change, report: note)
        case .change(.axis(let change)): devices.apply(change, report: note)
        case .stop(let name): devices.stop(name)
        case .verify: devices.verifySafe(part.outputs, report: note)
        }
    }

    private func begin(_ words: String) { state.withLock { $0.call = (words, MonotonicClock.now) } }

    private func finish(_ devices: OutputDevices) {
        let isFailing = !devices.failing.isEmpty
        let isIdle = state.withLock { state in
            state.call = nil
            state.isToldLate = false
            state.isFailing = isFailing
            return state.isIdle
        }
        if isIdle { idle.ring() }
    }

    private func note(_ fault: OutputError) { state.withLock { $0.faults.append(fault) } }
}

extension DeviceWorker.Order {
    fileprivate var lineChange: LineChange? {
        if case .change(.line(let change)) = self { return change }
        return nil
    }

    /// The name in messages.
    fileprivate var words: String {
        switch self {
        case .change(.line(let change)): "switch \(change.name) \(change.value ? "on" : "off")"
        case .change(.axis(let change)): change.rests ? "rest \(change.name)" : "move \(change.name)"
        case .stop(let name): "stop \(name)"
        case .verify: "read back"
        }
    }
}
