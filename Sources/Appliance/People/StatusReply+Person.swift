import Wire

extension StatusReply.Person {
    /// - Returns: `nil` if nothing depends on who is seen, or nobody is.
    init?(_ knowledge: PersonGate.Knowledge?) {
        switch knowledge {
        case nil, .nobody: return nil
        case .recognising: self.init(state: .recognising)
        case .recognised(let name): self.init(state: .recognised, name: name)
        case .stranger: self.init(state: .stranger)
        case .unavailable: self.init(state: .unavailable)
        }
    }
}
