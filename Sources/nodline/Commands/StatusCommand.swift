import Appliance
import ArgumentParser
import Platform
import Replays
import Wire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of the running appliance.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let status = try socket.connect().reply(.status, as: StatusReply.self) {
            if json { Terminal.output($0) }
        }
        if !json { Terminal.output(status.words) }
    }
}

extension StatusReply {
    /// For a person on a terminal.
    fileprivate var words: String {
        func short(_ value: Double) -> String { NumberFormat.text(value, decimals: 1) }
        var rows = [["state", stateWords], ["face", face ? "seen" : "not seen"], ["running for", Self.time(uptime)]]
        if let question = question ?? nil, let armed = armed ?? nil { rows.append(["question", "\"\(question)\", \(short(armed)) s left"]) }
        rows.append(["camera", (camera ?? nil) ?? "none"])
        if !profile.isEmpty { rows.append(["profile", profile]) }
        if let person = person ?? nil { rows.append(["person", person.name ?? person.state.rawValue]) }
        if eyes == "ahead" { rows.append(["eyes", "looks and holds count while they stay where they are"]) }
        if eyes == "along" { rows.append(["eyes", "looks and holds count while they go with the head"]) }
        if let ranges {
            let found = ranges.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberFormat.text($0.value, decimals: 2))" }
            rows.append(["ranges", "measured: " + found.joined(separator: ", ")])
        }
        for gesture in impossible ?? [] { rows.append(["warning", gesture.words]) }
        if gaze == .calibrated { rows.append(["gaze", "looks at zones count"]) }
        if gaze == .uncalibrated { rows.append(["gaze", "looks at zones do not count before nodline calibrate --gaze"]) }
        if let taught, !taught.isEmpty { rows.append(["taught", taught.joined(separator: ", ")]) }
        if let detect_fps, let capture_fps {
            rows.append(["rates", "\(short(detect_fps)) of \(short(capture_fps)) frames a second processed"])
        }
        if let cpu_percent, let operating_point {
            rows.append(["use", "\(short(cpu_percent)) % of a core, operating point \(operating_point)"
                + (limited_by == "none" ? "" : ", limited by \(limited_by ?? "")")])
        }
        if let battery_percent {
            rows.append(["battery", "\(short(battery_percent)) %" + (hours_left.map { ", about \(short($0)) h left" } ?? "")])
        }
        if let temperature { rows.append(["temperature", "\(short(temperature)) °C"]) }
        for (name, value) in outputs.sorted(by: { $0.key < $1.key }) { rows.append([name, value != 0 ? "● on" : "○ off"]) }
        for (name, value) in axes.sorted(by: { $0.key < $1.key }) { rows.append([name, "at \(short(value * 100)) %"]) }
        for fault in faults.suffix(3) { rows.append(["fault", "\(Self.time(uptime - fault.t)) ago: \(fault.what): \(fault.detail)"]) }
        return EvaluationTable.aligned(rows)
    }

    private var stateWords: String {
        if state == Self.measuringRanges { return "measuring ranges: nothing fires" }
        if state == Self.teaching { return "teaching a gesture: nothing fires" }
        if state == Self.calibratingGaze { return "calibrating gaze: nothing fires" }
        if state == Self.enrolling { return "a person is being enrolled: nothing fires" }
        let words = StatusPattern(rawValue: state)?.words ?? state
        return held.isEmpty ? words : words + ", " + held.map(\.description).joined(separator: ", ")
    }

    /// "12 s", "5 min", "3.5 h".
    private static func time(_ seconds: Double) -> String {
        seconds < 90 ? "\(Int(max(0, seconds))) s" : seconds < 5400 ? "\(Int(min(seconds, 1e9) / 60)) min"
            : NumberFormat.text(seconds / 3600, decimals: 1) + " h"
    }
}
