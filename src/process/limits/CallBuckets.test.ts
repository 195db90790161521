import { describe, expect, it } from "vitest"
import { CallBuckets } from "./CallBuckets.ts"

const FETCHING = { name: "fetching", calls: 10, seconds: 60, networkCalls: 80 }

/** The number of refused calls out of the given number, all at once. */
const refusedOf = (calls: number, addressOf: (index: number) => string, buckets = new CallBuckets()) =>
  Array.from({ length: calls }, (_, index) => buckets.take(FETCHING, addressOf(index + 1), 0)).filter(
    (wait) => wait > 0,
  ).length

describe("limits of calls", () => {
  it("count all addresses of one IPv6 subscriber together", () => {
    expect(refusedOf(FETCHING.calls + 2, (index) => `2001:db8:77:1::${index}`)).toBe(2)
  })

  it("count the network of an IPv6 subscriber as well", () => {
    const calls = FETCHING.networkCalls
    expect(refusedOf(calls + 2, (index) => `2001:db8:78:${index}::1`)).toBe(2)
    expect(refusedOf(calls + 2, (index) => `192.0.2.${index}`)).toBe(0)
  })

  it("say how long to wait, and let a source go on then", () => {
    const buckets = new CallBuckets()
    refusedOf(FETCHING.calls, () => "192.0.2.1", buckets)
    expect(buckets.take(FETCHING, "192.0.2.1", 0)).toBe(6)
    expect(buckets.take(FETCHING, "192.0.2.1", 5_000)).toBe(1)
    expect(buckets.take(FETCHING, "192.0.2.1", 6_001)).toBe(0)
  })

  it("include what other processes answered, for the source and its network", () => {
    const [here, elsewhere] = [new CallBuckets(), new CallBuckets()]
    for (let subscriber = 1; subscriber <= 8; subscriber += 1)
      refusedOf(FETCHING.calls, () => `2001:db8:79:${subscriber}::1`, elsewhere)
    for (const spent of elsewhere.takeUnshared(100)) here.spendElsewhere(spent, 0)
    expect(here.take(FETCHING, "2001:db8:79:1::2", 0)).toBe(6)
    expect(here.take(FETCHING, "2001:db8:79:9::1", 0)).toBe(1)
    expect(here.take(FETCHING, "2001:db8:80:1::1", 0)).toBe(0)
  })

  it("are shared once, without refused calls, and those with the most calls first", () => {
    const buckets = new CallBuckets()
    refusedOf(1, () => "192.0.2.1", buckets)
    refusedOf(FETCHING.calls + 5, () => "192.0.2.2", buckets)
    expect(buckets.takeUnshared(1)).toEqual([["fetching", 10, 60, 80, "192.0.2.2", 10]])
    expect(buckets.takeUnshared(1)).toEqual([])
  })
})
