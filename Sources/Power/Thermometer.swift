import Platform

/// Reads the board's temperature from /sys/class/thermal.
public struct Thermometer: Sendable {
    private let root: String
    private let type: String

    /// - Parameters:
    ///   - type: the zone's type ("cpu-thermal"); "auto" means the hottest zone.
    ///   - root: /sys/class/thermal, or a test folder.
    public init(type: String = "auto", root: String = "/sys/class/thermal") {
        self.type = type
        self.root = root
    }

    /// Degrees Celsius, or `nil` if no zone gives a plausible value.
    public func read() -> Double? {
        var hottest: Double?
        for zone in SysfsFile.names(in: root) where zone.hasPrefix("thermal_zone") {
            guard type == "auto" || SysfsFile.text("\(root)/\(zone)/type") == type,
                  let degrees = SysfsFile.number("\(root)/\(zone)/temp").map({ $0 / 1000 }),
                  (-40...150).contains(degrees) else { continue }
            hottest = max(hottest ?? -.infinity, degrees)
        }
        return hottest
    }
}
