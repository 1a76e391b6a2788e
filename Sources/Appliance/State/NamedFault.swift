/// What is wrong with the file of something that has a name, such as a person or a taught gesture.
package struct NamedFault: Equatable, Sendable, CustomStringConvertible {
    /// The name, by the file's.
    package let name: String
    package let description: String
}
