import Glibc

/// A call into the system that failed: its name, what it was about, and errno.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// For example "open".
    public let call: String
    /// The file or program that the call was about; empty where there is none.
    public let subject: String
    public let code: Int32

    /// - Parameter code: without one, the current errno.
    public init(_ call: String, _ subject: String = "", code: Int32 = errno) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// errno in words. The corresponding C function is `strerror`.
    public var reason: String { String(cString: strerror(code)) }

    public var description: String { "\(call)\(subject.isEmpty ? "" : " " + subject): \(reason)" }
}

/// Makes a system call, again while a signal interrupts it.
/// - Parameters:
///   - call: its name, for the error.
///   - subject: the file or program that it is about.
/// - Returns: what the call returns, which is not negative.
/// - Throws: ``SystemError`` where the call returns a negative number.
@discardableResult
public func systemCall<Result: SignedInteger>(_ call: String, _ subject: String = "", _ body: () -> Result)
    throws(SystemError) -> Result
{
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(call, subject) }
    }
}
