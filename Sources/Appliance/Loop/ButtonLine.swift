import Outputs

/// The line of a button. When this value goes, the line is released.
package protocol ButtonLine: AnyObject {
    /// Becomes readable when an edge waits.
    var descriptor: Int32 { get }
    /// The next edge that waits, `nil` when none does.
    func nextEdge() throws(OutputError) -> Bool?
}

extension GPIOLine: ButtonLine {}
