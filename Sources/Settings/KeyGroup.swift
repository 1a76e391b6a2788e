/// Keys of a named table that belong together, with their introduction in the sample file: "Times:".
package struct KeyGroup<Item>: Sendable {
    package let introduction: Meaning?
    package let keys: [ConfigurationKey<Item>]

    package init(_ introduction: Meaning? = nil, keys: [ConfigurationKey<Item>]) {
        self.introduction = introduction
        self.keys = keys
    }
}
