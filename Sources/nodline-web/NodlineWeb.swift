import Glibc
import Platform
import Settings
import Web
import WebSettings

/// `nodline-web`: the setup page's server. It reaches the appliance by the control socket alone.
@main
enum NodlineWeb {
    /// Exit status: 0 success, 1 a fault at run time or a page that is not switched on, 2 an invalid command line or configuration.
    static func main() {
        ProcessStart.prepare()
        do {
            let options = WebOptions()
            let settings = try options.config.map(WebSettings.read(file:)) ?? WebSettings()
            if options.onlyAsks { exit(settings.web.enabled ? 0 : 1) }
            guard settings.web.enabled else {
                Terminal.note("nodline-web: the page is not switched on: [web] enabled = true")
                exit(1)
            }
            try run(options, settings)
        } catch let error as ConfigurationError {
            Terminal.note("\(error)")
            exit(2)
        } catch {
            Terminal.note("nodline-web: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: WebOptions, _ settings: WebSettings) throws {
        let signals = SignalWatch()  // before other threads begin
        nice(10)  // the appliance goes first
        umask(0o077)
        let runtime = options.runtime
        try makeFolder(runtime, mode: 0o755)
        let lock = try FolderLock(folder: runtime, program: "nodline-web", remedy: "give this one another --runtime")
        defer { withExtendedLifetime(lock) {} }
        let inner = runtime + "/inner"
        try makeFolder(inner, mode: 0o700)
        let machine = MachineName.current, counts = RefusalCounts(), sessions = SessionStore(folder: options.state)
        let desk = PairingDesk(folder: options.state, isAddressShared: settings.web.behindTLS), keys = KeyStore(folder: options.state)
        let places = WebServer.Places(page: options.page, control: options.socket ?? ControlPlace.client(configured: settings.controlFolder), inner: inner,
                                     voice: options.voice, state: options.state)
        let server = WebServer(places, sessions: sessions, desk: desk, keys: keys, counts: counts, machine: machine,
                               isEncrypted: settings.web.behindTLS)
        try server.listen()  // the guard refuses what it cannot pass on
        Task {
            do { try await server.run() } catch { Terminal.note("nodline-web: \(error)") }
            exit(1)
        }
        var rules = Guard.Settings(web: settings.web, machine: machine, sessions: sessions)
        rules.screen = screen(settings.web)
        let guarding = try Guard(rules, server: places.socket, counts: counts, visits: server.visits, keys: keys)
        if let code = options.bootCode { desk.offerAtBoot(code) }
        let keyDesk = KeyDesk(keys)
        try PairingSocket.listen(in: runtime) { line in
            guard let rights = [Right](pairing: line) else { return keyDesk.answer(to: line) }
            return PairingReply(desk.code(for: rights, at: MonotonicClock.now), settings.web, machine: machine, port: guarding.port,
                                listening: guarding.addresses).line
        }
        let notifier = ServiceNotifier.standard()
        for local in guarding.addresses { Terminal.output("nodline-web: http://\(local.address.host):\(guarding.port)") }
        notifier.ready()
        ConfigurationWatch(file: options.config, settings: settings).waitForEnd(signals)
        notifier.stopping()
    }

    /// The user of the board's own screen. Root is none, whose programs may pass on anybody's requests, nor is "nobody", whom the kernel names for those that
    /// it cannot.
    private static func screen(_ web: WebConfiguration) -> uid_t? {
        guard !web.screen.isEmpty, !web.behindTLS else { return nil }
        guard let user = getpwnam(web.screen)?.pointee.pw_uid, user != 0, user != 65534, user != geteuid() else {
            Terminal.note("nodline-web: [web] screen = \(web.screen.quoted): expected a user of this machine besides root and this one; every browser must be paired")
            return nil
        }
        return user
    }

    private static func makeFolder(_ path: String, mode: mode_t) throws(SystemError) {
        if mkdir(path, mode) == 0 { return _ = chmod(path, mode) }
        guard errno == EEXIST else { throw SystemError("mkdir", path) }
    }
}
