// The buttons of a running appliance.
import Glibc
import Outputs

/// The GPIO lines of the buttons, each with its action. A line that cannot be requested is left out; the others keep working.
struct Buttons {
    private var held: [(line: GPIOLine, input: InputConfiguration)] = []
    /// Whether a configured button could not be requested, or has failed since.
    private(set) var areLacking = false

    /// Requests all lines anew.
    /// - Returns: why some cannot be had.
    mutating func open(_ inputs: [InputConfiguration]) -> [OutputError] {
        held = []  // release the old lines first: a new button may use the same line
        var faults: [OutputError] = []
        for input in inputs {
            do throws(OutputError) { held.append((try GPIOLine(button: input.line, debounce: input.debounce), input)) } catch { faults.append(error) }
        }
        areLacking = !faults.isEmpty
        return faults
    }

    /// Adds what becomes readable when an edge waits.
    func watch(_ descriptors: inout [pollfd]) {
        for button in held { descriptors.append(pollfd(fd: button.line.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    /// Those that have been pressed since the last call, once for each time.
    /// - Parameter failed: called for each button whose line failed, for example because its GPIO chip was unplugged.
    mutating func pressed(failed: (OutputError) -> Void) -> [InputConfiguration] {
        var pressed: [InputConfiguration] = []
        for (index, button) in held.enumerated().reversed() {
            do throws(OutputError) {
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
