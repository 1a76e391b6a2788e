extension GestureRecognizer {
    /// The movements that the last sample completed, with what was measured of each, for the laboratory.
    package var proposals: [ProposalRow] {
        head.machines.proposals.map { proposal in
            ProposalRow(kind: proposal.kind.rawValue, direction: proposal.direction, began: proposal.began, ended: proposal.ended,
                        features: MovementFeature.allCases.map { proposal.features[$0] })
        }
    }
}

/// A movement that may have been meant, as numbers.
package struct ProposalRow: Sendable {
    package var kind: String
    package var direction: HeadDirection
    /// Seconds.
    package var began: Double
    package var ended: Double
    /// In the order of ``columns``; `nil` if one was not measured.
    package var features: [Double?]

    package static let columns = MovementFeature.allCases.map { "\($0)" }
}
