import Glibc
import Outputs
import Testing
import TestSupport

/// Other devices stand for chips: what counts is their number, and nobody may make device files without being root.
@Suite("GPIO chips and the links to them")
struct GPIOChipTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func link(_ name: String, to target: String) { #expect(symlink(target, folder.path + "/" + name) == 0) }

    private var chips: [String] { GPIOChip.all(in: folder.path).map(\.name) }

    @Test("a chip counts once, whatever links there are, in the same folder, another one, or to a link")
    func once() {
        link("gpiochip0", to: "/dev/null")
        link("gpiochip4", to: "gpiochip0")
        link("gpiochip-relay", to: folder.path + "/gpiochip4")
        link("gpiochip10", to: "/dev/zero")
        link("gpiochip1", to: "/dev/full")
        link("gpiochip2", to: "gpiochip10")
        #expect(chips == ["gpiochip0", "gpiochip1", "gpiochip2"])
    }

    @Test("the device itself goes before its links, whatever their names; what is no device, leads nowhere or has another name is no chip")
    func devices() throws {
        link("gpiochip0", to: "gpiochip3")
        link("gpiochip9", to: "nowhere")
        link("gpiochip8", to: "gpiochip8")
        link("relay", to: "/dev/null")
        _ = try folder.file("gpiochip5", "text")
        try folder.make("gpiochip6", [:])
        #expect(mkfifo(folder.path + "/gpiochip7", 0o600) == 0)
        #expect(chips == [])
        // The kernel lets everybody make the device 0:0, except on some file systems.
        guard mknod(folder.path + "/gpiochip3", S_IFCHR | 0o600, 0) == 0 else { return }
        #expect(chips == ["gpiochip3"])
        #expect(GPIOChip.ownName(of: "gpiochip0", in: folder.path) == "gpiochip3")
    }

    @Test("a line in the place of a link is its chip's line, and two chips with lines of one name are two places")
    func places() {
        link("gpiochip0", to: "/dev/null")
        link("gpiochip1", to: "/dev/zero")
        link("gpiochip4", to: "gpiochip0")
        link("board", to: "gpiochip1")
        let lines = [("gpiochip0", 17, "GPIO17"), ("gpiochip0", 5, "GPIO5"), ("gpiochip1", 5, "GPIO17")].map { GPIOScan.Line(chip: $0, offset: $1, name: $2) }
        func found(_ name: String) -> [String] { GPIOScan.find(name, among: lines, devices: folder.path).map(\.place) }
        #expect(found("GPIO5") == ["gpiochip0:5"] && found("GPIO17") == ["gpiochip0:17", "gpiochip1:5"])
        #expect(found("gpiochip4:17") == ["gpiochip0:17"] && found("gpiochip0:17") == ["gpiochip0:17"])
        #expect(found(folder.path + "/gpiochip4:5") == ["gpiochip0:5"] && found(folder.path + "/board:5") == ["gpiochip1:5"])
        #expect(found("gpiochip4:6") == [] && found("gpiochip7:17") == [] && found("GPIO4") == [])
    }
}
