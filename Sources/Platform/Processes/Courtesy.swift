import CLinux
import Glibc

/// What a process does that must be in no other's way. Each step may be forbidden by a sandbox, which is no fault.
package enum Courtesy {
    /// Runs only when nothing else wants the processor, and is the first to be killed when memory is short. Threads that begin later do as well.
    package static func giveWay() {
        nice(19)
        var none = sched_param()
        sched_setscheduler(0, nodline_sched_idle, &none)
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            write(file, "1000", 4)
            close(file)
        }
    }
}
