/// The columns of a ``HeadTrace`` in a file: those of lids and brows are there only if something has them.
struct TraceColumns {
    let hasLids: Bool, hasBrows: Bool
    private static let lids = ",right_lids,left_lids", brows = ",brows,smile"

    init(hasLids: Bool, hasBrows: Bool) { (self.hasLids, self.hasBrows) = (hasLids, hasBrows) }

    /// The columns that a file's first row names.
    init(header: Substring) { self.init(hasLids: header.contains(Self.lids), hasBrows: header.contains(Self.brows)) }

    /// Columns up to the lips', the lids' and the smile's.
    static let lipsEnd = 15
    var lidsEnd: Int { hasLids ? Self.lipsEnd + 2 : Self.lipsEnd }
    var browsEnd: Int { hasBrows ? lidsEnd + 2 : lidsEnd }

    /// The file's first row.
    var header: String {
        "t,certain,right_x,right_y,left_x,left_y,mouth_x,mouth_y,nose_x,nose_y,yaw,pitch,roll,lips,lips_t" + (hasLids ? Self.lids : "")
            + (hasBrows ? Self.brows : "") + ","
            + ["right_eye", "left_eye"].map { eye in ["left", "up", "open", "certain"].map { "\(eye)_\($0)" }.joined(separator: ",") }
            .joined(separator: ",")
    }
}
