import Outputs

/// The reply to `outputs`.
struct OutputsReply: Encodable {
    struct Output: Encodable {
        let name: String
        /// What it switches: "line", "led", "key", "usb_key", "command"; "none" if it is only reported.
        let kind: String
        /// Its name there, for example "GPIO17"; empty if it is only reported.
        let `where`: String
        let gestures: [String], state: String?, feedback: [String], call: Bool, action: String
        /// Its safe state is on.
        let safe: Bool
        let interlock: String?
        /// 1 on, 0 off.
        let value: Int
        /// A gesture holds it on.
        let held: Bool
        /// Nothing is switched: a clip is played instead of a camera.
        let simulated: Bool
        /// A client may take it out, or let it switch something else.
        let editable: Bool
    }

    let outputs: [Output]

    /// - Parameter values: which are on, and which a gesture holds.
    init(_ configurations: [OutputConfiguration], values: [(name: String, isOn: Bool, isHeld: Bool)], isSimulated: Bool) {
        outputs = configurations.map { output in
            let target = output.target, now = values.first { $0.name == output.name }
            return Output(
                name: output.name, kind: target.map { type(of: $0).key } ?? "none", where: target?.place ?? "",
                gestures: output.gestures.map(\.description), state: output.state?.rawValue, feedback: output.feedback.map(\.rawValue),
                call: output.call, action: output.action.rawValue, safe: output.safe, interlock: output.interlock.isEmpty ? nil : output.interlock,
                value: now?.isOn == true ? 1 : 0, held: now?.isHeld == true, simulated: isSimulated, editable: OutputEdit.foreign(to: output).isEmpty)
        }
    }
}

/// The reply to `test-output`.
struct TestReply: Encodable {
    /// It is on for at most this time.
    let seconds: Double
}

/// The reply to `call`.
struct CallReply: Encodable {
    /// The outputs that are on for it; empty if none is bound to it.
    let outputs: [String]
    /// Those that are not, and why: "bell: its shortest time off (min_off) is not over".
    let refused: [String]
}
