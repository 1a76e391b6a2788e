import FoundationEssentials
import Glibc
import Platform

/// Seconds after which a test hangs. Nothing that the tests wait for takes as long, on any machine; it bounds nothing else.
package let hang = 120.0

/// How long something took, without the time in which the calling thread, and the threads of some processes, waited for a processor.
///
/// A test that compares the host's clock with a constant also measures what else the host does. The kernel counts such waits for each
/// thread; a thread that sleeps or is blocked does not wait for a processor. Tests/System/clocks.py does the same for the tests in Python.
package struct Stopwatch {
    private let begin = MonotonicClock.now
    private let places: [String]
    private let before: [String: Double]
    private var noted: [String: Double] = [:]

    /// - Parameters:
    ///   - processes: which do what is measured. For an asynchronous test, this one: its thread changes.
    ///   - caller: whether the calling thread does it too. One that looks again and again waits each time, while nothing waits for it.
    package init(_ processes: pid_t..., caller: Bool = true) {
        places = (caller ? ["/proc/thread-self/"] : []) + processes.map { "/proc/\($0)/task/" }
        before = Self.read(places)
    }

    /// Notes the waits so far of a process that will have ended when ``own`` is asked.
    package mutating func note() { noted.merge(Self.read(places)) { $1 } }

    /// Seconds so far, without waits for a processor.
    package var own: Double { max(0, MonotonicClock.now - begin - waited) }

    /// Seconds of waits for a processor so far.
    package var waited: Double {
        noted.merging(Self.read(places)) { $1 }.reduce(0) { $0 + $1.value - before[$1.key, default: 0] }
    }

    /// The waits of each thread.
    private static func read(_ places: [String]) -> [String: Double] {
        var waits: [String: Double] = [:]
        for place in places {
            let threads = place.hasSuffix("task/") ? (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] : [""]
            for thread in threads {
                guard let text = try? String(contentsOfFile: place + thread + "/schedstat", encoding: .utf8) else { continue }  // it has ended
                let words = text.split(separator: " ")
                if words.count > 1, let nanoseconds = Double(words[1]) { waits[place + thread] = nanoseconds / 1e9 }
            }
        }
        return waits
    }
}

/// The least of some measurements, of which the first below a bound is the last. For what no stopwatch can tell apart: a machine only adds,
/// and not each time, but a fault of the product's own does.
package func least(of tries: Int = 5, below bound: Double, _ measure: () throws -> Double) rethrows -> Double {
    var least = Double.infinity
    for number in 1...tries {
        least = min(least, try measure())
        if least < bound { break }
        print("measured again, because \(number) of \(tries) tries took \(least) s at least, of \(bound)")
    }
    return least
}

/// What a run of a program was like, where a starved program rightly does otherwise: it lets go of a line for which no frame came. The program
/// runs again, and the test says so, as long as the run is not as it should be and the program waited for a processor in it.
///
/// - Parameter waited: seconds of such waits in a run.
package func unstarved<Run>(of tries: Int = 5, until isAsItShouldBe: (Run) -> Bool, waited: (Run) -> Double,
                            _ run: () async throws -> Run) async rethrows -> Run {
    var last = try await run(), number = 1
    while number < tries, !isAsItShouldBe(last), waited(last) > 0.1 {
        print("run again, because the program waited \(waited(last)) s for a processor in run \(number) of \(tries)")
        last = try await run()
        number += 1
    }
    return last
}

/// Gives a program that takes only a processor that nobody wants the right of others, as far as the test may: on a busy machine it would get none.
package func giveRight(to process: pid_t) {
    _ = try? ChildProcess("sh", ["-c", "chrt -o -p 0 \(process); renice -n 0 -p \(process)"], input: .null, output: .null).wait()
}
