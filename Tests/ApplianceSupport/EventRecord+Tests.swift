import Appliance
import FoundationEssentials

extension EventRecord {
    package static func read(_ lines: [some StringProtocol]) throws -> [EventRecord] {
        try lines.map { try JSONDecoder().decode(EventRecord.self, from: Data($0.utf8)) }
    }
}

extension EventRecord.Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(stringLiteral word: String) { self = .word(word) }
}
