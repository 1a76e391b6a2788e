/// Somebody has stopped everything: "the button red".
package struct StopRecord: EventContent {
    package let by: String

    package init(by: String) { self.by = by }

    package var words: String? { "everything is stopped by \(by)" }
}

/// Somebody has ended a stop.
package struct ReleaseRecord: EventContent {
    package let by: String

    package init(by: String) { self.by = by }

    package var words: String? { "released by \(by)" }
}

/// The enable buttons are held, or no longer.
package struct EnableRecord: EventContent {
    package let held: Bool

    package init(held: Bool) { self.held = held }

    package var words: String? { held ? "the enable button is held" : "the enable button is not held: nothing fires" }
}
