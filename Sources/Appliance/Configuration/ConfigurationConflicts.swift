import Gestures
import Outputs
import Pipeline
import Platform
import Power
import Settings

extension Configuration {
    /// Contradictions that the ranges of single keys cannot exclude.
    var conflicts: [Conflict] {
        let configuration = self
        var conflicts = gestures.contradictions(using: boundGestures).map { problem -> Conflict in
            (problem.key.hasPrefix("filters.") ? problem.key : "gestures." + problem.key,
             "\(problem.value) \(problem.reason); expected \(problem.bound)")
        }
        for filter in configuration.filters { conflicts += filter.conflicts(gestures) }
        for profile in configuration.profiles where profile.file.isEmpty {
            conflicts.append(("profiles.\(profile.name).file", "is missing; expected the path of a configuration file"))
        }
        conflicts += configuration.control.conflicts.map { ("control.\($0.key)", $0.problem) }
        conflicts += configuration.state.conflicts.map { ("state.\($0.key)", $0.problem) }
        conflicts += configuration.personConflicts
        conflicts += configuration.mqtt.conflicts(outputs: configuration.outputs.map(\.name))
        conflicts += configuration.budget.conflicts(cameraRate: configuration.camera.rate)
        conflicts += Self.slowCamera(configuration)
        conflicts += drive.conflicts(besides: writtenOutputs.map(\.name) + writtenAxes.map(\.name)).map { ("drive.\($0.key)", $0.problem) }
        for output in configuration.writtenOutputs {
            conflicts += output.conflicts(gestures).map { ("outputs.\(output.name).\($0.key)", $0.problem) }
        }
        conflicts += Self.interlocks(configuration.outputs)
        for axis in configuration.writtenAxes {
            conflicts += axis.conflicts(gestures).map { ("axes.\(axis.name).\($0.key)", $0.problem) }
        }
        for input in configuration.inputs {
            conflicts += input.conflicts(configuration).map { ("inputs.\(input.name).\($0.key)", $0.problem) }
        }
        if configuration.feedback.device.isEmpty || configuration.feedback.device.first == "-" {
            conflicts.append(("feedback.device", "\(configuration.feedback.device.quoted) is not a sound card's name; expected for example "
                + "\"default\" (aplay -L lists them)"))
        }
        conflicts += LightTarget.conflicts(configuration.status.led, of: "status.led")
        conflicts += configuration.zoneConflicts
        return conflicts + Self.conflicts(in: configuration.cameras) + Self.sharedPlaces(configuration)
    }

    /// A camera that is too slow to notice a lost face in time while something is held, or to recognise any gesture.
    private static func slowCamera(_ configuration: Configuration) -> [Conflict] {
        let rate = configuration.camera.rate
        let held = configuration.outputs.first { $0.action == .level && !$0.gestures.isEmpty }.map { "outputs.\($0.name) is held" }
        if rate < OperatingLadder.heldRate, let user = held ?? configuration.axes.first.map({ $0.driveKey == nil ? "axes.\($0.name) moves" : "[drive] moves" }) {
            return [("camera.rate", "\(rate.shortest) is too slow to notice a lost face in time, and \(user); expected at least "
                + "\(OperatingLadder.heldRate.shortest)")]
        }
        if rate * configuration.gestures.staleTime <= 1, let user = configuration.outputs.first(where: { !$0.gestures.isEmpty }) {
            return [("camera.rate", "\(rate.shortest) is too slow to recognise a gesture, and outputs.\(user.name) needs one: frames "
                + "\(configuration.gestures.staleTime.shortest) s apart count as a stopped camera; expected at least "
                + "\(BudgetConfiguration().minRate.shortest)")]
        }
        return []
    }

