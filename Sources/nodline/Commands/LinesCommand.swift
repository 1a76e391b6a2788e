import Appliance
import ArgumentParser
import CGPIOD
import Outputs
import Platform
import Replays

struct LinesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lines", abstract: "List the lines of every GPIO chip and the programs that use them.")

    func run() throws {
        let lines = GPIOScan.lines
        guard !lines.isEmpty else {
            Terminal.note("No lines: there is no GPIO chip, or this user may not access it (group gpio). "
                + "(libgpiod \(String(cString: nodline_gpio_version())))")
            return
        }
        let rows = lines.map { line in
            [line.place, line.name, line.isOutput ? "output" : "input",
             line.isUsed ? "used by \(line.consumer.isEmpty ? "the kernel" : line.consumer)" : "free", line.chipLabel]
        }
        Terminal.output(EvaluationTable.aligned([["line", "name", "direction", "state", "chip"]] + rows))
    }
}
