import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { personAccount } from "../../ledger/accounts.ts"
import { Rules } from "../withdrawalRules/Rules.ts"
import { type AccountHoldings, decideClosing } from "./decideClosing.ts"

const anna = "01890000-0000-7000-8000-000000000001"
const owned = (posted: bigint, { held = 0n, assetTypeId = 1 } = {}): AccountHoldings => ({
  account: personAccount("available", assetTypeId, anna),
  ...{ assetTypeId, posted, held },
})
const decide = (all: ReadonlyArray<AccountHoldings>, terms: Partial<Parameters<typeof decideClosing>[2]> = {}) =>
  Result.merge(decideClosing(all, Rules.initial, { hasPendingDeposits: false, renounced: [], ...terms }))
const renounced = [{ assetTypeId: 1, amount: 1_230n }]

describe("closing an account", () => {
  it("is allowed with an empty wallet, or none", () => {
    expect(decide([])).toEqual([])
    expect(decide([owned(0n)])).toEqual([])
  })

  it("books a renounced remainder that is too small to withdraw to the platform", () => {
    const [account, assetTypeId] = [personAccount("available", 9, anna), 9]
    expect(decide([owned(1_230n)], { renounced })).toEqual([
      { account: personAccount("available", 1, anna), amount: -1_230n },
      { account: "renounced:1:", amount: 1_230n },
    ])
    // No rules: such an asset cannot be withdrawn.
    expect(decide([owned(5_000_000n, { assetTypeId })], { renounced: [{ assetTypeId, amount: 5_000_000n }] })).toEqual([
      { account, amount: -5_000_000n },
      { account: "renounced:9:", amount: 5_000_000n },
    ])
  })

  it.each<[string, Parameters<typeof decide>, string]>([
    ["withdrawable coins", [[owned(14_000n)], { renounced: [{ assetTypeId: 1, amount: 14_000n }] }], "withdrawable"],
    ["an open hold", [[owned(1_230n, { held: 1n })], { renounced }], "pending"],
    ["an incoming deposit", [[], { hasPendingDeposits: true }], "pending"],
    ["a remainder that is not renounced", [[owned(1_230n)]], "remainder"],
    ["a remainder larger than the renounced amount", [[owned(1_231n)], { renounced }], "remainder"],
  ])("is refused with %s", (_, given, reason) => {
    expect(decide(...given)).toMatchObject({ _tag: "HoldsFunds", reason })
  })
})
