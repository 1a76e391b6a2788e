// Former names, for code of this package that is still on its way; nobody outside of it sees them.
package typealias Direction = HeadDirection
package typealias Gesture = HeadGesture
package typealias Point = HeadPoint
package typealias Answer = GestureAnswer
package typealias Filter = GestureFilter
