/// The eye condition of a gesture.
public enum EyeCondition: String, CaseIterable, Sendable {
    case any, ahead, along
}
