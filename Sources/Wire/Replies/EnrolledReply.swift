/// The reply to `people`.
package struct EnrolledReply: Codable, Sendable {
    package struct Person: Codable, Sendable {
        /// How many faces there are, in how many lights, and the method that made numbers of them.
        package let name: String, faces: Int, lights: Int, method: String
        /// Whether this person may act.
        package let counts: Bool

        package init(name: String, faces: Int, lights: Int, method: String, counts: Bool) {
            (self.name, self.faces, self.lights, self.method, self.counts) = (name, faces, lights, method, counts)
        }
    }

    package let people: [Person]
    /// `person.only`.
    package let only: [String]
    /// What is wrong with files.
    package let faults: [String]

    package init(people: [Person], only: [String], faults: [String]) {
        (self.people, self.only, self.faults) = (people, only, faults)
    }
}
