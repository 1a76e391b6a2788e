/// Brightness values that tests compute one by one. Compiled with optimisation, unlike the tests themselves, where `map` over a frame's
/// 307,200 pixels takes twenty times as long.
package func pixels(_ count: Int, _ value: (_ place: Int) -> UInt8) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        for place in 0..<count { pixels.initializeElement(at: place, to: value(place)) }
        initialized = count
    }
}
