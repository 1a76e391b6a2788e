/// What somebody may look for in the configuration, and what there will never be.
package enum NeverDriven {
    /// - Parameter word: a key, a table or a value that does not exist.
    /// - Returns: why there is no such thing, and what there is; `nil` for any other word.
    package static func reason(_ word: String) -> String? {
        let letters = String(word.lowercased().filter(\.isLetter))
        if letters == "rnet" || chairs.contains(where: letters.contains) {
            return "a wheelchair is never driven, nor anything else that carries people: hardware/README.md, What not to do"
        }
        if radios.contains(where: letters.hasPrefix) {
            return "there is no signal of radios (PPM, SBUS and the like), and there will be none; "
                + "for motors use [drive], for a servo pwm of an axis: docs/robot.md"
        }
        return nil
    }

    private static let chairs = ["wheelchair", "powerchair"]
    private static let radios = ["ppm", "cppm", "sbus", "ibus", "crsf", "elrs", "dshot", "spektrum"]
}
