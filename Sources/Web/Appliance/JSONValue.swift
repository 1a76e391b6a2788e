import Platform

/// FlyingFox has a type of the same name.
typealias JSONValue = Platform.JSONValue
