/// Which of several faces is meant.
extension FaceDetector {
    /// Another face's least distance, in interocular distances of the smaller one.
    private static let apart = 1.5

    /// The biggest face in a region.
    func biggest(in region: RegionOfInterest, of view: FrameView, costs: StageCosts?) throws -> Detection? {
        var biggest: Detection?
        try detect(in: region, of: view, costs: costs) { detection in
            if detection.box.area > biggest?.box.area ?? 0 { biggest = detection }
        }
        return biggest
    }

    /// The face nearest to the region's centre: in a crop around one head, another face is further from the centre.
    func nearest(in region: RegionOfInterest, of view: FrameView, costs: StageCosts?) throws -> Detection? {
        var nearest: Detection?
        func distance(_ detection: Detection) -> Double {
            let away = detection.box.center - region.center
            return (away * away).sum()
        }
        try detect(in: region, of: view, costs: costs) { detection in
            if nearest.map({ distance(detection) < distance($0) }) ?? true { nearest = detection }
        }
        return nearest
    }

    /// The faces of other people in the view, the surest first.
    /// - Parameter thoroughly: also on each part of the view.
    func others(than face: Face, in view: FrameView, thoroughly: Bool) throws -> [Detection] {
        let size = FacePoints.length(face.leftEye - face.rightEye)
        var others: [Detection] = []
        // The parts first: what the whole view shows of a small face is measured up to a third too small.
        for part in (thoroughly ? Array(0..<SearchRegions.partCount) : []) + [-1] {
            try detect(in: SearchRegions.upright(part < 0 ? nil : part, width: view.width, height: view.height), of: view) { detection in
                func isApart(_ place: PicturePoint, _ size: Double) -> Bool {
                    FacePoints.length(detection.noseTip - place) > Self.apart * min(size, FacePoints.length(detection.leftEye - detection.rightEye))
                }
                let isNew = others.allSatisfy { isApart($0.noseTip, FacePoints.length($0.leftEye - $0.rightEye)) }
                if isNew, isApart(face.noseTip, size) { others.append(detection) }
            }
        }
        return others
    }
}
