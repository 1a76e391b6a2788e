import FoundationEssentials
import Glibc
import Pipeline
import Platform

/// The folder of the clips that people have agreed to. Everything here waits for the disk.
struct RecordingFolder: Sendable {
    /// A clip for a client.
    struct Clip: Encodable, Sendable {
        let name: String, seconds: Double, bytes: Int, labels: Int
        /// When it was written, in seconds since 1970 by the board's clock.
        let at: Int
    }

    /// The most clips, and the most bytes of all of them.
    static let mostClips = 20, mostBytes = 600_000_000
    /// Bytes of the disk that stay free.
    static let reserve = 200_000_000
    private static let mostLabelBytes = 1_000_000

    let path: String
    /// The folder in which it is made with the first clip.
    private let state: String

    init(state: String) { (self.state, path) = (state, state + "/recordings") }

    func clip(_ name: String) -> String { "\(path)/\(name).y4m" }
    func labels(_ name: String) -> String { "\(path)/\(name).csv" }
    /// A clip as numbers, from when its person asks for it until it is handed over; hidden, so that it is no clip.
    func numbers(_ name: String) -> String { "\(path)/.\(name).heads" }
    /// The settings with which the clip is evaluated, if somebody has put them there: the next clip of this name must not have them.
    private func ownSettings(_ name: String) -> String { "\(path)/\(name).toml" }
    /// A file of settings for as long as a recording is tried; hidden, so that it is no clip's.
    func settings(_ name: String) -> String { "\(path)/.\(name).toml" }

    /// Removes what an interrupted run has left: nobody could see it, or delete it.
    func sweep() {
        for file in files where file.hasSuffix(".part") || file.hasPrefix(".clip-") && (file.hasSuffix(".heads") || file.hasSuffix(".toml")) { unlink("\(path)/\(file)") }
    }

