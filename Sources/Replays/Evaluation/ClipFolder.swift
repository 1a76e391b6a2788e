import FoundationEssentials
import Pipeline
import Platform
import Traces

/// The clips of a folder with the files that belong to them: labels and settings.
struct ClipFolder {
    struct Entry {
        /// The clip's file, without the folder.
        let file: String
        /// The clip's name: the file without its ending.
        let name: String
        /// The file with its labels, if there is one.
        var labels: String?
        /// A remark about the labels' name.
        var note: String?

        var isTrace: Bool { file.lowercased().hasSuffix("." + HeadTrace.ending) }
    }

    /// Endings of videos. Others are tried if there are labels for them.
    private static let videos: Set<String> = [
        "y4m", "mp4", "m4v", "mov", "mkv", "webm", "avi", "3gp", "3g2", "mts", "m2ts", "ts", "mpg", "mpeg", "vob", "wmv", "asf", "flv",
        "ogv", "mxf", "dv", "h264", "264", "h265", "265", "hevc", "mjpeg", "mjpg", "ivf", "obu", "gif", HeadTrace.ending,
    ]
    /// Endings of files that people keep beside a clip.
    private static let companions: Set<String> = [
        "csv", "tsv", "toml", "txt", "md", "json", "jsonl", "html", "htm", "pdf", "xml", "log", "srt", "vtt", "xls", "xlsx", "ods", "numbers",
        "png", "jpg", "jpeg", "bmp", "webp", "svg", "wav", "mp3", "m4a", "ogg", "zip", "gz", "bak", "new", "sh", "py",
    ]

    let path: String
    private(set) var entries: [Entry] = []
    /// Label files that belong to no clip, in words.
    private(set) var strays: [String] = []

    /// Hidden files are not meant: macOS puts one beside each file on a stick.
    /// - Throws: `ClipError` if it is no folder, or may not be read.
    init(_ path: String) throws(ClipError) {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw ClipError(file: path, problem: "there is no such folder") }
        guard isFolder else {
            throw ClipError(file: path, problem: "it is a file; expected the folder with the clips and their labels. One clip is run by: nodline replay \(path)")
        }
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw ClipError(file: path, problem: "this user may not read the folder")
        }
        self.path = path
        let names = all.filter { !$0.hasPrefix(".") }.sorted()
        let videos = names.filter { Self.videos.contains(Self.ending($0)) }
        let known = Set(videos.map(Self.stem))
        let others = names.filter { name in
            !Self.videos.contains(Self.ending(name)) && !Self.companions.contains(Self.ending(name)) && !known.contains(Self.stem(name))
                && Self.stem(name) != name && names.contains(Self.stem(name) + ".csv")
        }
        entries = (videos + others).sorted().map { Entry(file: $0, name: Self.stem($0)) }
        for place in entries.indices { (entries[place].labels, entries[place].note) = Self.labels(of: entries[place], among: names) }
        let bare = entries.filter { $0.labels == nil }, used = Set(entries.compactMap(\.labels))
        if !bare.isEmpty { strays = names.filter { Self.ending($0) == "csv" && !used.contains($0) }.map { Self.stray($0, bare) } }
    }

    /// The file with a clip's labels: `NAME.csv`, or the only one whose name nearly is that.
    private static func labels(of entry: Entry, among names: [String]) -> (file: String?, note: String?) {
        let expected = entry.name + ".csv"
        if names.contains(expected) { return (expected, nil) }
        let similar = [expected, expected + ".txt", entry.file + ".csv", entry.file + ".csv.txt"].map { $0.lowercased() }
        let found = names.filter { similar.contains($0.lowercased()) }
        switch found.count {
        case 0: return (nil, nil)
        case 1: return (found[0], "\(found[0]) is taken for its labels; expected \(expected)")
        default: return (nil, "its labels may be \(found.joined(separator: " or ")); expected \(expected)")
        }
    }

    private static func stray(_ file: String, _ bare: [Entry]) -> String {
        let nearest = NearestWord.to(stem(file), among: bare.map(\.name)).flatMap { name in bare.first { $0.name == name } }
        return "\(file): there is no clip of that name" + (nearest.map { "; did you mean \($0.name).csv, for \($0.file)?" } ?? "")
    }

    private static func stem(_ file: String) -> String { String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]) }

    private static func ending(_ file: String) -> String { file.lastIndex(of: ".").map { file[$0...].dropFirst().lowercased() } ?? "" }
}
