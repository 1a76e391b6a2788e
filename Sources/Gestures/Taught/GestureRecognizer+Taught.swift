/// Taught gestures.
///
/// A movement is reported once. Of a fixed and a taught gesture that it may both be, the one that is certain first counts: a look when the head is
/// back, a taught gesture a third of a second later. While something is held, and while a question is asked, no taught gesture counts.
extension GestureRecognizer {
    /// The last movement that was recognised as this gesture was meant: moves its template a little towards it, never further than the
    /// repetitions were apart, and never to less than a part of its size.
    /// - Returns: the changed gesture, to be stored; `nil` if it is not in the configuration, or nothing was recognised since the last call.
    public mutating func confirm(_ name: GestureName) -> TaughtGesture? {
        guard let gesture = taught.adapted(name), let place = configuration.taught.firstIndex(where: { $0.name == name }) else { return nil }
        configuration.taught[place] = gesture
        return gesture
    }

    /// Takes a sample whose head is certain.
    mutating func followTaught(_ sample: HeadSample, _ head: HeadPointer, _ emit: (GestureEvent) -> Void) {
        guard !configuration.taught.isEmpty else { return }
        let isOpen = !isCalibrating && !isPaused && isAdmitted && armedUntil == nil && held.isEmpty
        let time = sample.time, configuration = configuration
        taught.add(sample, head, isOpen: isOpen) { finding in
            let part = finding.part, gesture = configuration.taught[finding.gesture]
            let journey = Journey(began: finding.began, ended: finding.ended, threshold: gesture.limits.likeness)
            if let rejection = finding.rejection { return machine.report(.rejection(rejection, journey), at: time, configuration, emit) }
            return machine.report(.gesture(.taught(gesture.name, likeness: part.likeness, duration: part.duration), journey), at: time, configuration, emit)
        }
    }
}
