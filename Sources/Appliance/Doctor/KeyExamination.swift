// Examines the keys that are buttons: whether a device with each is there and may be read.
import Glibc
import Outputs
import Platform

package struct KeyExamination {
    package let findings: [Finding]

    /// - Parameter root: the folder that has /sys and /dev in tests.
    package init(_ configuration: Configuration, root: String = "") {
        findings = configuration.inputs.compactMap { input in
            guard let key = KeyName(input.key) else { return nil }
            let user = "inputs.\(input.name)", there = ListedKeyboard.all(with: key, named: input.keyboard, root: root)
            guard !there.isEmpty else {
                return .fault("keys", "\(user): \(input.key.quoted): " + KeyLine.absence(input.keyboard), "plug it in; /proc/bus/input/devices lists what is there")
            }
            if let closed = there.first(where: { access($0.path, R_OK) != 0 }) {
                return .fault("keys", "\(user): this user may not read \(closed.path) (\(closed.name))", "sudo usermod -aG input $USER, then log in again")
            }
            return .good("keys", "\(user): \(input.key.quoted) is a key of " + there.map(\.name).joined(separator: ", "))
        }
    }
}
