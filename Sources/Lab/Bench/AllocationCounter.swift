// The heap allocations of this thread, where the counting library was preloaded.
import FoundationEssentials
import Glibc

/// Finds the counter of `libAllocationCounter.so` in this process.
package struct AllocationCounter {
    private static let library = "libAllocationCounter.so"
    private let read: @convention(c) () -> UInt64

    /// `nil` where the library is not loaded.
    init?() {
        guard let symbol = dlsym(nil, "nodline_allocation_count") else { return nil }
        read = unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
    }

    var count: UInt64 { read() }

    /// Runs this program again with the library preloaded, unless it is already, or does not stand beside the program.
    package static func reexecute() {
        guard AllocationCounter() == nil, getenv("LD_PRELOAD") == nil,
              let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
              let slash = program.lastIndex(of: "/")
        else { return }
        let path = program[..<slash] + "/" + library
        guard access(String(path), R_OK) == 0 else { return }
        setenv("LD_PRELOAD", String(path), 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(program, &arguments)  // only comes back when it failed, and then nothing is counted
    }
}
