import Glibc

/// A system call that failed: its name, its subject and errno.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// For example "open".
    public let call: String
    /// The file or program that the call was about; empty if there is none.
    public let subject: String
    public let code: Int32

    /// - Parameter code: the current errno by default.
    public init(_ call: String, _ subject: String = "", code: Int32 = errno) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// The description of errno. The corresponding C function is `strerror`.
    public var reason: String { String(cString: strerror(code)) }

    public var description: String { "\(call)\(subject.isEmpty ? "" : " " + subject): \(reason)" }
}

/// Makes a system call, and repeats it if a signal interrupts it (EINTR).
/// - Parameters:
///   - call: its name, for the error.
///   - subject: the file or program that it is about.
/// - Returns: the call's result, which is not negative.
/// - Throws: ``SystemError`` if the call returns a negative number.
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
