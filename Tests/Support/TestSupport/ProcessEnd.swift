import FoundationEssentials
import Glibc

/// Whether a process has ended; a zombie counts as ended.
package func isGone(_ process: pid_t) -> Bool {
    waits { (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") ?? true }
}
