extension GestureConfiguration {
    /// The range of each number, in the unit of its property.
    public enum Ranges {
        public static let calibrationSamples = 5...300
        public static let calibrationTolerance = 0.005...1
        public static let calibrationTimeout = 1.0...120
        public static let idleZoneRadius = 0.01...2
        /// For each direction's threshold.
        public static let threshold = 0.02...3
        /// In degrees.
        public static let tilt = 4.0...45
        public static let tiltIdleZone = 2.0...30
        public static let offAxisRatio = 0.05...1
        public static let noiseFactor = 0.0...10
        public static let smoothing = 0.0...15
        public static let pathEfficiency = 0.0...0.95
        public static let quietMouth = 0.0...20
        public static let onsetMax = 0.1...5
        public static let acceptance = 0.05...10
        public static let discreteMin = 0.0...2
        public static let discreteMax = 0.1...5
        public static let maxHold = 1.0...600
        public static let nodCount = 1...6
        public static let shakeCount = 2...8
        public static let nodSwing = 0.2...3
        public static let shakeSwing = 0.2...3
        /// Less than `staleTime`: after that, missing samples end everything, and waiting swings would be lost.
        public static let resolve = 0.1...0.39
        public static let driftTime = 0.0...600
        public static let settleTime = 0.2...30
        public static let burstCount = 2...20
        public static let burstTime = 0.2...10
        public static let pauseTime = 0.5...30
        public static let wakeTime = 0.5...30
        /// At most 0.2 s, so that a held output falls within 0.3 s of a lost face at 10 frames a second.
        public static let faceLossTime = 0.05...0.2
        /// More than `resolve`, less than the 0.5 s in which a held output must fall when frames stop.
        public static let staleTime = 0.4...0.45
        public static let recalibrateAfterLoss = 0.2...60
        /// For a gesture's filter.
        public static let filterAcceptance = 0.0...10
        public static let release = 0.0...5
        public static let ignoreRepeat = 0.0...60
    }

    /// An error in a configuration. Its description is complete: "acceptance: 20 is out of range; expected 0.05 to 10".
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// The key in nodline.toml: of the section `[gestures]`, or with its section's name.
        public let key: String
        /// The value in the notation of nodline.toml.
        public let value: String
        /// What is wrong with it.
        public let reason: String
        /// The allowed values.
        public let bound: String

