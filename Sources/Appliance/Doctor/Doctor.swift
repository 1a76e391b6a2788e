import Glibc
import Outputs

/// Looks at this board and at what a configuration wants of it. Nothing is switched, opened or changed.
package struct Doctor {
    private let file: String?

    /// - Parameter file: the configuration to check; `nil` for the installed one, or the defaults if there is none.
    package init(file: String?) {
        let installed = "/etc/nodline/nodline.toml"
        self.file = file ?? (access(installed, F_OK) == 0 ? installed : nil)
    }

    /// The findings. If the configuration is invalid, that is a finding, and the rest is examined with the defaults.
    package func findings() -> [Finding] {
        var findings = BoardExamination().findings
        let configuration: Configuration
        do {
            configuration = try file.map(Configuration.read(file:)) ?? Configuration()
            findings.append(file.map { .good("config", "\($0) is valid, with \(configuration.outputs.count) outputs") }
                ?? .advice("config", "there is none, so the defaults apply and no output is switched",
                           "name one with --config FILE, or write /etc/nodline/nodline.toml"))
        } catch {
            configuration = Configuration()
            findings.append(.fault("config", "\(error)", "correct these lines; nodline check says when all is right"))
        }
        findings.append(ModelExamination(configuration.models.assets).finding)
        // One by one: Swift 6.0.3 cannot type-check their sum in reasonable time.
        findings += CameraExamination(configuration).findings
        findings += PictureExamination.ofService.findings
        findings += LineExamination(configuration, lines: GPIOScan.lines).findings
        findings += KeyExamination(configuration).findings
        findings += PWMExamination(configuration, isRunning: ControlConnection.ofService != nil).findings
        if let sound = SoundExamination(configuration.feedback).finding { findings.append(sound) }
        findings += TaughtExamination(configuration).findings
        return findings
    }
}
