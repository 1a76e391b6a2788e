import Platform
import Synchronization

/// Gives out pairing codes and takes them. Without a code that somebody asked for, nothing can be guessed.
///
/// A code has six digits, which ``GuessLimits`` protects. While somebody guesses, and where all browsers seem to have one address, a new
/// code has twelve: at the guard's 200 requests a second, 1 guess in 16 million is right in five minutes, so that it needs no limit, and
/// whoever asks for one gets in.
package final class PairingDesk: Sendable {
    package enum Outcome: Equatable, Sendable {
        case paired([Right])
        /// With the number of attempts before it locks.
        case wrong(left: Int)
        /// Not looked at; it may be tried again in so many seconds.
        case locked(seconds: Int)
    }

    /// Seconds for which a code is valid, from `nodline pair` and from the boot partition.
    package static let validity = 300.0, bootValidity = 600.0
    /// Digits of a code, and of one that needs no limit.
    package static let digits = 6, safeDigits = 12

    private struct Offer {
        let code: String, rights: [Right], end: Double
        var isOfBoot = false
    }

    private struct State {
        var offers: [Offer] = []
        var limits = GuessLimits()
        var looked = 0
    }

    private let state = Mutex(State())
    private let used: UsedBootCode
    private let isAddressShared: Bool

    /// - Parameters:
    ///   - folder: where a used code of the boot partition is remembered; `nil` for in memory only.
    ///   - isAddressShared: all browsers come through one program, which encrypts: their addresses tell nothing.
    package init(folder: String?, isAddressShared: Bool = false) {
        used = UsedBootCode(folder: folder)
        self.isAddressShared = isAddressShared
    }

    /// The valid code for these rights, or a new one.
    /// - Returns: the code, and for how many seconds it is valid.
    package func code(for rights: [Right], at now: Double) -> (code: String, seconds: Int) {
        state.withLock { state in
            state.offers.removeAll { $0.end <= now }
            let digits = isAddressShared || state.limits.isNoisy(at: now) ? Self.safeDigits : Self.digits
            if let offer = state.offers.first(where: { $0.rights == rights && $0.end - now >= Self.validity / 2 && $0.code.utf8.count >= digits }) {
                return (offer.code, Int(offer.end - now))
            }
            // A long code leaves the short one: somebody may be about to type it.
            state.offers.removeAll { $0.rights == rights && $0.code.utf8.count == digits }
            var code = Secret.code(digits: digits)
            while state.offers.contains(where: { $0.code == code }) { code = Secret.code(digits: digits) }
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

    /// How many codes of six digits were compared, for tests.
    package var looked: Int { state.withLock(\.looked) }

    /// Somebody entered a code. A right one is used up.
    /// - Parameter address: where from; `nil` if that is not known.
    package func attempt(_ code: String, from address: InternetAddress?, at now: Double) -> Outcome {
        state.withLock { state in
            state.offers.removeAll { $0.end <= now }
            let isSafe = code.utf8.count == Self.safeDigits
            let wait = isSafe ? 0 : state.limits.wait(of: address, at: now)
            if wait > 0 {
                state.limits.heard(at: now)
                return .locked(seconds: Int(min(wait, 60).rounded(.up)))
            }
            if !isSafe { state.looked += 1 }
            if let place = state.offers.firstIndex(where: { $0.code == code }) {
                let offer = state.offers.remove(at: place)
                state.limits.forgive(address)
                if offer.isOfBoot { used.use(code) }
                return .paired(offer.rights)
            }
            if isSafe { return .wrong(left: GuessLimits.tries) }
            let left = state.limits.miss(by: address, at: now, counts: state.offers.contains { $0.code.utf8.count == Self.digits })
            return left > 0 ? .wrong(left: left) : .locked(seconds: Int(GuessLimits.pause))
        }
    }
}