    /// Makes room for a clip.
    /// - Returns: the clip's name.
    func begin(bytes: Int) throws(StateWriter.Failure) -> String {
        do throws(SystemError) {
            do throws(SystemError) { try systemCall("mkdir", path) { mkdir(path, 0o750) } } catch where error.code == EEXIST {}
            _ = try Descriptor(open: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            try systemCall("access", path) { access(path, W_OK | X_OK) }
        } catch {
            throw StateWriter.Failure("\(error)")
        }
        sweep()
        let clips = clips
        guard clips.count < Self.mostClips, clips.reduce(0, { $0 + $1.bytes }) + bytes <= Self.mostBytes else {
            throw StateWriter.Failure("there are \(clips.count) clips of \(clips.reduce(0) { $0 + $1.bytes } / 1_000_000) MB already; delete some first")
        }
        var disk = statvfs()
        guard statvfs(path, &disk) == 0, Int(disk.f_bavail) * Int(disk.f_frsize) >= bytes + Self.reserve else {
            throw StateWriter.Failure("the disk has too little room: a clip needs \(bytes / 1_000_000) MB, and \(Self.reserve / 1_000_000) MB stay free")
        }
        let taken = Set(files.map { String($0.prefix { $0 != "." }) })
        return (1...1000).lazy.map { "clip-\($0)" }.first { !taken.contains($0) } ?? "clip-0"
    }

    /// The complete clips, by name.
    var clips: [Clip] {
        files.filter { $0.hasSuffix(".y4m") }.map { String($0.dropLast(4)) }.filter(SetupRequest.isRecording).sorted { Self.number($0) < Self.number($1) }
            .map { name in
                let bytes = StateFolder.size(clip(name)) ?? 0
                return Clip(name: name, seconds: seconds(of: name, bytes), bytes: bytes, labels: labelCount(name), at: StateFolder.time(clip(name)))
            }
    }

    /// Bytes that further clips may take besides these.
    func room(with clips: [Clip]) -> Int {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 || statvfs(state, &disk) == 0 else { return 0 }
        let used = clips.reduce(0) { $0 + $1.bytes }
        return max(0, min(Int(disk.f_bavail) * Int(disk.f_frsize) - Self.reserve, Self.mostBytes - used))
    }

    private static func number(_ name: String) -> Int { Int(name.drop { !$0.isNumber }) ?? 0 }

    private func seconds(of name: String, _ bytes: Int) -> Double {
        guard let start = try? Descriptor(open: clip(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK), let head = try? start.read(upTo: 127, expecting: 127),
              let end = head.firstIndex(of: UInt8(ascii: "\n")),
              let header = try? Y4MHeader(line: String(decoding: head[..<end], as: UTF8.self))
        else { return 0 }
        return Double((bytes - end - 1) / (header.frameSize + 6)) * header.frameDuration
    }

    private func labelCount(_ name: String) -> Int {
        guard let text = try? FileBytes.read(labels(name), upTo: Self.mostLabelBytes) else { return 0 }
        return max(0, text.split(separator: UInt8(ascii: "\n")).count - 1)
    }

    func write(_ labels: [RecordedLabel], of name: String) throws(StateWriter.Failure) {
        do throws(SystemError) { try AtomicFile.write(Data(RecordedLabel.csv(labels).utf8), to: self.labels(name)) } catch {
            throw StateWriter.Failure("\(error)")
        }
    }

    /// Refuses the name of a clip that is not there.
    private func find(_ name: String) throws(StateWriter.Failure) {
        guard SetupRequest.isRecording(name), StateFolder.size(clip(name)) != nil else {
            let nearest = NearestWord.to(name, among: clips.map(\.name)).map { "; did you mean \($0)?" } ?? ""
            throw StateWriter.Failure("there is no recording \(name.quoted)\(nearest)")
        }
    }

    /// A clip's open file, or that of its labels or numbers. The numbers are handed over once: no copy of them stays.
    func open(_ name: String, _ part: RecordingPart) throws(StateWriter.Failure) -> OpenFile {
        try find(name)
        let path = switch part {
        case .clip: clip(name)
        case .labels: labels(name)
        case .numbers: numbers(name)
        }
        do throws(SystemError) {
            let file = try OpenFile(reading: path)
            if part == .numbers { unlink(path) }
            return file
        } catch where error.code == ENOENT && part == .labels {
            throw StateWriter.Failure("no gesture is marked in \(name)")
        } catch where error.code == ENOENT && part == .numbers {
            throw StateWriter.Failure("\(name) has no numbers; expected \"test-recording\" with \"numbers\":true first")
        } catch {
            throw StateWriter.Failure("\(error)")
        }
    }

    /// A clip's file, for a program that runs it.
    func file(_ name: String) throws(StateWriter.Failure) -> String {
        try find(name)
        return clip(name)
    }

    /// Removes a clip and its labels, also from the disk.
    func delete(_ name: String) throws(StateWriter.Failure) {
        try find(name)
        do throws(SystemError) {
            do throws(SystemError) { try systemCall("unlink", labels(name)) { unlink(labels(name)) } } catch where error.code == ENOENT {}
            for file in [numbers(name), settings(name), ownSettings(name)] { unlink(file) }
            try systemCall("unlink", clip(name)) { unlink(clip(name)) }
            try Descriptor(open: path, O_RDONLY | O_DIRECTORY).sync()
        } catch {
            throw StateWriter.Failure("\(error)")
        }
    }

    /// Its regular files: a folder, a link or a pipe is not the service's.
    private var files: [String] { SysfsFile.names(in: path).filter { StateFolder.size("\(path)/\($0)") != nil } }
}

/// A gesture that somebody has labelled in a clip, in seconds of the clip.
struct RecordedLabel: Equatable, Sendable {
    let gesture: String, from: Double, to: Double

    /// As `nodline evaluate` reads it.
    static func csv(_ labels: [RecordedLabel]) -> String {
        (["start,end,gesture"] + labels.map { "\(NumberFormat.text($0.from)),\(NumberFormat.text($0.to)),\($0.gesture)" }).joined(separator: "\n") + "\n"
    }
}
