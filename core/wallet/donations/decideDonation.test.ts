import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Donation, decideDonation } from "./decideDonation.ts"

const [ANNA, BERT] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"]
const given: Donation = { fromId: ANNA, toId: BERT, assetTypeId: 1, amount: 1_000n, message: "" }
const about = { donationId: "01890000-0000-7000-8000-00000000000a", donatedAt: "2026-11-22T03:00:00.000Z" }
const decide = (asked: Partial<Donation>) => decideDonation({ ...given, ...asked }, about)

describe("a donation", () => {
  it.each<[string, Partial<Donation>, string]>([
    ["to oneself", { toId: ANNA }, "oneself"],
    ["of dollars, which nobody holds", { assetTypeId: 4 }, "asset"],
    ["of an asset that is not there", { assetTypeId: 9 }, "asset"],
    ["of nothing", { amount: 0n }, "zero"],
    ["of less than nothing", { amount: -1_000n }, "zero"],
    ["of dust", { amount: 999n }, "dust"],
    ["with a message too long", { message: "é".repeat(201) }, "long"],
  ])("%s is refused", (_, asked, problem) => {
    expect(Result.getOrElse(Result.flip(decide(asked)), () => null)).toMatchObject({ _tag: "UnfitDonation", problem })
  })

  it.each<[string, Partial<Donation>, object]>([
    ["of the least", {}, { amount: "1000", message: null }],
    ["with spaces for a message", { message: "  \n" }, { message: null }],
    ["with a message of 200 characters", { message: "谢".repeat(200) }, { message: "谢".repeat(200) }],
    ["of more than there is in the world", { amount: 10n ** 30n }, { amount: `1${"0".repeat(30)}` }],
  ])("%s may be made", (_, asked, fact) => {
    expect(Result.getOrElse(decide(asked), () => null)).toMatchObject({ ...about, fromId: ANNA, toId: BERT, ...fact })
  })
})
