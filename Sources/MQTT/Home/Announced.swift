import GestureNames

/// What is configured, so that Home Assistant hears of it before it happens.
package struct Announced: Equatable, Sendable {
    package private(set) var outputs: Set<String>
    /// Whether there are no others, but for those on trial.
    package let areAll: Bool
    /// The events of the topic `gesture` that something is bound to: gestures of outputs, and nods and shakes, which answer questions. All of them if no
    /// output has a gesture: then the events themselves are what the machine is for.
    package let events: [String]

    /// - Parameter outputs: the gestures of each, as they are written.
    package init(_ outputs: [String: [String]] = [:], areAll: Bool = true) {
        (self.outputs, self.areAll) = (Set(outputs.keys), areAll)
        let bound = Set(outputs.values.joined().compactMap(HeadGesture.init).flatMap(\.types))
        events = bound.isEmpty ? DeviceState.gestures : DeviceState.gestures.filter { bound.contains($0) || ["nod", "shake"].contains($0) }
    }

    /// Outputs of before, of which some may still be there.
    mutating func keep(_ previous: [String]) { if !areAll { outputs.formUnion(previous) } }
}
