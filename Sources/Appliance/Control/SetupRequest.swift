import Gestures
import Outputs
import Platform
import Settings
import Wire

/// The requests of a page on which the appliance is set up.
package enum SetupRequest: Equatable, Sendable {
    /// Lists the settings whose keys begin with this.
    case settings(under: String)
    /// Uses settings for a while.
    case tries(ConfigurationChanges)
    /// Ends the trial; the previous settings hold again.
    case discard
    /// Writes what is on trial into the configuration file.
    case keep
    /// Puts the previous configuration file back.
    case undo
    /// Shows what the camera sees, in pictures a second; without a rate, no longer.
    case preview(rate: Double?)
    /// Lists the outputs.
    case outputs
    /// Lists what an output could switch that is free.
    case places
    /// Adds, changes or takes out an output, on trial.
    case edit(OutputEdit)
    /// Switches an output for some seconds.
    case testOutput(String, seconds: Double)
    /// Ends that early.
    case endTest(String)
    /// Records a clip, if the person in the picture agrees.
    case record(agreed: Bool, seconds: Double)
    case stopRecording
    /// Labels a gesture in the last clip, in seconds of the events' clock.
    case label(String, from: Double, to: Double)
    /// Lists the clips.
    case recordings
    case deleteRecording(String)
    /// Hands over a clip's open file, or that of its labels or numbers.
    case openRecording(String, RecordingPart)
    /// Runs a clip through the present settings, in a process of its own; its numbers are written for its person to give away.
    case testRecording(String, numbers: Bool)
    /// Lists the tablets, phones and computers that have paired over Bluetooth.
    case bluetooth
    /// Lets one pair, or says how that goes.
    case pairBluetooth
    case stopPairing
    case forgetBluetooth(address: String)

    /// The names of the requests in a message.
    package static let names = ["settings", "try", "keep", "discard", "undo", "preview", "outputs", "places", "test-output", "record", "label",
                                "recordings", "delete-recording", "open-recording", "test-recording", "bluetooth", "pair-bluetooth", "forget-bluetooth"]
        + OutputEdit.Step.allCases.map(\.rawValue)

    /// The name in a message.
    package var name: String {
        switch self {
        case .settings: "settings"
        case .tries: "try"
        case .discard: "discard"
        case .keep: "keep"
        case .undo: "undo"
        case .preview: "preview"
        case .outputs: "outputs"
        case .places: "places"
        case .edit(let edit): edit.step.rawValue
        case .testOutput, .endTest: "test-output"
        case .record, .stopRecording: "record"
        case .label: "label"
        case .recordings: "recordings"
        case .deleteRecording: "delete-recording"
        case .openRecording: "open-recording"
        case .testRecording: "test-recording"
        case .bluetooth: "bluetooth"
        case .pairBluetooth, .stopPairing: "pair-bluetooth"
        case .forgetBluetooth: "forget-bluetooth"
        }
    }

    /// Allowed pictures a second, and seconds of a recording.
    private static let previewRates = 0.5...10.0, recordingLengths = 1.0...60.0

    /// Whether it is a recording's name, and nothing else, such as a path.
    static func isRecording(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// - Returns: `nil` if there is no request of this name.
    init?(_ name: String, _ fields: inout FieldReader) throws(ControlError) {
        switch name {
        case "settings": self = .settings(under: try fields.text("under") ?? "")
        case "try": self = .tries(try fields.changes("settings"))
        case "discard": self = .discard
        case "keep": self = .keep
        case "undo": self = .undo
        case "preview":
            let rate = try fields.number("rate", in: Self.previewRates, "pictures a second")
            self = .preview(rate: try fields.flag("stop") == true ? nil : rate ?? 3)
        case "outputs": self = .outputs
        case "places": self = .places
        case "test-output":
            guard let output = try fields.text("name") else { throw ControlError(.badField, "name is missing; expected an output's") }
            let seconds = try fields.number("seconds", in: OutputBank.testTimes, "s") ?? 1
            self = try fields.flag("stop") == true ? .endTest(output) : .testOutput(output, seconds: seconds)
        default:
            if let edit = try OutputEdit(name, &fields) {
                self = .edit(edit)
            } else if let request = try Self.recording(name, &fields) {
                self = request
            } else if let request = try Self.bluetooth(name, &fields) {
                self = request
            } else {
                return nil
            }
        }
    }

    private static func bluetooth(_ name: String, _ fields: inout FieldReader) throws(ControlError) -> SetupRequest? {
        switch name {
        case "bluetooth": return .bluetooth
        case "pair-bluetooth": return try fields.flag("stop") == true ? .stopPairing : .pairBluetooth
        case "forget-bluetooth":
            guard let address = try fields.text("address"), PairedHost.isAddress(address) else {
                throw ControlError(.badField, "address is missing or not one; expected as AA:BB:CC:DD:EE:FF, which {\"request\":\"bluetooth\"} lists")
            }
            return .forgetBluetooth(address: address)
        default: return nil
        }
    }

    private static func recordingName(_ fields: inout FieldReader) throws(ControlError) -> String {
        guard let name = try fields.text("name"), isRecording(name) else {
            throw ControlError(.badField, "name is missing or cannot be a recording's; {\"request\":\"recordings\"} lists them")
        }
        return name
    }

    private static func recordingPart(_ fields: inout FieldReader) throws(ControlError) -> RecordingPart {
        let labels = try fields.flag("labels") ?? false, numbers = try fields.flag("numbers") ?? false
        guard !labels || !numbers else { throw ControlError(.badField, "labels and numbers are two files; expected one of them") }
        return labels ? .labels : numbers ? .numbers : .clip
    }

    private static func recording(_ name: String, _ fields: inout FieldReader) throws(ControlError) -> SetupRequest? {
        switch name {
        case "record":
            let agreed = try fields.flag("agreed") ?? false, seconds = try fields.number("seconds", in: recordingLengths, "s") ?? 30
            return try fields.flag("stop") == true ? .stopRecording : .record(agreed: agreed, seconds: seconds)
        case "label":
            let gesture = try fields.text("gesture") ?? "", known = HeadGesture.all.map(\.description) + ["ignore"]
            var isTaught = false
            if case .taught = HeadGesture(gesture) { isTaught = true }
            guard isTaught || known.contains(gesture) else {
                let nearest = NearestWord.to(gesture, among: known).map { "; did you mean \($0)?" } ?? ""
                throw ControlError(.badField, "gesture is \(gesture.quoted); expected one of \(known.quoted)\(nearest)")
            }
            guard let from = try fields.number("from"), let to = try fields.number("to") else {
                throw ControlError(.badField, "from and to are missing; expected seconds on the clock of the events")
            }
            return .label(gesture, from: from, to: to)
        case "recordings": return .recordings
        case "delete-recording": return .deleteRecording(try recordingName(&fields))
        case "open-recording": return .openRecording(try recordingName(&fields), try recordingPart(&fields))
        case "test-recording": return .testRecording(try recordingName(&fields), numbers: try fields.flag("numbers") ?? false)
        default: return nil
        }
    }
}
