import Glibc
import Platform

/// Waits until something is so; false when that hangs.
@discardableResult
package func waits(until isSo: () throws -> Bool) rethrows -> Bool {
    let end = MonotonicClock.now + hang
    while try !isSo() {
        guard MonotonicClock.now < end else { return false }
        usleep(2000)
    }
    return true
}
