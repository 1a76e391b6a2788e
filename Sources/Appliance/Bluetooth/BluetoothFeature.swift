import Glibc
import Wire

/// Pairs, lists and forgets tablets, phones and computers, for clients.
final class BluetoothFeature: Feature {
    private let links = BluetoothLinks()

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(let request) = request else { return nil }
        switch request {
        case .bluetooth:
            try context.mayWork()
            try links.ask(.list, for: client, at: context.now)
            return .later
        case .forgetBluetooth(let address):
            try context.mayChange()
            try links.ask(.forget(address: address), for: client, at: context.now)
            return .later
        case .pairBluetooth:
            try context.mayWork()
            return .done(try links.pair(for: client.peer, at: context.now))
        case .stopPairing:
            links.stopPairing(of: client.peer)
            return .done()
        default: return nil
        }
    }

    func watch(_ descriptors: inout [pollfd], at now: Double) { links.watch(&descriptors) }

    func tick(_ context: FeatureContext) { links.poll(at: context.now) }
}
