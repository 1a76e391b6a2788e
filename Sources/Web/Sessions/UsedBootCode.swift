import FoundationEssentials
import Glibc
import Platform

/// Remembers the boot partition's code after it has paired a browser. The unit passes the same code on at each start of the program
/// until the machine starts again.
struct UsedBootCode: Sendable {
    private let file: String?

    /// - Parameter folder: `nil` where nothing is kept; nothing counts as used then.
    init(folder: String?) { file = folder.map { $0 + "/used-boot-code" } }

    func isUsed(_ code: String) -> Bool {
        guard let file, let bytes = try? FileBytes.readKept(file, upTo: 128) else { return false }
        return String(decoding: bytes, as: UTF8.self) == Self.digest(code)
    }

    func use(_ code: String) {
        guard let file else { return }
        do {
            try AtomicFile.write(Data(Self.digest(code).utf8), to: file)
        } catch {
            Terminal.note("nodline-web: the used code of the boot partition cannot be remembered: \(error)")
        }
    }

    private static func digest(_ code: String) -> String { Secret.digest(code, for: "boot code") }
}
