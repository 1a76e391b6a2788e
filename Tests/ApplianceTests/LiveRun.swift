import Appliance
import FoundationEssentials

extension EventRecord {
    static func read(_ lines: [some StringProtocol]) throws -> [EventRecord] {
        try lines.map { try JSONDecoder().decode(EventRecord.self, from: Data($0.utf8)) }
    }
}

extension EventRecord.Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(stringLiteral word: String) { self = .word(word) }
}

/// What runs of the program with the fake camera have in common.
struct LiveRun {
    /// A configuration with the fake camera.
    static func configuration(_ camera: String = "", _ more: String = "") throws -> String {
        "[camera]\nobject = \"\(try FakeCamera.object.get())\"\n\(camera)\n\(more)\n"
    }
}
