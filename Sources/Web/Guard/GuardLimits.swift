/// What the guard allows. Times in seconds.
package struct GuardLimits: Sendable {
    /// Connections at once, of all clients and of one.
    package var connections = 64, ofOneClient = 24
    /// Connections of one paired browser, or one key, that are not dropped for others.
    package var trustedOfOne = 12
    /// From the connection to the last byte of the request.
    package var requestTime = 5.0
    /// How long a client may take nothing of an answer that waits for it.
    package var stall = 10.0
    /// How long a client may be silent before its network is asked whether it is still there; it is gone after `stall` without an answer.
    package var silence: Int32 = 10
    /// How long a refused client is listened to, so that it can read why, and how many of its bytes are thrown away; and in what time the answer
    /// to one that sends nothing more must begin, because it may have left.
    package var farewell = 1.0, farewellBytes = 262_144
    /// Bytes of an answer that wait for a client, here and, not yet sent, in the kernel: whoever reads slowly must not see old pictures.
    package var waitingBytes = 16_384
    /// New connections a second, of all clients.
    package var connectionRate = 200.0
    /// New connections a second of one address, and at once; further ones are closed unheard, up to so many a second of all.
    package var connectionRateOfOne = 100.0, connectionBurstOfOne = 150.0, unheardRate = 1000.0
    /// Requests a second of one client, and at once. The page alone is some forty files, and one that is refused leaves it empty: it must
    /// load several times in a moment.
    package var requestRate = 30.0, requestBurst = 300.0
    /// Between looks for new addresses of this machine.
    package var rescan = 5.0

    package init() {}
}
