// Examines the configured GPIO lines: whether they exist and are free.
import CGPIOD
import Glibc
import Outputs
import Platform

package struct LineExamination {
    package let findings: [Finding]

    /// - Parameters:
    ///   - lines: the kernel's lines.
    ///   - devices: /dev, or another folder in tests.
    package init(_ configuration: Configuration, lines: [GPIOScan.Line], devices: String = "/dev") {
        let wanted = configuration.outputs.map { ("outputs.\($0.name)", $0.line.name) }
            + configuration.inputs.map { ("inputs.\($0.name)", $0.line.name) }
        let named = wanted.filter { !$0.1.isEmpty }
        guard !named.isEmpty else {
            findings = []
            return
        }
        guard !lines.isEmpty else {
            let chips = SysfsFile.names(in: devices).filter { $0.hasPrefix("gpiochip") }
            findings = [chips.isEmpty ? .fault("lines", "this machine has no GPIO chip", "use `key`, `bluetooth` or `command` in place of `line`, or run it on a board with GPIO lines; if this is one: sudo apt full-upgrade, and switch it off and on")
                : .fault("lines", "this user may not open \(devices)/\(chips[0])", "sudo usermod -aG gpio $USER, then log in again")]
            return
        }
        findings = named.map { user, name in
            let found = GPIOScan.find(name, among: lines, devices: devices)
            guard let line = found.first else {
                let nearest = NearestWord.to(name, among: lines.map(\.name).filter { !$0.isEmpty })
                return .fault("lines", "\(user): there is no line \(name.quoted)", nearest.map { "did you mean \($0)?" } ?? "nodline lines lists them")
            }
            if found.count > 1 {
                return .fault("lines", "\(user): \(found.count) lines are called \(name.quoted)",
                              "specify which: " + found.map { $0.place.quoted }.joined(separator: ", "))
            }
            if line.isUsed, line.consumer != "nodline" {
                return .fault("lines", "\(user): \(name.quoted) is used by \(line.consumer.isEmpty ? "the kernel" : line.consumer)",
                              "stop that program, take its overlay out of config.txt, or choose another line")
            }
            return .good("lines", "\(user): \(name) is \(line.isUsed ? "driven by Nodline" : "free")")
        }
    }
}
