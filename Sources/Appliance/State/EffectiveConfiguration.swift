import Gestures

/// Everything that decides what holds in a run, as values: nothing else changes a configuration.
package struct EffectiveConfiguration: Sendable {
    /// What the profile's file says, with the settings on trial in place of its own, and the main file's part.
    package var read: Configuration
    /// The keys on trial: they go before what was measured.
    package var tried: [String] = []
    /// What was measured for the profile.
    package var ranges: Ranges?
    package var gaze: SavedGaze?
    /// The gestures that were taught in the profile.
    package var taught: [TaughtGesture] = []

    package init(_ read: Configuration) { self.read = read }

    /// What holds.
    package var value: Configuration {
        var configuration = read
        ranges?.with(tried, of: read.gestures).apply(to: &configuration.gestures)
        gaze?.apply(to: &configuration)
        // Those that something uses, or all of them if programs listen to them.
        let bound = configuration.boundGestures, isAll = configuration.taught.isOn
        configuration.gestures.taught = taught.filter { isAll || bound.contains(.taught($0.name)) }
        return configuration
    }
}
