import Gestures

extension TaughtRepetition {
    /// A labelled movement of a trace, with the rest around it that a template needs.
    package init(_ label: Label, of trace: HeadTrace) {
        let samples = trace.marks.filter { $0.time > label.start - 1.5 && $0.time < label.end + 1.5 }
        self.init(samples: samples.map(\.sample), began: label.start, ended: label.end)
    }
}
