import { describe, expect, it } from "vitest"
import { payoutCapacity } from "./payoutCapacity.ts"
import { PLATFORM_ID } from "./platformId.ts"
import type { OpenWithdrawal } from "./readOpen.ts"

const some = (withdrawalId: string, more: Partial<OpenWithdrawal> = {}): OpenWithdrawal => ({
  ...{ withdrawalId, personId: "somebody", phase: "approved", amount: 90n, fee: 10n },
  ...more,
})
const [first, second] = [some("first"), some("second")]

describe("the capacity of a run", () => {
  it("allows one payment until it is broadcast or could not be built", () => {
    const capacity = payoutCapacity([first, second], 1_000n)
    expect([capacity.take(first), capacity.take(second)]).toEqual([true, false])
    for (const phase of ["built", "signed"] as const) {
      capacity.follow(first, phase)
      expect(capacity.take(second)).toBe(false)
    }
    capacity.follow(first, "broadcast")
    expect(capacity.take(second)).toBe(true)
    capacity.giveBack(second)
    expect(capacity.take(some("third"))).toBe(true)
  })

  it("is zero while a payment of an earlier run, or a replacement, is not broadcast", () => {
    const sent = some("sent", { phase: "seen" })
    const capacity = payoutCapacity([some("before", { phase: "signed" }), sent, first], 1_000n)
    expect(capacity.take(first)).toBe(false)
    capacity.follow(some("before"), "broadcast")
    capacity.follow(sent, "built")
    expect(capacity.take(first)).toBe(false)
    capacity.follow(sent, "seen")
    expect(capacity.take(first)).toBe(true)
  })

  it("ends at the maximum in flight, which counts only payments to people", () => {
    const capacity = payoutCapacity([some("sent", { phase: "seen" }), first, second], 200n)
    expect(capacity.take(first)).toBe(true)
    capacity.follow(first, "broadcast")
    expect(capacity.take(second)).toBe(false)
    expect(capacity.take(some("cold", { personId: PLATFORM_ID, amount: 5_000n }))).toBe(true)
  })
})
