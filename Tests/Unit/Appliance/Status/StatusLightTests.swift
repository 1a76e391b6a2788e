import Appliance
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport

@Suite("The status light")
struct StatusLightTests {
    @Test("the kernel blinks the light; a steady light has full brightness; a missing light is reported once")
    func light() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/act", withIntermediateDirectories: true)
        for (file, text) in [("trigger", ""), ("delay_on", ""), ("delay_off", ""), ("brightness", "0"), ("max_brightness", "255\n")] {
            _ = try folder.file("act/" + file, text)
        }
        func text(_ file: String) throws -> String { try String(contentsOfFile: folder.path + "/act/" + file, encoding: .utf8) }
        let light = StatusLight(name: "act", root: folder.path)
        #expect(light.show(.low) == nil)
        #expect(try text("trigger") == "timer" && text("delay_on") == "1900" && text("delay_off") == "100")
        #expect(light.show(.ready) == nil)
        #expect(try text("trigger") == "none" && text("brightness") == "255")
        let gone = StatusLight(name: "none", root: folder.path)
        #expect(gone.show(.ready) != nil && gone.show(.fault) == nil)
    }

    @Test("a light whose driver blocks delays nothing, and a working light is off at the end")
    func lightKeeper() throws {
        let folder = try TemporaryFolder()
        for name in ["stuck", "act"] { try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true) }
        #expect(mkfifo(folder.path + "/stuck/trigger", 0o600) == 0)  // opening it waits for a reader
        for (file, text) in [("trigger", ""), ("brightness", "0"), ("max_brightness", "9\n")] { _ = try folder.file("act/" + file, text) }
        func brightness() throws -> String { try String(contentsOfFile: folder.path + "/act/brightness", encoding: .utf8) }
        let clock = Stopwatch()
        let stuck = LightKeeper(name: "stuck", root: folder.path), light = LightKeeper(name: "act", root: folder.path)
        for pattern in StatusPattern.allCases { stuck.show(pattern) }
        light.show(.ready)
        #expect(try waits { try brightness() == "9" } && light.takeFault() == nil)
        light.end(within: hang)
        #expect(try brightness() == "0")
        stuck.end(within: 0.1)
        #expect(clock.own < hang / 2)
        let reader = open(folder.path + "/stuck/trigger", O_RDONLY | O_NONBLOCK)
        usleep(100_000)
        close(reader)
    }
}
