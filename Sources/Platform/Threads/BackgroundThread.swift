import Glibc

/// A thread for work that must not block the loop.
package enum BackgroundThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs `body` and ends. Nobody joins it.
    ///
    /// A thread and not a task: what it calls may block for seconds, and the shared pool has only one thread per core.
    /// - Parameter bells: the bells that wake it; if one has no descriptor, the thread is not started.
    /// - Throws: ``SystemError`` if the thread cannot be started, or a bell has no descriptor.
    package static func start(wokenBy bells: Bell..., body: @escaping @Sendable () -> Void) throws(SystemError) {
        guard bells.allSatisfy(\.isThere) else { throw SystemError("eventfd", code: EMFILE) }
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(body))
        let code = pthread_create(&thread, nil, { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw SystemError("pthread_create", code: code)
        }
        pthread_detach(thread)
    }
}
