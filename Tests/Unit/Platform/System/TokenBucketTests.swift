import Platform
import Testing

@Suite("Token buckets")
struct TokenBucketTests {
    @Test("a token bucket grants its burst at once, and then its rate per second")
    func allowance() {
        var allowance = TokenBucket(rate: 10, burst: 5)
        #expect((0..<8).count { _ in allowance.take(at: 100) } == 5)
        #expect(abs(allowance.wait(for: 3) - 0.3) < 1e-9)
        #expect((0..<1000).count { allowance.take(at: 100 + Double($0) * 0.01) } == 99)
        #expect((0..<8).count { _ in allowance.take(at: 50) } == 0)  // a clock that runs backwards grants nothing
    }

    @Test("tokens spent beyond what is left are a debt that later refills pay off")
    func debt() {
        var allowance = TokenBucket(rate: 1, burst: 2)
        allowance.refill(at: 100)
        for _ in 0..<4 { allowance.spend() }
        #expect(allowance.left == -2)
        #expect(!allowance.take(at: 102.5) && allowance.take(at: 103))
        allowance.refill(at: 200)
        #expect(allowance.left == 2)
    }
}
