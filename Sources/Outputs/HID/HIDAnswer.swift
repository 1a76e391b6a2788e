/// What becomes of a report that is given to a host.
package enum HIDAnswer: Sendable {
    case accepted
    /// The host has not fetched the last report. It may only be between two of its looks, or may be asleep.
    case busy
    /// The host does not read reports: it is absent.
    case absent
}
