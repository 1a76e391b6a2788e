import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("nodline-mqtt and the service manager")
struct MQTTWatchdogTests {
    @Test("it gives signs of life, also while there is neither a broker nor an appliance, and its unit waits for them")
    func alive() throws {
        let folder = try TemporaryFolder(), manager = try ServiceManager(folder.path + "/notify")
        let configuration = try folder.file("nodline.toml", "[mqtt]\nserver = \"127.0.0.1\"\nport = 1\n")
        let child = try ChildProcess(Checkout.root + ".build/release/nodline-mqtt", ["--config", configuration, "--events", folder.path + "/none", "--socket", folder.path + "/none"],
                                     input: .null, environment: ["NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=1000000"])
        defer {
            kill(child.identifier, SIGTERM)
            child.wait()
        }
        #expect(manager.next("READY=1") != nil)
        for _ in 0..<3 { #expect(manager.next("WATCHDOG=1") != nil) }
        let unit = try String(contentsOfFile: Checkout.root + "deploy/systemd/nodline-mqtt.service", encoding: .utf8)
        #expect(unit.contains("\nWatchdogSec=") && unit.contains("\nWatchdogSignal=SIGKILL"))
    }
}
