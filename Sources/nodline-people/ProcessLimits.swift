import Glibc

/// What this process may take. A step may be forbidden by a sandbox, which is no fault.
enum ProcessLimits {
    /// Bytes of memory that it may take for data. Loading the model takes the most: 51 MB (docs/lab/people.md).
    private static let memory: rlim_t = 256 << 20

    static func boundMemory() { limit(RLIMIT_DATA, to: memory) }

    /// No file and no socket can be opened any more: only the standard streams stay.
    static func openNothingMore() { limit(RLIMIT_NOFILE, to: 3) }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(Int32(resource.rawValue), &limit)
    }
}
