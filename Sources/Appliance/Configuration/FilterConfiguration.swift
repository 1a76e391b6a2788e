// One gesture's filters, as the configuration has them.
import Gestures
import Platform
import Settings

/// What switch users filter by, from `[filters.GESTURE]`.
package struct FilterConfiguration: Equatable, Sendable {
    /// The gesture's name.
    package var name: String
    /// Seconds; 0 for the common acceptance time.
    package var acceptance = 0.0
    package var release = 0.0
    package var ignoreRepeat = 0.0
    /// IOD a second; 0 for the common one.
    package var quietMouth = 0.0

    package init(name: String) {
        self.name = name
    }

    /// The recogniser's filter.
    package var filter: GestureFilter {
        var filter = GestureFilter()
        filter.acceptance = acceptance > 0 ? acceptance : nil
        filter.release = release
        filter.ignoreRepeat = ignoreRepeat
        filter.quietMouth = quietMouth > 0 ? quietMouth : nil
        return filter
    }

    /// What is wrong with it beyond the ranges of its keys.
    func conflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        guard let gesture = HeadGesture(name) else {
            let names = HeadGesture.all.map(\.description)
            let nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" } ?? ""
            return [("filters.\(name)", "is not a gesture; expected one of \(names.joined(separator: ", "))\(nearest)")]
        }
        if case .hold = gesture {
            guard acceptance >= gestures.maxHold else { return [] }
            return [("filters.\(name).acceptance", "\(acceptance.shortest) is never reached, because a head that is away for "
                + "gestures.max_hold, \(gestures.maxHold.shortest), is assumed to rest there; expected less")]
        }
        return [("acceptance", acceptance), ("release", release)].compactMap { key, value in
            value == 0 ? nil : ("filters.\(name).\(key)", "is for holds, but \"\(name)\" does not last; use ignore_repeat")
        }
    }
}

extension FilterConfiguration: NamedSetting {
    package static let keys: [ConfigurationKey<FilterConfiguration>] = [
        .init("acceptance", .number(GestureConfiguration.Ranges.filterAcceptance, unit: "s", \.acceptance)),
        .init("release", .number(GestureConfiguration.Ranges.release, unit: "s", \.release)),
        .init("quiet_mouth", .number(GestureConfiguration.Ranges.quietMouth, unit: "IOD/s", \.quietMouth)),
        .init("ignore_repeat", .number(GestureConfiguration.Ranges.ignoreRepeat, unit: "s", \.ignoreRepeat)),
    ]
}
