import Outputs

/// The line of a button. Releasing this value releases the line.
package protocol ButtonLine: AnyObject {
    /// Becomes readable when an edge is waiting.
    var descriptor: Int32 { get }
    /// Whether it is pressed at present.
    func isPressed() throws(OutputError) -> Bool
    /// The next waiting edge; `nil` if there is none.
    func nextEdge() throws(OutputError) -> LineEdge?
}

extension GPIOLine: ButtonLine {}