        public var description: String { "\(key): \(value) \(reason); expected \(bound)" }
    }

    /// All errors of the configuration; empty if it is valid.
    /// - Parameter gestures: the gestures that are used. Some settings are errors only if two gestures are used together.
    public func problems(using gestures: Set<HeadGesture> = []) -> [Problem] {
        outOfRange + contradictions(using: gestures)
    }

    /// Numbers outside their range.
    private var outOfRange: [Problem] {
        var checks: [(String, Double, ClosedRange<Double>)] = [
            ("calibration_tolerance", calibrationTolerance, Ranges.calibrationTolerance),
            ("calibration_timeout", calibrationTimeout, Ranges.calibrationTimeout),
            ("idle_zone_radius", idleZoneRadius, Ranges.idleZoneRadius),
            ("off_axis_ratio", offAxisRatio, Ranges.offAxisRatio), ("noise_factor", noiseFactor, Ranges.noiseFactor),
            ("smoothing", smoothing, Ranges.smoothing), ("path_efficiency", pathEfficiency, Ranges.pathEfficiency),
            ("quiet_mouth", quietMouth, Ranges.quietMouth), ("onset_max", onsetMax, Ranges.onsetMax),
            ("acceptance", acceptance, Ranges.acceptance), ("discrete_min", discreteMin, Ranges.discreteMin),
            ("discrete_max", discreteMax, Ranges.discreteMax), ("max_hold", maxHold, Ranges.maxHold),
            ("nod_swing", nodSwing, Ranges.nodSwing), ("shake_swing", shakeSwing, Ranges.shakeSwing),
            ("resolve", resolve, Ranges.resolve), ("drift_time", driftTime, Ranges.driftTime),
            ("settle_time", settleTime, Ranges.settleTime), ("burst_time", burstTime, Ranges.burstTime),
            ("pause_time", pauseTime, Ranges.pauseTime), ("wake_time", wakeTime, Ranges.wakeTime),
            ("face_loss_time", faceLossTime, Ranges.faceLossTime), ("stale_time", staleTime, Ranges.staleTime),
            ("recalibrate_after_loss", recalibrateAfterLoss, Ranges.recalibrateAfterLoss),
        ]
        checks += HeadDirection.allCases.map { ("threshold_\($0)", thresholds[$0], Ranges.threshold) }
        checks += Shoulder.allCases.map { ("threshold_tilt_\($0)", tilt[$0], Ranges.tilt) } + [("idle_zone_tilt", tilt.idleZone, Ranges.tiltIdleZone)]
        checks += FacialExpression.allCases.map { ($0.thresholdKey, expressions[$0], $0.thresholdRange) }
        for gesture in HeadGesture.all {
            let filter = filters[gesture], table = "filters.\(gesture)."
            checks += [(table + "release", filter.release, Ranges.release), (table + "ignore_repeat", filter.ignoreRepeat, Ranges.ignoreRepeat)]
            if let acceptance = filter.acceptance { checks.append((table + "acceptance", acceptance, Ranges.filterAcceptance)) }
            if let quietMouth = filter.quietMouth { checks.append((table + "quiet_mouth", quietMouth, Ranges.quietMouth)) }
        }
        let counts = [
            ("calibration_samples", calibrationSamples, Ranges.calibrationSamples), ("nod_count", nodCount, Ranges.nodCount),
            ("shake_count", shakeCount, Ranges.shakeCount), ("burst_count", burstCount, Ranges.burstCount),
        ]
        return checks.filter { !$2.contains($1) }.map { key, value, range in
            Problem(key: key, value: value.shortest, reason: "is out of range",
                    bound: "\(range.lowerBound.shortest) to \(range.upperBound.shortest)")
        } + counts.filter { !$2.contains($1) }.map { key, value, range in
            Problem(key: key, value: "\(value)", reason: "is out of range", bound: "\(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Values that are in range but contradict each other.
    /// - Parameter gestures: the gestures that are used.
    public func contradictions(using gestures: Set<HeadGesture> = []) -> [Problem] {
        var problems: [Problem] = []
        for direction in HeadDirection.allCases where thresholds[direction] < idleZoneRadius {
            problems.append(Problem(key: "threshold_\(direction)", value: thresholds[direction].shortest, reason: "lies inside the idle zone",
                                    bound: "at least idle_zone_radius, which is \(idleZoneRadius.shortest)"))
        }
        for shoulder in Shoulder.allCases where tilt[shoulder] < tilt.idleZone {
            problems.append(Problem(key: "threshold_tilt_\(shoulder)", value: tilt[shoulder].shortest, reason: "lies inside the idle zone",
                                    bound: "at least idle_zone_tilt, which is \(tilt.idleZone.shortest)"))
        }
        if discreteMin >= discreteMax {
            problems.append(Problem(key: "discrete_min", value: discreteMin.shortest, reason: "leaves no time for a look",
                                    bound: "less than discrete_max, which is \(discreteMax.shortest)"))
        }
        if maxHold <= max(acceptance, discreteMax) {
            problems.append(Problem(key: "max_hold", value: maxHold.shortest, reason: "would end every gesture as a new posture",
                                    bound: "more than acceptance and discrete_max"))
        }
        return problems + looksAndHolds(gestures) + pauseProblems(gestures)
    }

    /// Conflicts of a look and a hold in one direction, and of a nod and a look down.
    private func looksAndHolds(_ gestures: Set<HeadGesture>) -> [Problem] {
        var problems: [Problem] = []
        let pairs: [(look: HeadGesture, hold: HeadGesture)] = HeadDirection.allCases.map { (.look($0), .hold($0)) }
            + Shoulder.allCases.map { (.tilt($0), .holdTilt($0)) } + FacialExpression.allCases.map { (.expression($0), .holdExpression($0)) }
        let both = pairs.filter { gestures.isSuperset(of: [$0.look, $0.hold]) }
        if let (look, hold) = both.first(where: { acceptance(of: $0.hold) < discreteMax }) {
            let acceptance = acceptance(of: hold)
            problems.append(Problem(
                key: acceptance == self.acceptance ? "acceptance" : "filters.\(hold).acceptance", value: acceptance.shortest,
                reason: "would start a hold while the movement may still become a look, and outputs use both \"\(look)\" and \"\(hold)\"",
                bound: "at least discrete_max, which is \(discreteMax.shortest)"))
        }
        if nod, nodCount == 1, gestures.contains(.look(.down)) {
            problems.append(Problem(key: "nod_count", value: "1", reason: "turns every look down into a nod, and an output uses \"down\"",
                                    bound: "at least 2, or nod = false"))
        }
        return problems
    }

    private func pauseProblems(_ gestures: Set<HeadGesture>) -> [Problem] {
        guard let pause = pauseGesture else { return [] }
        var problems: [Problem] = []
        if gestures.contains(.hold(pause)) {
            problems.append(Problem(key: "pause_gesture", value: "\"\(pause)\"", reason: "pauses, and an output or axis uses \"hold-\(pause)\"",
                                    bound: "another direction"))
        }
        if !continuous || maxHold <= pauseTime {
            problems.append(Problem(key: "pause_gesture", value: "\"\(pause)\"", reason: "never pauses",
                                    bound: "continuous = true, and pause_time below max_hold"))
        }
        return problems
    }
}

extension Double {
    /// Without a trailing ".0".
    fileprivate var shortest: String {
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
