import CLinux
import Glibc
import Outputs
import Platform

/// An open input device of which one key is followed. The kernel passes on no other key: what somebody types stays unread.
package final class KeyDevice {
    /// Prepares an open device for one key, and says whether that is down.
    package typealias Preparation = @Sendable (Int32, KeyName) throws(SystemError) -> Bool

    let path: String
    private let descriptor: Descriptor
    private let key: KeyName
    /// For errors: "key space of Foot Switch".
    private let place: String
    private(set) var isDown: Bool

    init(_ listed: ListedKeyboard, _ key: KeyName, _ prepare: Preparation) throws(OutputError) {
        place = "key \(key.word) of \(listed.name)"
        (path, self.key) = (listed.path, key)
        do throws(SystemError) {
            descriptor = try Descriptor(open: listed.path, O_RDONLY | O_NONBLOCK)
            isDown = try prepare(descriptor.number, key)
        } catch {
            throw OutputError(place: place, error, help: error.code == EACCES ? "; this user may not read \(listed.path)" : "")
        }
    }

    var number: Int32 { descriptor.number }

    /// The key's next waiting press or release; `nil` if there is none.
    /// - Throws: ``OutputError`` if the device has gone, or has lost events because nobody took them: then nobody knows what was pressed.
    func nextEdge() throws(OutputError) -> LineEdge? {
        var event = input_event()
        while true {
            let count = read(descriptor.number, &event, MemoryLayout<input_event>.size)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return nil }
            guard count == MemoryLayout<input_event>.size else { throw OutputError(place: place, SystemError("read", code: count < 0 ? errno : ENODEV)) }
            let isPress = event.value != 0
            switch (Int32(event.type), Int32(event.code)) {
            case (EV_SYN, SYN_DROPPED): throw OutputError(place: place, call: "read", problem: "presses were lost, because this machine is too busy")
            case (EV_KEY, key.code) where isPress != isDown:  // a key that repeats is down already
                isDown = isPress
                return LineEdge(isActive: isPress, time: Double(event.time.tv_sec) + Double(event.time.tv_usec) * 1e-6)
            default: continue
            }
        }
    }

    /// The monotonic clock, no other event, and whether the key is down.
    package static let byKernel: Preparation = { (descriptor, key) throws(SystemError) -> Bool in
        var clock = CLOCK_MONOTONIC
        try systemCall("EVIOCSCLOCKID") { ioctl(descriptor, nodline_ev_set_clock, &clock) }
        try pass(0, [EV_SYN, EV_KEY], descriptor)
        try pass(UInt32(EV_KEY), [key.code], descriptor)
        var keys = [UInt8](repeating: 0, count: Int(nodline_key_bytes))
        try systemCall("EVIOCGKEY") { ioctl(descriptor, nodline_ev_get_keys, &keys) }
        return keys[Int(key.code) / 8] >> (Int(key.code) % 8) & 1 == 1
    }

    /// Passes on only these codes of a type; of type 0, only these types.
    private static func pass(_ type: UInt32, _ codes: [Int32], _ descriptor: Int32) throws(SystemError) {
        var bits = [UInt8](repeating: 0, count: Int(nodline_key_bytes))
        for code in codes { bits[Int(code) / 8] |= 1 << (Int(code) % 8) }
        try systemCall("EVIOCSMASK") {
            bits.withUnsafeMutableBytes { bytes in
                var mask = input_mask(type: type, codes_size: UInt32(bytes.count), codes_ptr: UInt64(UInt(bitPattern: bytes.baseAddress)))
                return ioctl(descriptor, nodline_ev_set_mask, &mask)
            }
        }
    }
}
