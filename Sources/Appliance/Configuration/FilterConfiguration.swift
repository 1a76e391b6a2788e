import Gestures
import Platform
import Settings

/// The filters of one gesture, from `[filters.GESTURE]`.
package struct FilterConfiguration: Equatable, Sendable {
    /// The gesture's name.
    package var name: String
    /// Seconds; 0 for the common acceptance time.
    package var acceptance = 0.0
    package var release = 0.0
    package var ignoreRepeat = 0.0
    /// IOD a second; 0 for the common one.
    package var quietMouth = 0.0
    /// `nil` for the common condition.
    package var eyes: EyeCondition?

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
        filter.eyes = eyes
        return filter
    }

    /// Contradictions that the ranges of single keys cannot exclude.
    func conflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        guard let gesture = HeadGesture(name) else {
            let names = HeadGesture.all.map(\.description)
            let nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" } ?? ""
            return [("filters.\(name)", "is not a gesture; expected gaze-NAME, my-NAME or one of \(names.joined(separator: ", "))\(nearest)")]
        }
        guard gesture.isHold, acceptance >= gestures.maxHold else { return [] }
        return [("filters.\(name).acceptance", "\(acceptance.shortest) is never reached, because a head that is away for "
            + "gestures.max_hold, \(gestures.maxHold.shortest), is assumed to rest there; expected less")]
    }
}

extension FilterConfiguration: NamedSetting {
    private typealias Limits = GestureConfiguration.Ranges

    /// A taught movement's name may be of any script.
    package static func isName(_ name: String) -> Bool {
        if case .taught = HeadGesture(name) { true } else { ConfigurationKey<FilterConfiguration>.isName(name) }
    }

    package static let introduction: Meaning = "Filters: one table for each gesture that needs one."
    package static let example = """
        [filters.hold-left]
        acceptance = 1.5
        ignore_repeat = 2
        """
    package static let groups: [KeyGroup<FilterConfiguration>] = [
        .init(keys: [
            .init("acceptance", .number(Limits.filterAcceptance, unit: "s", \.acceptance), """
                holds: replaces gestures.acceptance.
                """, without: "gestures.acceptance, as with 0", offer: PageOffer(nil, 0.2...4, step: 0.1), misplaced: { filter in
                    if case .gaze(let zone) = HeadGesture(filter.name) { return "is the dwell time of a zone; use gaze.zones.\(zone).dwell" }
                    return holdsOnly(filter)
                }),
            .init("release", .number(Limits.release, unit: "s", \.release), """
                holds: how long the head or the face must be back, or the eyes elsewhere, before the hold ends.
                """, offer: PageOffer(.after, 0...2, step: 0.1), misplaced: holdsOnly),
            .init("quiet_mouth", .number(Limits.quietMouth, unit: "IOD/s", \.quietMouth), """
                how fast the lips may move: replaces gestures.quiet_mouth; 20 for any speed.
                """, without: "gestures.quiet_mouth, as with 0", offer: PageOffer(nil, 0...0.5, step: 0.01)),
            .init("eyes", .word([""] + EyeCondition.allCases.map(\.rawValue), get: { $0.eyes?.rawValue ?? "" },
                                set: { $0.eyes = EyeCondition(rawValue: $1) }), """
                what the eyes must do ("any", "ahead", "along"): replaces gestures.eyes.
                """, without: "gestures.eyes; nods and shakes: any", misplaced: { filter in
                    switch HeadGesture(filter.name) {
                    case .gaze: "is for gestures of the head; leave it out"
                    case .tilt, .holdTilt: "is for turns of the head, because a tilt leaves the eyes where they are; leave it out"
                    case .expression, .holdExpression: "is for turns of the head; leave it out"
                    case .taught: "is for turns of the head; leave it out, because a taught movement was taught with the eyes as they were"
                    default: nil
                    }
                }),
            .init("ignore_repeat", .number(Limits.ignoreRepeat, unit: "s", \.ignoreRepeat), """
                dead time after the end of the gesture before the same one counts again.
                """, offer: PageOffer(.after, 0...10, step: 0.5)),
        ])
    ]

    @Sendable private static func holdsOnly(_ filter: FilterConfiguration) -> String? {
        switch HeadGesture(filter.name) {
        case nil, .hold, .holdTilt, .holdExpression, .gaze: nil
        default: "is for holds, but \"\(filter.name)\" does not last; use ignore_repeat"
        }
    }
}
