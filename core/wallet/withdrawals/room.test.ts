import { describe, expect, it } from "vitest"
import { HOUSE_ID } from "./house.ts"
import type { OpenWithdrawal } from "./readOpen.ts"
import { roomOf } from "./room.ts"

const some = (withdrawalId: string, more: Partial<OpenWithdrawal> = {}): OpenWithdrawal => ({
  ...{ withdrawalId, personId: "somebody", phase: "approved", amount: 90n, fee: 10n },
  ...more,
})
const [first, second] = [some("first"), some("second")]

describe("the room of a step", () => {
  it("is for one payment until that is handed over, or could not be built", () => {
    const room = roomOf([first, second], 1_000n)
    expect([room.take(first), room.take(second)]).toEqual([true, false])
    for (const phase of ["built", "signed"] as const) {
      room.follow(first, phase)
      expect(room.take(second)).toBe(false)
    }
    room.follow(first, "broadcast")
    expect(room.take(second)).toBe(true)
    room.giveBack(second)
    expect(room.take(some("third"))).toBe(true)
  })

  it("is nobody's while a payment of an earlier step, or one that is to pay more, is not handed over", () => {
    const sent = some("sent", { phase: "seen" })
    const room = roomOf([some("before", { phase: "signed" }), sent, first], 1_000n)
    expect(room.take(first)).toBe(false)
    room.follow(some("before"), "broadcast")
    room.follow(sent, "built")
    expect(room.take(first)).toBe(false)
    room.follow(sent, "seen")
    expect(room.take(first)).toBe(true)
  })

  it("ends with what may be under way, which is for people alone", () => {
    const room = roomOf([some("sent", { phase: "seen" }), first, second], 200n)
    expect(room.take(first)).toBe(true)
    room.follow(first, "broadcast")
    expect(room.take(second)).toBe(false)
    expect(room.take(some("cold", { personId: HOUSE_ID, amount: 5_000n }))).toBe(true)
  })
})
