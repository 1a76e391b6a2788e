import Gestures
import Outputs
import Platform
import Settings
import Wire

/// An output that a client adds, changes or takes out. A client says what drives it and what it switches, and nothing of what protects a
/// circuit: that belongs to whoever wires it, and stands in the file alone.
package struct OutputEdit: Equatable, Sendable {
    package enum Step: String, CaseIterable, Sendable {
        case add = "add-output", change = "change-output", remove = "remove-output"
    }

    package let step: Step
    package let name: String
    /// The keys that the client gave, without the table's name.
    package let values: [String: TOMLValue]

    /// The keys that choose what is switched: a line, or a key that goes out to a tablet or a computer. A program, a light of the board and
    /// a key of this machine are the owner's.
    package static let targets = ["line", "usb", "bluetooth"]
    /// What such an output may have in the file to be taken out, or to switch something else: a client could write all of it again.
    static let own = Set(targets + ["gesture", "action", "pulse", "period"])
    /// Outputs of a configuration that a client may add to.
    static let most = 32

    package init(_ step: Step, name: String, _ values: [String: TOMLValue] = [:]) { (self.step, self.name, self.values) = (step, name, values) }

    /// - Returns: `nil` if there is no request of this name.
    init?(_ request: String, _ fields: inout FieldReader) throws(ControlError) {
        guard let step = Step(rawValue: request) else { return nil }
        guard let name = try fields.text("name"), OutputConfiguration.isName(name) else {
            throw ControlError(.badField, "name is missing or cannot be an output's; expected up to 32 letters, digits, - and _")
        }
        var values: [String: TOMLValue] = [:]
        if step != .remove {
            for target in Self.targets { if let place = try fields.text(target) { values[target] = .text(place) } }
            guard values.count <= 1 else {
                throw ControlError(.badField, "\(values.keys.sorted().joined(separator: " and ")) cannot be combined; expected one of \(Self.targets.quoted)")
            }
            if let gestures = try fields.texts("gesture") { values["gesture"] = .list(gestures.map { .text($0) }) }
            if let action = try fields.text("action") { values["action"] = .text(action) }
            if let pulse = try fields.number("pulse") { values["pulse"] = .number(pulse) }
            guard step == .change || values["gesture"] != nil else {
                throw ControlError(.badField, "gesture is missing; expected one or several, for example [\"hold-left\"]")
            }
            guard !values.isEmpty else { throw ControlError(.badField, "nothing is changed; expected gesture, action, pulse or one of \(Self.targets.quoted)") }
        }
        self.init(step, name: name, values)
    }

    /// What the file is to have instead.
    /// - Parameters:
    ///   - configuration: what the file gives now, with what is on trial.
    ///   - pins: the header's lines that are free.
    /// - Throws: why that cannot be, in a sentence.
    package func changes(in configuration: Configuration, pins: [HeaderPin]) throws(ControlError) -> ConfigurationChanges {
        let old = configuration.outputs.first { $0.name == name }
        if old?.driveKey != nil { throw ControlError(.badField, "\(name) belongs to [drive], by whoever wired it; it can only be changed in the file") }
        switch step {
        case .add:
            guard old == nil else { throw ControlError(.badField, "there is an output \(name.quoted) already; expected another name") }
            guard configuration.outputs.count < Self.most else {
                throw ControlError(.badField, "there are \(Self.most) outputs already; take one out first, or edit the file")
            }
        case .change, .remove: break
        }
        let target = Self.targets.first { values[$0] != nil }
        if step != .add {
            guard let old else { throw ControlError.noOutput(name, configuration) }
            if step == .remove || target != nil { try mayTakeOut(old) }
        }
        if let line = values["line"]?.text, line != old?.line.name, !pins.contains(where: { $0.line == line }) {
            let free = pins.map(\.line)
            throw ControlError(.badField, "\(line.quoted) is not a free line of the header; expected "
                + (free.isEmpty ? "one of a Raspberry Pi, and there is none: name the line in the file" : "one of \(free.quoted)"))
        }
        if step == .remove { return ConfigurationChanges([path(nil): nil]) }
        var all: [String: TOMLValue?] = [:]
        if target != nil, let old {
            for other in Self.targets where other != target && old.has(other) { all.updateValue(nil, forKey: path(other)) }
        }
        for (key, value) in values { all.updateValue(value, forKey: path(key)) }
        if let old, let action = values["action"]?.text { leaveTimes(of: action, old, &all) }
        return ConfigurationChanges(all)
    }

    /// A time that another action had would be refused.
    private func leaveTimes(of action: String, _ old: OutputConfiguration, _ all: inout [String: TOMLValue?]) {
        let standard = OutputConfiguration(name: name)
        if action != "pulse", values["pulse"] == nil, old.pulse != standard.pulse { all.updateValue(nil, forKey: path("pulse")) }
        if action != "blink", old.period != standard.period { all.updateValue(nil, forKey: path("period")) }
    }

    private func path(_ key: String?) -> String { "outputs.\(name)" + (key.map { "." + $0 } ?? "") }

    /// - Throws: what the output has that a client cannot write again.
    private func mayTakeOut(_ output: OutputConfiguration) throws(ControlError) {
        let keys = Self.foreign(to: output)
        guard keys.isEmpty else {
            throw ControlError(.badField, "\(name): \(keys.joined(separator: ", ")) \(keys.count == 1 ? "is" : "are") set for it in the file, by whoever "
                + "wired it; it can only be taken out, or switch something else, in the file")
        }
    }

    /// The keys of an output that a client may not write, and that have another value than without them.
    static func foreign(to output: OutputConfiguration) -> [String] {
        let standard = OutputConfiguration(name: output.name)
        return OutputConfiguration.groups.flatMap(\.keys).filter { !own.contains($0.name) && $0.toml(in: output) != $0.toml(in: standard) }.map(\.name)
    }
}

extension ControlError {
    /// There is no output of this name.
    static func noOutput(_ name: String, _ configuration: Configuration) -> ControlError {
        let names = configuration.outputs.map(\.name), nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" }
        return ControlError(.badField, "there is no output \(name.quoted)" + (nearest ?? (names.isEmpty ? "" : "; there are \(names.quoted)")))
    }
}

extension OutputConfiguration {
    /// Whether it can be an output's name in the file.
    package static func isName(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                 UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// Whether this is what it switches.
    fileprivate func has(_ key: String) -> Bool { target.map { type(of: $0).key == key } ?? false }
}
