import FoundationEssentials
import Glibc

/// Whether a process has ended; a zombie counts as ended.
package func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<Int(hang * 50) {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        if stat.contains(") Z ") { return true }
        usleep(20_000)
    }
    return false
}
