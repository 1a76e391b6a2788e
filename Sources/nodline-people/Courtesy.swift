import CLinux
import Glibc

/// What this process does to be in nobody's way. Each step may be forbidden by a sandbox, which is no fault.
enum Courtesy {
    /// Bytes of memory that it may take for data. Loading the model takes the most: 51 MB (docs/lab/people.md).
    private static let memory: rlim_t = 256 << 20

    /// Runs only when nothing else wants the processor, and is the first to be killed when memory is short.
    static func giveWay() {
        nice(19)
        var none = sched_param()
        sched_setscheduler(0, nodline_sched_idle, &none)
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            write(file, "1000", 4)
            close(file)
        }
        limit(RLIMIT_DATA, to: memory)
    }

    /// No file and no socket can be opened any more: only the standard streams stay.
    static func openNothingMore() { limit(RLIMIT_NOFILE, to: 3) }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(Int32(resource.rawValue), &limit)
    }
}
