// Whoever imports Gestures has its vocabulary too. It is a module of its own because programs that only read gestures' names need no recogniser.
@_exported import GestureNames
