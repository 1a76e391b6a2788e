import Appliance
import Gestures
import Settings
import Testing
import TestSupport

@Suite("Zones in the configuration")
struct GazeZoneTests {
    private func read(_ text: String) throws -> Configuration { try Configuration.read(text: text, file: "n.toml") }

    private static let halves = """
        [gaze.zones.left]
        right = 0.5
        [gaze.zones.right]
        left = 0.5
        dwell = 2

        """
    private static let bell = "[outputs.bell]\ngesture = [\"nod\", \"gaze-left\"]\n"

    @Test("only zones that an output uses are looked at")
    func bound() throws {
        #expect(try !read(Self.halves).watchesGaze)
        let axis = try read("[axes.x]\nfollows = \"gaze\"\npointer = \"x\"\n")
        #expect(axis.watchesGaze && axis.gestures.gaze.middle == axis.gaze.point(x: 0.5, y: 0.5) && !axis.gestures.gaze.isActive)
        let bound = try read(Self.halves + Self.bell)
        #expect(bound.watchesGaze && bound.gestures.gaze.zones.map(\.name.description) == ["left"] && bound.gestures.gaze.zones[0].dwell == 1)
        #expect(!bound.gestures.gaze.isActive, "not before a calibration")
        #expect(bound.toml.contains("gesture = [\"nod\", \"gaze-left\"]") && bound.toml.contains("[gaze.zones.right]"))
        #expect(try read(bound.toml) == bound)
    }

    @Test("a faulty zone is refused with its key and what was expected", arguments: [
        ("gaze.zones.a.left", "[gaze.zones.a]\nleft = 1\nright = 0.5", "expected less"),
        ("gaze.zones.a.top", "[gaze.zones.a]\ntop = 0.9\nbottom = 0.1", "expected less"),
        ("gaze.zones.a.top", "[gaze.zones.a]\nunit = \"cm\"\ntop = -5\nbottom = 5\n", "expected more"),
        ("gaze.zones.a.right", "[gaze.zones.a]\nunit = \"degrees\"\ntop = 5\nbottom = -5\nright = 80", "expected -65 to 65"),
        ("gaze.zones.a.right", "[gaze.zones.a]\nright = 3", "expected -0.5 to 1.5"),
        ("gaze.zones.a.dwell", "[gaze.zones.a]\ndwell = 0.1", "0.3 to 10"),
        ("gaze.zones.b", "[gaze.zones.a]\nright = 0.6\n[gaze.zones.b]\nleft = 0.5", "overlaps gaze.zones.a"),
        ("gaze.zones.b", "[gaze.zones.a]\n[gaze.zones.b]\nunit = \"degrees\"\nleft = -5\nright = 5\ntop = -2\nbottom = -9", "overlaps gaze.zones.a"),
        ("outputs.x.gesture", "[gaze.zones.window]\n[outputs.x]\ngesture = \"gaze-windw\"", "did you mean \"gaze-window\"?"),
        ("outputs.x.gesture", "[outputs.x]\ngesture = \"gaze-a\"", "expected a table [gaze.zones.a]"),
        ("filters.gaze-b", "[gaze.zones.a]\n[filters.gaze-b]\nrelease = 1", "did you mean \"gaze-a\"?"),
        ("filters.gaze-a.acceptance", "[gaze.zones.a]\n[filters.gaze-a]\nacceptance = 1", "use gaze.zones.a.dwell"),
        ("filters.gaze-a.eyes", "[gaze.zones.a]\n[filters.gaze-a]\neyes = \"ahead\"", "leave it out"),
        ("gaze.zone", "[gaze.zone.a]\n", "did you mean zones?"),
        ("gaze.zones.a.dwel", "[gaze.zones.a]\ndwel = 1", "did you mean dwell?"),
        ("gaze.zones", "[gaze]\nzones = 1", "[gaze.zones.NAME]")
    ])
    func faults(key: String, text: String, words: String) throws {
        let faults = try thrown(ConfigurationError.self) { _ = try read(text + "\n") }.faults
        #expect(faults.contains { $0.key == key && $0.description.contains(words) && $0.line != nil }, "\(faults)")
    }

    @Test("zones that touch do not overlap, and a hold of a zone may drive a level")
    func touching() throws {
        _ = try read(Self.halves + "[outputs.bell]\ngesture = \"gaze-right\"\naction = \"level\"\n[filters.gaze-right]\nrelease = 1\nignore_repeat = 2\n")
    }

    @Test("a zone that is smaller than the measured error is a warning with the figures, and a large one is not")
    func small() throws {
        #expect(try read(Self.halves).warnings.isEmpty)
        let ninths = try read("[gaze.zones.a]\nright = 0.25\nbottom = 0.5\n").warnings
        #expect(ninths.map(\.key) == ["gaze.zones.a"])
        #expect(ninths.first?.problem.contains("4.4°") == true && ninths.first?.problem.contains("8.8°") == true, "\(ninths)")
        let near = try read("[gaze]\ndistance = 30\n[gaze.zones.a]\nright = 0.25\nbottom = 0.5\n").warnings
        #expect(near.isEmpty, "the same zone nearer by is large enough: \(near)")
    }

    @Test("an edge of the screen reaches beyond it, other edges do not")
    func edges() throws {
        let zone = try #require(read(Self.halves + Self.bell).gestures.gaze.zones.first)
        #expect(zone.area == .screen(lowest: GazePoint(right: -20.5, up: -23.5), highest: GazePoint(right: 0, up: 4)))
    }
}
