import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { personAccount } from "../../ledger/accounts.ts"
import { Rules } from "../withdrawalRules/Rules.ts"
import { decideLeaving, type Owned } from "./decideLeaving.ts"

const anna = "01890000-0000-7000-8000-000000000001"
const owned = (posted: bigint, { held = 0n, assetTypeId = 1 } = {}): Owned => ({
  account: personAccount("available", assetTypeId, anna),
  ...{ assetTypeId, posted, held },
})
const decide = (all: ReadonlyArray<Owned>, terms: Partial<Parameters<typeof decideLeaving>[2]> = {}) =>
  Result.merge(decideLeaving(all, Rules.initial, { isExpecting: false, givesUp: [], ...terms }))
const givesUp = [{ assetTypeId: 1, amount: 1_230n }]

describe("somebody leaves", () => {
  it("with an empty wallet, or none", () => {
    expect(decide([])).toEqual([])
    expect(decide([owned(0n)])).toEqual([])
  })

  it("giving up less than can be withdrawn, as it was shown, to an account of the platform", () => {
    const [account, assetTypeId] = [personAccount("available", 9, anna), 9]
    expect(decide([owned(1_230n)], { givesUp })).toEqual([
      { account: personAccount("available", 1, anna), amount: -1_230n },
      { account: "renounced:1:", amount: 1_230n },
    ])
    // No rules: nothing takes such an asset out.
    expect(decide([owned(5_000_000n, { assetTypeId })], { givesUp: [{ assetTypeId, amount: 5_000_000n }] })).toEqual([
      { account, amount: -5_000_000n },
      { account: "renounced:9:", amount: 5_000_000n },
    ])
  })

  it.each<[string, Parameters<typeof decide>, string]>([
    ["coins that can be withdrawn", [[owned(14_000n)], { givesUp: [{ assetTypeId: 1, amount: 14_000n }] }], "owns"],
    ["something set aside", [[owned(1_230n, { held: 1n })], { givesUp }], "underWay"],
    ["a deposit on its way", [[], { isExpecting: true }], "underWay"],
    ["a rest that is not given up", [[owned(1_230n)]], "rest"],
    ["a rest that is more than was shown", [[owned(1_231n)], { givesUp }], "rest"],
  ])("not with %s", (_, asked, what) => {
    expect(decide(...asked)).toMatchObject({ _tag: "StillOwns", what })
  })
})
