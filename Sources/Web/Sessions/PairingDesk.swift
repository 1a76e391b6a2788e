import Platform
import Synchronization

/// Gives out pairing codes and takes them. Without a code that somebody asked for, nothing can be guessed.
package final class PairingDesk: Sendable {
    package enum Outcome: Equatable, Sendable {
        case paired([Right])
        /// With the number of attempts before it locks.
        case wrong(left: Int)
        /// For so many seconds.
        case locked(seconds: Int)
    }

    /// Seconds for which a code is valid, from `nodline pair` and from the boot partition.
    package static let validity = 300.0, bootValidity = 600.0
    /// Wrong attempts before it locks, for so many seconds.
    package static let attempts = 5, lockTime = 60.0

    private struct Offer {
        let code: String, rights: [Right], end: Double
        var isOfBoot = false
    }

    private struct State {
        var offers: [Offer] = []
        var wrong = 0
        var lockedUntil = -Double.infinity
    }

    private let state = Mutex(State())
    private let used: UsedBootCode

    /// - Parameter folder: where a used code of the boot partition is remembered; `nil` for in memory only.
    package init(folder: String?) { used = UsedBootCode(folder: folder) }

    /// The valid code for these rights, or a new one.
    /// - Returns: the code, and for how many seconds it is valid.
    package func code(for rights: [Right], at now: Double) -> (code: String, seconds: Int) {
        state.withLock { state in
            state.offers.removeAll { $0.end <= now }
            if let offer = state.offers.first(where: { $0.rights == rights && $0.end - now >= Self.validity / 2 }) {
                return (offer.code, Int(offer.end - now))
            }
            state.offers.removeAll { $0.rights == rights }
            var code = Secret.code()
            while state.offers.contains(where: { $0.code == code }) { code = Secret.code() }
            state.offers.append(Offer(code: code, rights: rights, end: now + Self.validity))
            return (code, Int(Self.validity))
        }
    }

    /// Takes the code that the boot partition's `nodline.txt` showed before the machine started, at time 0, unless it is used up.
    package func offerAtBoot(_ code: String) {
        guard code.utf8.count == 6, code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return }
        guard !used.isUsed(code) else { return }
        state.withLock { $0.offers.append(Offer(code: code, rights: Right.allCases, end: Self.bootValidity, isOfBoot: true)) }
    }

    /// Somebody entered a code. A right one is used up.
    package func attempt(_ code: String, at now: Double) -> Outcome {
        state.withLock { state in
            if now < state.lockedUntil { return .locked(seconds: Int((state.lockedUntil - now).rounded(.up))) }
            state.offers.removeAll { $0.end <= now }
            if let place = state.offers.firstIndex(where: { $0.code == code }) {
                state.wrong = 0
                let offer = state.offers.remove(at: place)
                if offer.isOfBoot { used.use(code) }
                return .paired(offer.rights)
            }
            state.wrong += 1
            if state.wrong < Self.attempts { return .wrong(left: Self.attempts - state.wrong) }
            state.wrong = 0
            state.lockedUntil = now + Self.lockTime
            return .locked(seconds: Int(Self.lockTime))
        }
    }
}
