import Glibc

/// Connections for which the kernel has nothing left wait, and are accepted after a pause.
package enum AcceptPause {
    /// In seconds.
    package static let time = 0.1

    /// Whether accept(2) that failed with this code is to be called again after ``time``.
    package static func follows(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
}
