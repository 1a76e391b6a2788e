import Outputs
import Platform

/// An input device as the kernel lists it: nothing is opened to know it.
package struct ListedKeyboard: Sendable {
    /// How the names of Nodline's own devices begin. What a gesture types must never work as a button.
    private static let own = "Nodline"

    /// "/dev/input/event3".
    package let path: String
    package let name: String

    /// The devices that have a key.
    /// - Parameters:
    ///   - part: of the device's name, in any case.
    ///   - root: the folder that has /sys and /dev in tests.
    package static func all(with key: KeyName, named part: String, root: String = "") -> [ListedKeyboard] {
        SysfsFile.names(in: root + "/sys/class/input").compactMap { node in
            let folder = "\(root)/sys/class/input/\(node)/device/"
            guard node.hasPrefix("event"), let keys = SysfsFile.text(folder + "capabilities/key", upTo: 1024), has(key, in: keys) else { return nil }
            let name = SysfsFile.text(folder + "name") ?? ""
            guard !name.hasPrefix(own), part.isEmpty || name.lowercased().contains(part.lowercased()) else { return nil }
            return ListedKeyboard(path: "\(root)/dev/input/\(node)", name: name)
        }
    }

    /// - Parameter keys: a bit for each key, in hexadecimal words of the machine, the highest first.
    private static func has(_ key: KeyName, in keys: String) -> Bool {
        let words = keys.split(separator: " "), place = Int(key.code), index = words.count - 1 - place / UInt.bitWidth
        guard words.indices.contains(index), let word = UInt(words[index], radix: 16) else { return false }
        return word >> (place % UInt.bitWidth) & 1 == 1
    }
}
