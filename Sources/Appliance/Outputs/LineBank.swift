// The real lines behind the outputs.

/// Puts line changes onto the kernel's lines. A line that fails is reported once and left; the others work on.
final class LineBank {
    private var lines: [String: GPIOLine] = [:]

    /// Requests every output that names a line.
    /// - Parameter report: told of each line that cannot be had.
    init(_ outputs: [OutputConfiguration], report: (LineFault) -> Void) {
        for output in outputs where !output.line.name.isEmpty {
            do {
                lines[output.name] = try GPIOLine(output: output)
            } catch let fault as LineFault {
                report(fault)
            } catch {}
        }
    }

    /// Looks at the wires of all outputs, which are expected to be in their safe state.
    func verifySafe(_ outputs: [OutputConfiguration], report: (LineFault) -> Void) {
        for output in outputs {
            do {
                try lines[output.name]?.verify(output.safe)
            } catch let fault as LineFault {
                report(fault)
            } catch {}
        }
    }

    /// Sets the line of an output, if it has one that works.
    func apply(_ change: LineChange, report: (LineFault) -> Void) {
        guard let line = lines[change.name] else { return }
        do {
            try line.set(change.value)
        } catch let fault as LineFault {
            lines[change.name] = nil
            report(fault)
        } catch {}
    }
}
