import Glibc

/// A thread for what must not hold up the loop.
package enum BackgroundThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs `body` and ends. Nobody joins it.
    ///
    /// A real thread and not a task: what it calls may block for seconds, and the shared pool has one thread per core.
    /// - Returns: the fault where there can be no thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> String? {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(body))
        let code = pthread_create(&thread, nil, { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, body.toOpaque())
        guard code == 0 else {
            body.release()
            return "pthread_create: \(String(cString: strerror(code)))"
        }
        pthread_detach(thread)
        return nil
    }
}
