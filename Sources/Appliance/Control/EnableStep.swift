import Wire

/// What a client does to hold enable; see ``EnableLeases``.
package enum EnableStep: Equatable, Sendable {
    case begin
    /// With the number that the last reply gave.
    case renew(Int)
    case end
}

extension EnableStep {
    /// Of the fields of a message.
    init(_ fields: inout FieldReader) throws(ControlError) {
        let number = try fields.number("next"), isEnd = try fields.flag("end") == true
        guard let number else {
            self = isEnd ? .end : .begin
            return
        }
        guard number >= 1, number <= Double(Int32.max), number == number.rounded(), !isEnd else {
            throw ControlError(.badField, "next is \(number.shortest); expected the next of the reply before, without end")
        }
        self = .renew(Int(number))
    }

    /// For a renewal.
    var number: Int? {
        guard case .renew(let number) = self else { return nil }
        return number
    }
}
