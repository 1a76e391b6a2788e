// Clips with labels through the appliance, and what came of it.
import FoundationEssentials
import Pipeline

/// The result over a folder of clips.
package struct Evaluation: Sendable {
    package struct Clip: Sendable {
        package let name: String
        package let seconds: Double
        package let score: ClipScore
    }

    package private(set) var clips: [Clip] = []

    private static let endings = ["y4m", "mp4", "mkv", "mov", "avi", "webm", "m4v"]

    /// Runs every clip of a folder. A clip's labels stand beside it, `NAME.csv`; without them whatever fires is false.
    package init(folder: String, configuration: Configuration, progress: (String) -> Void) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ClipFault(file: folder, problem: "there is no such folder")
        }
        let files = names.filter { name in Self.endings.contains { name.lowercased().hasSuffix("." + $0) } }.sorted()
        guard !files.isEmpty else {
            throw ClipFault(file: folder, problem: "there is no clip in it; expected .y4m, .mp4 or another video file")
        }
        let runtime = try LiteRTRuntime(assets: configuration.models.assets)
        for file in files {
            progress(file)
            let name = String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
            let labelFile = "\(folder)/\(name).csv"
            let labels = FileManager.default.fileExists(atPath: labelFile) ? try Label.read(file: labelFile) : []
            var replay = Replay(try HeadSwitch(configuration, runtime: runtime))
            var firings: [Firing] = []
            let summary = try replay.run(ClipOpener.open("\(folder)/\(file)")) { event in
                if let firing = Firing(event) { firings.append(firing) }
            }
            clips.append(Clip(name: name, seconds: summary.duration, score: ClipScore(labels: labels, firings: firings)))
        }
    }

    package var hours: Double { clips.reduce(0) { $0 + $1.seconds } / 3600 }

    /// By the gesture's name.
    package var gestures: [String: Score] {
        var gestures: [String: Score] = [:]
        for clip in clips { gestures.merge(clip.score.gestures) { $0 + $1 } }
        return gestures
    }

    package var total: Score { gestures.values.reduce(Score(), +) }
}

extension Score {
    static func + (left: Score, right: Score) -> Score {
        var sum = left
        sum += right
        return sum
    }
}
