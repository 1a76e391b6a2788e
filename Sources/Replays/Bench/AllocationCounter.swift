import FoundationEssentials
import Glibc

/// Counts the heap allocations of this thread, if `libAllocationCounter.so` is preloaded in this process.
package struct AllocationCounter {
    private static let library = "libAllocationCounter.so"
    private let read: @convention(c) () -> UInt64

    /// `nil` if the library is not loaded.
    init?() {
        guard let symbol = dlsym(nil, "nodline_allocation_count") else { return nil }
        read = unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
    }

    var count: UInt64 { read() }

    /// Runs this program again with the library preloaded, unless it already is or is not in the program's folder.
    package static func reexecute() {
        guard AllocationCounter() == nil, getenv("LD_PRELOAD") == nil,
              let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
              let slash = program.lastIndex(of: "/")
        else { return }
        let path = program[..<slash] + "/" + library
        guard access(String(path), R_OK) == 0 else { return }
        setenv("LD_PRELOAD", String(path), 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(program, &arguments)  // returns only if it failed; nothing is counted then
    }
}
