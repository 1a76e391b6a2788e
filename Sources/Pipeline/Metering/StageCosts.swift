// What each stage of the pipeline costs, in CPU time.
import Glibc

/// CPU seconds of a clock.
public enum CPUClock {
    /// Seconds that this thread has computed.
    public static var thread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
    /// Seconds that all threads of this process have computed.
    public static var process: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
    /// Seconds on the monotonic clock; no CPU time, but read the same way.
    public static var monotonic: Double { seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// CPU milliseconds of each stage, collected only while somebody measures.
public final class StageCosts {
    public enum Stage: String, CaseIterable, Sendable {
        /// Cutting and scaling a region into a network's input.
        case crop
        /// BlazeFace with decoding.
        case detect
        /// Face Mesh with projection.
        case mesh
        /// Following the head by motion: seeing that nothing has changed, or looking for its patches.
        case follow
        /// Head angles from the mesh.
        case pose
        /// Head pointer and recogniser.
        case gesture
        /// All that finds and follows the face: the sum of the stages above but for the gestures, and what is between them.
        case face
    }

    private var samples: [[Double]]

    public init(reserving count: Int = 4096) {
        samples = Stage.allCases.map { _ in
            var samples: [Double] = []
            samples.reserveCapacity(count)
            return samples
        }
    }

    /// All that was measured of a stage, in CPU milliseconds.
    public func milliseconds(of stage: Stage) -> [Double] { samples[index(stage)] }

    fileprivate func add(_ seconds: Double, to stage: Stage) { samples[index(stage)].append(seconds * 1000) }

    private func index(_ stage: Stage) -> Int {
        switch stage {
        case .crop: 0
        case .detect: 1
        case .mesh: 2
        case .follow: 3
        case .pose: 4
        case .gesture: 5
        case .face: 6
        }
    }
}

extension Optional where Wrapped == StageCosts {
    /// Runs `body` and, where somebody measures, notes its CPU time.
    public func measure<Value>(_ stage: StageCosts.Stage, _ body: () throws -> Value) rethrows -> Value {
        guard let self else { return try body() }
        let start = CPUClock.thread
        defer { self.add(CPUClock.thread - start, to: stage) }
        return try body()
    }
}
