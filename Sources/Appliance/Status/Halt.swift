/// What keeps everything off until somebody ends it on purpose. A pause goes on by itself below it.
package struct Halt: Equatable, Sendable {
    /// A stop, which only a release ends.
    package struct Stop: Equatable, Sendable {
        /// Who has stopped everything, in words: "the button red".
        package let by: String
        /// When, in the loop's seconds.
        package let time: Double

        package init(by: String, at time: Double) { (self.by, self.time) = (by, time) }
    }

    package var stop: Stop?
    /// An enable button is not held.
    package var lacksEnable = false

    package init() {}

    package var isOn: Bool { stop != nil || lacksEnable }
}
