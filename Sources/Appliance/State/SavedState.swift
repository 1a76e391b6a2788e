import FoundationEssentials
import Gestures

/// The state that outlives the program: ranges, gaze calibrations, pause and profile, as one small JSON file.
///
/// A pause outlives a restart of the program, but not of the machine. A crash, an update or the watchdog's restart goes unnoticed:
/// the person who paused it believes it paused, and nothing may fire then. But when the machine is switched on, people expect it to
/// work: a user who cannot call otherwise must not be without the bell because of a forgotten pause. A stop is kept with the boot it is of,
/// because motors that pull the battery down must not end it.
package struct SavedState: Equatable, Sendable {
    /// The file format's version, the only one so far.
    private static let version = 1

    /// By profile; "" is the main file.
    package var ranges: [String: Ranges] = [:]
    /// The ranges before the last thing that was kept, by profile, for `undo`; empty ones if there were none.
    package private(set) var previousRanges: [String: Ranges] = [:]
    /// The profiles in which the last thing that was kept is in no file: `undo` puts back the ranges alone.
    package private(set) var keptRanges: Set<String> = []
    /// Gaze calibrations, by profile.
    package var gaze: [String: SavedGaze] = [:]
    /// The profile that was chosen last: the one in use, if its file can be used.
    package var profile = ""
    package var isPaused = false
    /// Who has stopped everything; `nil` if nobody has.
    package var stoppedBy: String?
    /// Whether the machine has started anew since that stop.
    package private(set) var hasStartedSinceStop = false
    /// The movements that an earlier version's measurement had switched off, by profile, and that count again.
    package private(set) var revived: [String: [RangeMovement]] = [:]

    private struct File: Codable {
        var version: Int
        var profile: String
        /// The boot during which it was paused.
        var paused_in: String?
        /// The boot during which it was stopped, and who did it.
        var stopped_in: String?, stopped_by: String?
        /// The boot during which it was written.
        var written_in: String?
        var ranges: [String: Ranges]
        var former_ranges: [String: Ranges]?
        var kept_ranges: [String]?
        var gaze: [String: SavedGaze]?
    }

    package init() {}

    /// - Parameters:
    ///   - boot: the running kernel's boot id.
    ///   - isOfThisBoot: whether a file of another boot counts as damaged.
    /// - Throws: an error that says what is wrong with the file.
    package init(json: Data, boot: String, isOfThisBoot: Bool = false) throws {
        let file = try JSONDecoder().decode(File.self, from: json)
        guard file.version == Self.version, file.ranges.values.allSatisfy(\.isPossible),
              file.former_ranges?.values.allSatisfy(\.isPossible) ?? true, file.gaze?.values.allSatisfy(\.isPossible) ?? true else {
            throw DamagedState()
        }
        if isOfThisBoot, boot.isEmpty || file.written_in != boot { throw DamagedState() }
        for (profile, measured) in file.ranges {
            var movements: [RangeMovement] = []
            let left = measured.reviving(&movements)
            ranges[profile] = left == Ranges() ? nil : left
            if !movements.isEmpty { revived[profile] = movements }
        }
        previousRanges = (file.former_ranges ?? [:]).mapValues { previous in
            var movements: [RangeMovement] = []
            return previous.reviving(&movements)
        }
        keptRanges = Set(file.kept_ranges ?? []).intersection(previousRanges.keys)
        gaze = file.gaze ?? [:]
        profile = file.profile
        isPaused = file.paused_in == boot && !boot.isEmpty
        if let stopBoot = file.stopped_in {
            stoppedBy = file.stopped_by ?? "somebody"
            hasStartedSinceStop = boot.isEmpty || stopBoot != boot
        }
    }

    /// Other ranges hold for a profile.
    /// - Parameters:
    ///   - undoes: whether `undo` brings back those before.
    ///   - isAlone: whether nothing was kept in a file with them.
    mutating func take(_ new: Ranges?, of profile: String, undoes: Bool, isAlone: Bool) {
        previousRanges[profile] = undoes ? ranges[profile] ?? Ranges() : nil
        ranges[profile] = new == Ranges() ? nil : new
        if undoes, isAlone { keptRanges.insert(profile) } else { keptRanges.remove(profile) }
    }

    /// Exchanges the ranges of a profile with those before them.
    mutating func exchangeRanges(of profile: String) {
        guard let previous = previousRanges[profile] else { return }
        take(previous, of: profile, undoes: true, isAlone: keptRanges.contains(profile))
    }

    /// The file's content.
    func json(boot: String) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try? encoder.encode(File(version: Self.version, profile: profile, paused_in: isPaused ? boot : nil,
                                         stopped_in: stoppedBy == nil ? nil : boot, stopped_by: stoppedBy, written_in: boot, ranges: ranges,
                                         former_ranges: previousRanges.isEmpty ? nil : previousRanges,
                                         kept_ranges: keptRanges.isEmpty ? nil : keptRanges.sorted(), gaze: gaze.isEmpty ? nil : gaze))
    }
}

/// A file of another version, or with numbers that no calibration gives.
private struct DamagedState: Error {}
