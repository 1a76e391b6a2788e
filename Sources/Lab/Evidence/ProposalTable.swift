import FoundationEssentials
import Gestures
import Glibc
import Platform
import Traces

/// Every movement in a folder of traces that may have been meant, with what the recogniser measures of it: what `tools/evidence` fits the
/// cards to.
package struct ProposalTable {
    /// CSV: the trace's name, what it may be, when it began, ended and was judged in seconds, and the features.
    package private(set) var csv = "clip,kind,direction,began,ended,time," + ProposalRow.columns.joined(separator: ",") + "\n"

    /// - Throws: ``LabelError``, also if there is no trace.
    package init(folder: String, _ configuration: GestureConfiguration) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter { $0.hasSuffix("." + HeadTrace.ending) }.sorted()
        guard !files.isEmpty else { throw LabelError(file: folder, line: 0, problem: "there is no trace in it; expected files NAME.\(HeadTrace.ending)") }
        var configuration = configuration
        configuration.proposes = true
        for file in files {
            let name = file.dropLast(HeadTrace.ending.count + 1)
            try HeadTrace(file: folder + "/" + file).run(configuration, observe: { sample, recognizer in
                for row in recognizer.proposals {
                    let numbers = [row.began, row.ended, sample.time].map { NumberFormat.text($0, decimals: 3) }
                    let features = row.features.map { $0.map { NumberFormat.text($0, decimals: 4) } ?? "" }
                    csv += ([String(name), row.kind, "\(row.direction)"] + numbers + features).joined(separator: ",") + "\n"
                }
            }, { _ in })
        }
    }

    /// - Throws: ``LabelError``.
    package func write(to file: String) throws {
        do throws(SystemError) {
            try Descriptor(open: file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666).write(Array(csv.utf8))
        } catch {
            throw LabelError(file: file, line: 0, problem: "it cannot be written: \(error.reason)")
        }
    }
}
