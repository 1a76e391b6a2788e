import FoundationEssentials
import Gestures
import Glibc
import Platform
import Traces

/// A person's ordinary minutes as numbers, never pictures: traces of at most two minutes, which `nodline evaluate` reads too. What a
/// taught gesture must not answer to is learnt from them. Everything here waits for the disk.
package struct RestFolder: Sendable {
    /// Seconds of one file: a power cut loses no more than these.
    static let stretch = 120.0
    /// The most seconds with a face, and bytes, of one profile. An hour at 30 frames a second is about 14 MB.
    static let longest = 3600.0, mostBytes = 30_000_000
    /// Bytes of the disk that stay free.
    static let reserve = 20_000_000
    /// More files than that are never there; a copied or damaged folder may name any number.
    private static let mostNumber = 999_999
    private static let ending = "." + HeadTrace.ending

    private let folder: StateFolder
    private let state: String

    package init(state: String, profile: String) {
        folder = StateFolder(state: state, "rest", profile: profile)
        self.state = state
    }

    /// Seconds with a face, and bytes.
    package var amount: (seconds: Double, bytes: Int) {
        names.reduce((0, 0)) { ($0.0 + Self.seconds($1), $0.1 + folder.bytes(of: $1 + Self.ending)) }
    }

    /// Makes room for a recording.
    /// - Returns: the seconds that are there already.
    package func begin() throws(StateWriter.Failure) -> Double {
        try folder.make()
        let there = amount
        guard there.seconds < Self.longest - 1, there.bytes < Self.mostBytes else {
            throw StateWriter.Failure("there are \(Int(there.seconds / 60)) minutes already, which is enough; forget them first to record new ones")
        }
        guard StateFolder.hasRoom(in: state, for: Self.mostBytes - there.bytes, leaving: Self.reserve) else {
            throw StateWriter.Failure("the disk has too little room: an hour needs \(Self.mostBytes / 1_000_000) MB, and \(Self.reserve / 1_000_000) MB stay free")
        }
        return there.seconds
    }

    /// Writes a file, complete or not at all.
    /// - Parameter seconds: with a face.
    package func write(_ trace: HeadTrace, seconds: Double) throws(StateWriter.Failure) {
        let taken = Set(names.map(Self.number))
        guard let next = taken.max().map({ $0 < Self.mostNumber ? $0 + 1 : (1...Self.mostNumber).first { !taken.contains($0) } }) ?? 1 else {
            throw StateWriter.Failure("\(folder.path) is full; forget the ordinary minutes first")
        }
        try folder.write(Data(trace.csv.utf8), to: "rest-\(next)-\(Int(seconds.rounded()))\(Self.ending)")
    }

    /// Removes all of them.
    package func forget() throws(StateWriter.Failure) {
        for name in names { try folder.remove(name + Self.ending) }
    }

    /// The recorded movement, one list for each file.
    /// - Parameter refuse: called with what is wrong with a file; the others are read.
    package func samples(_ refuse: (String) -> Void) -> [[HeadSample]] {
        names.compactMap { name in
            do { return try HeadTrace(file: folder.file(name + Self.ending)).marks.map(\.sample) } catch {
                refuse("\(error)")
                return nil
            }
        }
    }

    /// "rest-3-118": the third file, 118 seconds. A name that only resembles that counts as number 0 of 0 seconds.
    /// Of files alone: a folder, a link or a pipe of such a name is not the service's.
    private var names: [String] {
        folder.names(endingIn: Self.ending).filter { $0.hasPrefix("rest-") && StateFolder.size(folder.file($0 + Self.ending)) != nil }
            .sorted { Self.number($0) < Self.number($1) }
    }

    private static func number(_ name: String) -> Int { numbers(name)?.number ?? 0 }

    private static func seconds(_ name: String) -> Double { numbers(name).map { min(Double($0.seconds), stretch) } ?? 0 }

    private static func numbers(_ name: String) -> (number: Int, seconds: Int)? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int(parts[1]), let seconds = Int(parts[2]), (1...mostNumber).contains(number), seconds >= 0 else { return nil }
        return (number, seconds)
    }
}
