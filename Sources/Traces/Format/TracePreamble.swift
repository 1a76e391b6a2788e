import FoundationEssentials
import Gestures
import Platform

/// The first lines of a trace that carries its labels, so that it can be given away as one file:
/// a version, remarks that say what is in it, and lines `label,START,END,GESTURE` in seconds. The columns' names come next.
struct TracePreamble {
    private static let mark = "# nodline heads ", first = mark + "1", label = "label,"
    private static let remarks = """
        # How a head moved, frame by frame: times, points and angles of the face, and how far lips, eyes, brows and smile are open.
        # Lines that begin with "label" say from when to when a gesture was meant. Times are seconds from the clip's beginning.
        # No picture, no name, no date and no settings are in it. A person may be recognised by how they move.
        """
    /// Latest time of a label, in seconds.
    private static let latest = 1e9

    /// `nil` if the file has no such lines.
    private(set) var labels: [Label]?
    /// The rows that it takes.
    private(set) var count = 0

    /// - Throws: ``LabelError`` with file and line.
    init(_ rows: [Substring], file: String) throws {
        guard let first = rows.first, first.hasPrefix(Self.mark) else { return }
        guard first == Self.first else {
            throw LabelError(file: file, line: 1, problem: "\(first.quoted): this version is not known; expected \"\(Self.first)\"")
        }
        var labels: [Label] = []
        count = 1
        while count < rows.count, !rows[count].hasPrefix("t,") {
            let row = rows[count]
            count += 1
            if row.hasPrefix("#") { continue }
            guard let label = Self.label(row) else {
                throw LabelError(file: file, line: count, problem: "\(row.quoted): expected label,START,END,GESTURE in seconds, or the columns' names")
            }
            labels.append(label)
        }
        let header = count < rows.count ? TraceColumns(header: rows[count]).header : ""
        guard count < rows.count, rows[count] == header else {
            throw LabelError(file: file, line: min(count + 1, rows.count), problem: "expected the columns' names: \(TraceColumns(header: "").header)")
        }
        self.labels = labels
    }

    private static func label(_ row: Substring) -> Label? {
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        guard cells.count == 4, row.hasPrefix(label), let start = Double(cells[1]), let end = Double(cells[2]) else { return nil }
        guard start >= 0, end > start, end <= latest, let gesture = LabelledGesture(String(cells[3])) else { return nil }
        return Label(start: start, end: end, gesture: gesture)
    }

    /// The lines for a file. A taught movement becomes "ignore": its name may be a person's.
    static func text(_ labels: [Label]) -> String {
        let rows = labels.map { label in
            var gesture = label.gesture
            if case .taught = gesture { gesture = .ignore }
            return Self.label + [NumberFormat.text(label.start), NumberFormat.text(label.end), "\(gesture)"].joined(separator: ",")
        }
        return ([first, remarks] + rows).joined(separator: "\n") + "\n"
    }
}
