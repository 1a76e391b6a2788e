import Glibc
import Platform

/// Looks for the player and a sound card, if the configuration has sounds; plays nothing.
package struct SoundExamination {
    /// `nil` if no sounds are configured.
    package let finding: Finding?

    /// - Parameter root: "/", or a test folder.
    package init(_ feedback: FeedbackConfiguration, root: String = "") {
        guard !feedback.sounds.isEmpty else {
            finding = nil
            return
        }
        guard access(root + SoundPlayer.program, X_OK) == 0 else {
            finding = .fault("sound", "feedback.sounds are configured, but \(SoundPlayer.program) is not installed", "sudo apt install alsa-utils")
            return
        }
        let cards = SysfsFile.names(in: root + "/proc/asound").filter { $0.hasPrefix("card") && $0.dropFirst(4).allSatisfy(\.isNumber) && $0 != "card" }
        finding = cards.isEmpty
            ? .fault("sound", "there is no sound card", "connect one; on a Raspberry Pi: dtparam=audio=on in config.txt; aplay -l lists them")
            : .good("sound", "the player and a sound card are present")
    }
}
