// The buttons of a running appliance.
import Glibc
import Outputs

/// Lines that are buttons, each with what it does. One that cannot be had is left out, and the others work on.
struct Buttons {
    private var held: [(line: GPIOLine, input: InputConfiguration)] = []
    /// One that is configured could not be had, or is gone.
    private(set) var areLacking = false

    /// Requests all lines anew.
    /// - Returns: why some cannot be had.
    mutating func open(_ inputs: [InputConfiguration]) -> [OutputFault] {
        held = []  // the former ones first: a line may only have moved to another button
        var faults: [OutputFault] = []
        for input in inputs {
            do throws(OutputFault) { held.append((try GPIOLine(button: input.line, debounce: input.debounce), input)) } catch { faults.append(error) }
        }
        areLacking = !faults.isEmpty
        return faults
    }

    /// Adds what becomes readable when an edge waits.
    func watch(_ descriptors: inout [pollfd]) {
        for button in held { descriptors.append(pollfd(fd: button.line.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    /// Those that have been pressed since the last call, once for each time.
    /// - Parameter failed: hears of a button that is gone, with its chip.
    mutating func pressed(failed: (OutputFault) -> Void) -> [InputConfiguration] {
        var pressed: [InputConfiguration] = []
        for (index, button) in held.enumerated().reversed() {
            do throws(OutputFault) {
                while let isPressed = try button.line.nextEdge() {
                    if isPressed { pressed.append(button.input) }
                }
            } catch {
                held.remove(at: index)
                areLacking = true
                failed(error)
            }
        }
        return pressed
    }
}
