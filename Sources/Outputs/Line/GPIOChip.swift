import Glibc
import Platform

/// A GPIO chip: a character device of /dev whose name begins with "gpiochip".
///
/// A link is another name of its chip, not another chip: Raspberry Pi OS links `/dev/gpiochip4` to `gpiochip0`, and anybody's udev rule may
/// link more. With each link counted as a chip, no line's name would be unique.
package struct GPIOChip: Equatable, Sendable {
    /// For example `/dev/gpiochip0`. The device's own name; a link's only where the device has a name of another kind.
    package let path: String
    /// The device's number, the same behind every name.
    let device: dev_t

    /// Without its folder.
    package var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

    /// Every chip once, the shortest names first.
    /// - Parameter folder: /dev, or another folder in tests.
    package static func all(in folder: String = "/dev") -> [GPIOChip] {
        let names = SysfsFile.names(in: folder).filter { $0.hasPrefix("gpiochip") }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        let found = names.map { "\(folder)/\($0)" }.compactMap { path in device(of: path).map { GPIOChip(path: path, device: $0) } }
        var chips: [GPIOChip] = []
        for chip in found.filter({ !$0.isLink }) + found.filter(\.isLink) where !chips.contains(where: { $0.device == chip.device }) { chips.append(chip) }
        return found.filter(chips.contains)
    }

    /// The chip's own name behind a name of it, such as a link's; `nil` if there is no such chip.
    /// - Parameter name: with or without its folder.
    package static func ownName(of name: String, in folder: String = "/dev") -> String? {
        guard let device = device(of: name.hasPrefix("/") ? name : "\(folder)/\(name)") else { return nil }
        return all(in: folder).first { $0.device == device }?.name
    }

    private var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The number of a character device, also behind a link.
    private static func device(of path: String) -> dev_t? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR ? status.st_rdev : nil
    }
}
