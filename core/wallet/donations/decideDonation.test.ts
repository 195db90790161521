import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Donation, decideDonation } from "./decideDonation.ts"

const [ANNA, BERT] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"]
const donation: Donation = { fromId: ANNA, toId: BERT, assetTypeId: 1, amount: 1_000n, message: "" }
const about = { donationId: "01890000-0000-7000-8000-00000000000a", donatedAt: "2026-11-22T03:00:00.000Z" }
const decide = (changes: Partial<Donation>) => decideDonation({ ...donation, ...changes }, about)

describe("a donation", () => {
  it.each<[string, Partial<Donation>, string]>([
    ["to the donor", { toId: ANNA }, "oneself"],
    ["of dollars, which are not a coin", { assetTypeId: 4 }, "asset"],
    ["of an unknown asset", { assetTypeId: 9 }, "asset"],
    ["of zero", { amount: 0n }, "zero"],
    ["of a negative amount", { amount: -1_000n }, "zero"],
    ["below the minimum", { amount: 999n }, "dust"],
    ["with a message that is too long", { message: "é".repeat(201) }, "long"],
  ])("%s is refused", (_, changes, problem) => {
    expect(Result.getOrElse(Result.flip(decide(changes)), () => null)).toMatchObject({
      _tag: "InvalidDonation",
      problem,
    })
  })

  it.each<[string, Partial<Donation>, object]>([
    ["of the minimum", {}, { amount: "1000", message: null }],
    ["with a message of spaces", { message: "  \n" }, { message: null }],
    ["with a message of 200 characters", { message: "谢".repeat(200) }, { message: "谢".repeat(200) }],
    [
      "with a message that reorders its text",
      { message: "\u202egnp.exe\u202c \u2067ok\u2069" },
      { message: "gnp.exe ok" },
    ],
    ["with nothing but such characters", { message: "\u202e\u2066" }, { message: null }],
    ["of an amount above every supply", { amount: 10n ** 30n }, { amount: `1${"0".repeat(30)}` }],
  ])("%s is accepted", (_, changes, fact) => {
    expect(Result.getOrElse(decide(changes), () => null)).toMatchObject({ ...about, fromId: ANNA, toId: BERT, ...fact })
  })
})
