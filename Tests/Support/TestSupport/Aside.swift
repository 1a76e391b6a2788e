import Platform

/// Runs a waiting body on its own thread, so that the test's thread, of which there is one per processor, can run
/// other tests.
package func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.start { continuation.resume(with: Result(catching: body)) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// Waits, while the test's thread runs other tests.
package func pass(_ seconds: Double) async throws { try await Task.sleep(nanoseconds: UInt64(seconds * 1e9)) }
