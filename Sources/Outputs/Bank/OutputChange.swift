/// A change of an output or an axis.
package enum OutputChange: Equatable, Sendable {
    case line(LineChange)
    case axis(AxisChange)

    /// Whether it puts an axis to rest.
    var rests: Bool {
        if case .axis(let change) = self { return change.rests }
        return false
    }

    /// Whether both are changes of the same output or axis.
    func isAbout(_ other: OutputChange) -> Bool {
        switch (self, other) {
        case (.line(let one), .line(let two)): one.name == two.name
        case (.axis(let one), .axis(let two)): one.name == two.name
        default: false
        }
    }
}
