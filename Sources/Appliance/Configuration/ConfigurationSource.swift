import Platform
import Settings

/// Reads configurations: the main file and the profiles that it names.
package struct ConfigurationSource: Sendable {
    /// The main file; `nil` for the defaults.
    package let file: String?
    /// Outputs, axes and buttons have no devices: they are only reported.
    package let isSimulated: Bool

    package init(file: String?, isSimulated: Bool = false) {
        self.file = file
        self.isSimulated = isSimulated
    }

    /// Reads a profile; "" is the main file itself. The list of profiles and the folders of state and sockets are always the main file's.
    /// - Throws: ``ConfigurationError``, or ``NoSuchProfile``.
    package func read(profile name: String = "") throws -> Configuration {
        let main = try file.map(Configuration.read(file:)) ?? Configuration()
        let configuration = name.isEmpty ? main : try read(profile: name, of: main)
        return isSimulated ? configuration.simulated : configuration
    }

    /// Reads a profile that a main file names.
    private func read(profile name: String, of main: Configuration) throws -> Configuration {
        guard let profile = main.profiles.first(where: { $0.name == name }) else { throw noSuchProfile(name, main) }
        let path = path(of: profile)
        var configuration = try profileFile(path, of: name)
        guard configuration.profiles.isEmpty else {
            throw Self.error(path, "profiles", "a profile cannot have profiles; they belong in \(file ?? "the main file")")
        }
        configuration.takeMain(from: main)
        return configuration
    }

    /// The main file, as it is now, has no profile of this name.
    package struct NoSuchProfile: Error, CustomStringConvertible {
        package let description: String
    }

    private func noSuchProfile(_ name: String, _ main: Configuration) -> NoSuchProfile {
        let known = main.profiles.map(\.name)
        let nearest = NearestWord.to(name, among: known).map { "; did you mean \($0)?" }
        let others = known.isEmpty ? "; there are none" : "; known are \(known.joined(separator: ", "))"
        return NoSuchProfile(description: "\(Self.error(file ?? "the defaults", "profiles.\(name)", "there is no such profile" + (nearest ?? others)))")
    }

    /// Reads a profile's file. What is wrong with it as a whole, as when it is not there, is a fault of the key that names it.
    private func profileFile(_ path: String, of name: String) throws(ConfigurationError) -> Configuration {
        do { return try Configuration.read(file: path) } catch {
            let fault = error.faults.first { $0.line == nil && $0.key == nil }
            throw fault.map { Self.error(file ?? "the defaults", "profiles.\(name).file", "\($0)") } ?? error
        }
    }

    /// The main file and all its valid profiles: every output that may be on. The one that ran last comes first, because two of them may
    /// give a line different safe states.
    /// - Parameters:
    ///   - lastProfile: the name of the profile that ran last with a main file.
    ///   - instead: called for each profile that is invalid; what is to be used in its place.
    package func all(_ lastProfile: (Configuration) -> String, instead: (_ main: Configuration, _ profile: String, any Error) -> Configuration?) throws -> [Configuration] {
        let main = try read(), last = lastProfile(main)
        let profiles = main.profiles.compactMap { profile -> (name: String, Configuration)? in
            do { return (profile.name, try read(profile: profile.name, of: main)) } catch {
                return instead(main, profile.name, error).map { (profile.name, $0) }
            }
        }
        return Self.ordered([("", main)] + profiles, last)
    }

    /// Configurations with their profiles' names, the last one's first.
    static func ordered(_ configurations: [(name: String, Configuration)], _ last: String) -> [Configuration] {
        (configurations.filter { $0.name == last } + configurations.filter { $0.name != last }).map(\.1)
    }

    /// The configuration at the start of a run, as its file says: of the profile that was used last, or the main file if that fails.
    func start(_ main: Configuration, lastProfile: String) -> (configuration: Configuration, profile: String, faults: [String]) {
        var configuration = main, profile = lastProfile, faults: [String] = []
        if !profile.isEmpty {
            do {
                configuration = try read(profile: profile, of: main)
                if isSimulated { configuration = configuration.simulated }
            } catch {
                faults = (error as? ConfigurationError)?.faults.map(\.description) ?? ["\(error)"]
                profile = ""
            }
        }
        return (configuration, profile, faults)
    }

    /// A profile's file.
    func path(of profile: ProfileConfiguration) -> String {
        guard !profile.file.hasPrefix("/"), let file, let slash = file.lastIndex(of: "/") else { return profile.file }
        return file[...slash] + profile.file
    }

    private static func error(_ file: String, _ key: String, _ problem: String) -> ConfigurationError {
        ConfigurationError(faults: [ConfigurationFault(file: file, line: nil, key: key, problem: problem)])
    }
}

extension Configuration {
    /// Takes over what is always the main file's.
    mutating func takeMain(from main: Configuration) {
        profiles = main.profiles
        person = main.person
        state = main.state
        control = main.control
    }
}
