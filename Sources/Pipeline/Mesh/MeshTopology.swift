/// Indices of single points of MediaPipe's face mesh. "Right" and "left" are the user's own.
public enum MeshTopology {
    public static let pointCount = 468
    /// Outer and inner corner of the user's right eye (image left).
    public static let rightEyeCorners = (outer: 33, inner: 133)
    public static let leftEyeCorners = (outer: 263, inner: 362)
    public static let mouthCorners = (right: 61, left: 291)
    public static let innerLips = (upper: 13, lower: 14)
    /// Two pairs of points on the lids of an eye, nearer to its outer and to its inner corner.
    typealias LidPoints = (outer: (upper: Int, lower: Int), inner: (upper: Int, lower: Int))
    static let rightLids: LidPoints = ((160, 144), (158, 153))
    static let leftLids: LidPoints = ((387, 373), (385, 380))
    /// Three points on the upper edge of a brow.
    typealias BrowPoints = (inner: Int, middle: Int, outer: Int)
    static let rightBrow: BrowPoints = (107, 66, 105)
    static let leftBrow: BrowPoints = (336, 296, 334)
    static let noseBridge = 6
    public static let noseTip = 4
    public static let chin = 152
    public static let forehead = 10
    public static let rightCheek = 234
    public static let leftCheek = 454
}
