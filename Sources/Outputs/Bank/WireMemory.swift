/// What is remembered of the wires that were switched. The times that protect a wire belong to the wire: they outlast the configuration that
/// switched it, whatever the next one calls its outputs, and also if it has them no more.
struct WireMemory: Sendable {
    private struct Wire: Sendable {
        /// Every interlock that it has been in.
        var groups: Set<String>
        var deadTime: Double
        var endedAt: Double
        var restsUntil: Double
        /// When the dead times that it had to wait for are over.
        var notBefore: Double

        /// The last moment that matters to others.
        var last: Double { max(endedAt, notBefore) }
    }

    /// Seconds for which a wire that no output switches any more is remembered: no time that protects a wire is longer.
    private static let length = 3600.0

    private var wires: [String: Wire] = [:]

    /// Takes what the outputs of a configuration leave behind.
    mutating func remember(_ outputs: [Output]) {
        for output in outputs {
            let configuration = output.configuration, previous = wires[configuration.wire]
            let group: Set = configuration.interlock.isEmpty ? [] : [configuration.interlock]
            wires[configuration.wire] = Wire(
                groups: group.union(previous?.groups ?? []), deadTime: configuration.interlock.isEmpty ? previous?.deadTime ?? 0 : configuration.deadTime,
                endedAt: max(output.endedAt, previous?.endedAt ?? -.infinity), restsUntil: max(output.restsUntil, previous?.restsUntil ?? -.infinity),
                notBefore: output.notBefore)
        }
        let present = Set(outputs.map(\.configuration.wire)), latest = wires.values.map(\.last).max() ?? 0
        wires = wires.filter { present.contains($0.key) || $0.value.last > latest - Self.length }
    }

    /// When the wire was switched off, and until when it is not tested.
    func times(of output: OutputConfiguration) -> (endedAt: Double, restsUntil: Double) {
        wires[output.wire].map { ($0.endedAt, $0.restsUntil) } ?? (-.infinity, -.infinity)
    }

    /// When the dead times after all other wires of its interlocks are over.
    func free(for output: OutputConfiguration) -> Double {
        let own = wires[output.wire], groups = (own?.groups ?? []).union(output.interlock.isEmpty ? [] : [output.interlock])
        let least = max(output.interlock.isEmpty ? 0 : output.deadTime, own?.deadTime ?? 0)
        return max(own?.notBefore ?? -.infinity, wires.filter { $0.key != output.wire && !$0.value.groups.isDisjoint(with: groups) }
            .map { $0.value.endedAt + max(least, $0.value.deadTime) }.max() ?? -.infinity)
    }
}

extension OutputConfiguration {
    /// What it switches, whatever its name; its name if nothing else has that target.
    fileprivate var wire: String {
        guard let target, type(of: target).space != nil else { return "output \(name)" }
        return "\(type(of: target).key) \(target.place)"
    }
}
