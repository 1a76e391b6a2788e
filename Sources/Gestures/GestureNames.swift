// Whoever imports Gestures has its vocabulary too. Names/ is a module of its own in this package because programs that only read gestures' names
// need no recogniser; whoever compiles this folder by itself gets one module.
#if canImport(GestureNames)
@_exported import GestureNames
#endif