    /// Interlock groups with one member, and gestures that would drive two outputs of a group at once.
    private static func interlocks(_ outputs: [OutputConfiguration]) -> [Conflict] {
        let groups = Dictionary(grouping: outputs.filter { !$0.interlock.isEmpty }, by: \.interlock)
        var conflicts: [Conflict] = []
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            if members.count == 1, let lonely = members.first {
                let near = NearestWord.to(group, among: groups.keys.filter { $0 != group })
                conflicts.append(("outputs.\(lonely.name).interlock", "\(group.quoted) has no other output; expected the name "
                    + "of a group of at least two" + (near.map { "; did you mean \($0.quoted)?" } ?? "")))
            }
            for (index, output) in members.enumerated() {
                for other in members[..<index] {
                    guard let gesture = output.gestures.first(where: other.gestures.contains) else { continue }
                    conflicts.append(("outputs.\(output.name).gesture", "\"\(gesture)\" drives outputs.\(other.name) too, and the "
                        + "two are never on together (interlock = \(group.quoted)); expected a gesture of its own"))
                }
            }
        }
        return conflicts
    }

    /// Camera tables that match no camera, or the same one.
    private static func conflicts(in cameras: [CameraConfiguration]) -> [Conflict] {
        var tables: [String: String] = [:]
        return cameras.compactMap { camera in
            let key = "cameras.\(camera.name).match"
            if camera.match.isEmpty || camera.match == "auto" {
                return (key, "\(camera.match.quoted) does not identify a camera; expected \"front\", \"back\", "
                    + "\"external\", an id, or a part of a model's name")
            }
            if CameraInfo.Location.words.contains(camera.name), camera.match != camera.name {
                return (key, "\(camera.match.quoted) is not what \"\(camera.name)\" means everywhere else; expected another "
                    + "name for the table")
            }
            if let other = tables[camera.match] {
                return (key, "\(camera.match.quoted) is matched by cameras.\(other) already; expected one table for a camera")
            }
            tables[camera.match] = camera.name
            return nil
        }
    }

    /// A line, light, key, channel or pointer that two entries of the configuration use.
    private static func sharedPlaces(_ configuration: Configuration) -> [Conflict] {
        let places = configuration.outputs.flatMap { output in output.places.map { (user: output.driveKey.map { "drive.\($0)" } ?? "outputs.\(output.name)", place: $0) } }
            + configuration.inputs.compactMap { input in
                NamedPlace(input.line).map { (user: "inputs.\(input.name)", place: $0) }
            } + configuration.axes.flatMap { axis in axis.places.map { (user: axis.entry, place: $0) } }
        var users: [String: String] = [:]
        return places.compactMap { user, named in
            let place = named.space + " " + named.place
            if let other = users[place] {
                return (user.hasPrefix("drive.") ? user : "\(user).\(named.key)", "\(named.place.quoted) is used by \(other) already; expected a \(named.key) of its own")
            }
            users[place] = user
            return nil
        }
    }
}

extension Configuration {
    /// Programs that cannot be started on this machine, with the keys that name them. They may be there when they are needed.
    package var hinderedPrograms: [(key: String, problem: String)] {
        let programs = outputs.map { ("outputs.\($0.name).command", $0.command.program) } + [("budget.battery.on_critical", budget.criticalProgram)]
        return programs.compactMap { key, program in program.hindrance.map { (key, $0) } }
    }

    /// What a range calibration measures if nobody says so: all directions, and the tilts and movements of the face that something uses.
    var usedMovements: [RangeMovement] {
        let bound = Set(boundGestures.compactMap { RangeMovement($0) })
        return RangeMovement.allCases.filter { movement in
            switch movement {
            case .turn: true
            case .tilt: bound.contains(movement)
            case .expression(let expression): gestures.expressions.isUsed(expression)
            }
        }
    }

    /// All gestures that drive something.
    var boundGestures: Set<HeadGesture> {
        Set(outputs.flatMap(\.gestures) + axes.flatMap { [$0.attach, $0.detach, $0.hold.map(HeadGesture.hold)].compactMap(\.self) })
    }
}

extension InputConfiguration {
    /// Its faults beyond the ranges of single keys.
    fileprivate func conflicts(_ configuration: Configuration) -> [Conflict] {
        var conflicts: [Conflict] = []
        if !key.isEmpty {
            conflicts += KeyName.conflicts(key, of: "key")
            if !line.name.isEmpty { conflicts.append(("key", "\(key.quoted) is beside a line; expected one of the two")) }
            if let other = configuration.inputs.prefix(while: { $0.name != name }).first(where: sharesKey) {
                conflicts.append(("key", "\(key.quoted) is used by inputs.\(other.name) already; expected a key of its own"))
            }
        } else if line.name.isEmpty {
            conflicts.append(("line", "is missing; expected the kernel's name of the button's line, for "
                + "example line = \"GPIO27\", or a key, for example key = \"space\""))
        }
        if action == .camera, configuration.camera.alternatives.isEmpty {
            conflicts.append(("action", "\"camera\" has no camera to change to; expected camera.alternatives, for example "
                + "[\"front\", \"external\"]"))
        }
        return conflicts
    }
}
