import Platform

/// Runs something that waits on a thread of its own, so that the test's thread works on other tests meanwhile: there are only as many
/// as the machine has processors.
package func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.start { continuation.resume(with: Result(catching: body)) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// Lets some seconds pass, in which the test's thread works on other tests.
package func pass(_ seconds: Double) async throws { try await Task.sleep(nanoseconds: UInt64(seconds * 1e9)) }
