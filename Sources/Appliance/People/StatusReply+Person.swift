extension StatusReply.Person {
    /// - Returns: `nil` if nothing depends on who is seen, or nobody is.
    init?(_ knowledge: PersonGate.Knowledge?) {
        switch knowledge {
        case nil, .nobody: return nil
        case .recognising: self.init(state: EventRecord.Name.recognising.rawValue, name: nil)
        case .recognised(let name): self.init(state: EventRecord.Name.recognised.rawValue, name: name)
        case .stranger: self.init(state: EventRecord.Name.stranger.rawValue, name: nil)
        case .unavailable: self.init(state: EventRecord.Name.recognitionUnavailable.rawValue, name: nil)
        }
    }
}
