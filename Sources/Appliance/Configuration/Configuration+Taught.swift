import Gestures
import Platform

extension Configuration {
    /// Gestures that are bound but have not been taught, with the keys that name them: an output waits for them in vain.
    /// - Parameter taught: those that have been.
    func untaught(_ taught: [GestureName]) -> [(key: String, problem: String)] {
        taughtUses.filter { use in !taught.contains(use.name) }.map { key, name in
            let nearest = NearestWord.to(name.description, among: taught.map(\.description)).map { "; did you mean \("my-\($0)".quoted)?" } ?? ""
            return (key, "\("my-\(name)".quoted) has not been taught in this profile yet: nodline teach \(name)\(nearest)")
        }
    }

    /// The keys that name taught gestures, and the gestures.
    var taughtUses: [(key: String, name: GestureName)] {
        let all = outputs.flatMap { output in output.gestures.map { ("outputs.\(output.name).gesture", $0) } }
            + axes.flatMap { axis in [("attach", axis.attach), ("detach", axis.detach)].compactMap { key, gesture in gesture.map { ("axes.\(axis.name).\(key)", $0) } } }
            + filters.compactMap { filter in HeadGesture(filter.name).map { ("filters.\(filter.name)", $0) } }
        return all.compactMap { key, gesture in
            guard case .taught(let name) = gesture else { return nil }
            return (key, name)
        }
    }
}
