import Gestures
import Platform

extension Configuration {
    /// Gestures that are bound but have not been taught, with the keys that name them: an output waits for them in vain.
    /// - Parameter taught: those that have been.
    func untaught(_ taught: [GestureName]) -> [(key: String, problem: String)] {
        uses.filter { use in !taught.contains(use.name) }.map { key, name in
            let nearest = NearestWord.to(name.description, among: taught.map(\.description)).map { "; did you mean \("my-\($0)".quoted)?" } ?? ""
            return (key, "\("my-\(name)".quoted) has not been taught in this profile yet: nodline teach \(name)\(nearest)")
        }
    }

    /// The same, by the files of the state's folder, for a program that does not run the appliance.
    /// - Parameter profile: "" for the main file.
    package func untaught(inProfile profile: String) -> [(key: String, problem: String)] {
        guard !uses.isEmpty else { return [] }
        let folder = TaughtFolder(state: StateStore.likelyFolder(self), profile: profile)
        guard folder.isReadable else {
            return uses.map { ($0.key, "whether \("my-\($0.name)".quoted) has been taught is not known, because \(folder.path) cannot be read; run it as root") }
        }
        return untaught(folder.read().gestures.map(\.name))
    }

    private var uses: [(key: String, name: GestureName)] {
        let all = outputs.flatMap { output in output.gestures.map { ("outputs.\(output.name).gesture", $0) } }
            + axes.flatMap { axis in [("attach", axis.attach), ("detach", axis.detach)].compactMap { key, gesture in gesture.map { ("axes.\(axis.name).\(key)", $0) } } }
            + filters.compactMap { filter in HeadGesture(filter.name).map { ("filters.\(filter.name)", $0) } }
        return all.compactMap { key, gesture in
            guard case .taught(let name) = gesture else { return nil }
            return (key, name)
        }
    }
}
