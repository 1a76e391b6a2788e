import Platform

/// CPU milliseconds of each stage, collected only during measurements.
public final class StageCosts {
    public enum Stage: String, CaseIterable, Sendable {
        /// Cutting and scaling a region into a network's input.
        case crop
        /// BlazeFace with decoding.
        case detect
        /// Face Mesh with projection.
        case mesh
        /// Following the head by motion: detecting that nothing has changed, or searching its patches.
        case follow
        /// The iris model on one eye.
        case eyes
        /// Head angles from the mesh.
        case pose
        /// Head pointer and recogniser.
        case gesture
        /// Everything that finds and follows the face: the sum of the stages above except the gestures, and the code between them.
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

    /// All measurements of a stage, in CPU milliseconds.
    public func milliseconds(of stage: Stage) -> [Double] { samples[index(stage)] }

    fileprivate func add(_ seconds: Double, to stage: Stage) { samples[index(stage)].append(seconds * 1000) }

    private func index(_ stage: Stage) -> Int {
        switch stage {
        case .crop: 0
        case .detect: 1
        case .mesh: 2
        case .follow: 3
        case .eyes: 4
        case .pose: 5
        case .gesture: 6
        case .face: 7
        }
    }
}

extension Optional where Wrapped == StageCosts {
    /// Runs `body` and records its CPU time if costs are measured.
    public func measure<Value>(_ stage: StageCosts.Stage, _ body: () throws -> Value) rethrows -> Value {
        guard let self else { return try body() }
        let start = CPUClock.thread
        defer { self.add(CPUClock.thread - start, to: stage) }
        return try body()
    }
}
