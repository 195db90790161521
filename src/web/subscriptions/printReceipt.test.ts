import { expect, it } from "vitest"
import type { ListedCycle } from "#projections/subscriptions"
import { translator } from "../../i18n/index.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { formatOf } from "../../lib/format.ts"
import { receiptPdf } from "../statement/receiptPdf.ts"
import { unicodesIn } from "../statement/testing/unicodesIn.ts"
import { printedCycle, printedPayday } from "./printReceipt.ts"

const printingIn = (locale: (typeof LOCALES)[number]) => ({
  ...{ t: translator(locale), format: formatOf(locale, "Asia/Taipei"), timeZone: "Asia/Taipei", isDemo: true },
  ...{ createdAt: new Date("2027-01-02T03:04:00Z"), proofsUrl: "https://quire.example/paydays" },
})
const payer = { displayName: "王小明", userCode: "QI2" }
const cycle: ListedCycle = {
  ...{ number: 1, n: 3, assetTypeId: 1, units: "20000", currencyId: 4, msf: "1000", snapshotId: "2026-11-26.1" },
  startsAt: new Date("2026-11-26T10:00:00.000Z"),
  endsAt: new Date("2026-12-26T10:00:00.000Z"),
  chargedAt: new Date("2026-11-26T10:00:00.001Z"),
  closedAt: new Date("2026-12-26T10:20:00.000Z"),
  shares: [
    { creatorId: "anna", units: "9501" },
    { creatorId: "ben", units: "9499" },
  ],
  ...{ cut: "1000", returned: "0" },
  seats: [
    {
      ...{ creatorId: "anna", units: "10000", from: "2026-11-26T10:00:00.000Z" },
      closed: { units: "4750", cut: "250", returned: "5000" },
    },
  ],
}
const channels = new Map([
  ["anna", { subject: "慢河筆記", code: "QC1" }],
  ["ben", { subject: "Ben & สมชาย", code: "QC2" }],
])
const proof = {
  ...{ number: 7, cycles: 3, entries: 12, previous: "", walletProof: "" },
  ...{ root: "ab".repeat(32), digest: "cd".repeat(32) },
}
const unitsOf = ({ amount }: { readonly amount: string }) => Math.round(Number(amount.replace(" BTC", "")) * 1e8)

it("prints what was charged and its parts, which add up to the unit", () => {
  const printed = printedCycle(printingIn("en"), payer, cycle, channels, { cycle: null, entries: [], proof })
  expect(printed.parts.map(unitsOf)).toEqual([9_501, 9_499, 4_750, 1_250, 5_000])
  expect(printed.parts.reduce((sum, part) => sum + unitsOf(part), 0)).toBe(unitsOf(printed.sum))
  // A name without glyphs is printed as a code.
  expect(printed.parts.map(({ label }) => label).slice(0, 3)).toEqual(["慢河筆記", "QC2", "Premium: 慢河筆記"])
  expect(printed.proofs).toEqual([proof])
})

it("prints the charge of a period that is not over, and says when its parts follow", () => {
  const open = { ...cycle, closedAt: null, shares: [], seats: cycle.seats.map((seat) => ({ ...seat, closed: null })) }
  const printed = printedCycle(printingIn("en"), payer, open, channels, null)
  expect(printed.parts.map(unitsOf)).toEqual([20_000, 10_000])
  expect(printed.notes).toEqual([expect.stringContaining("isn’t over yet")])
})

it.each(LOCALES)("draws a receipt in %s with embedded fonts, on as many pages as it needs", async (locale) => {
  const shares = Array.from({ length: 100 }, () => ({ creatorId: "anna", units: "190" }))
  const printed = printedCycle(printingIn(locale), payer, { ...cycle, shares }, channels, {
    cycle: null,
    entries: [],
    proof,
  })
  const pdf = await receiptPdf(printed)
  expect(
    Buffer.from(pdf)
      .toString("latin1")
      .match(/\/Type \/Page\b/g)?.length,
  ).toBeGreaterThan(2)
  const wanted = `${printed.title}王小明慢河筆記${printed.facts.map(([label]) => label).join("")}${"abcd"}`
  expect(unicodesIn(pdf)).toEqual(expect.arrayContaining([...wanted.replaceAll(" ", "")]))
})

it("prints what a payday brought a creator, and nothing about who paid", () => {
  const payday = {
    paydayId: "payday-1",
    assetTypeId: 1,
    amount: "14251",
    cycles: 2,
    paidAt: new Date("2026-12-26T10:20:00Z"),
  }
  const entry = { recipient: "anna", assetTypeId: 1, tag: "", salt: "", path: [] }
  const entries = [
    { ...entry, kind: "share" as const, units: "9501" },
    { ...entry, kind: "premium" as const, units: "4750" },
  ]
  const printed = printedPayday(printingIn("en"), payer, payday, [{ cycle: null, entries, proof }], [], "12.34 USD")
  expect(printed.parts.map(unitsOf)).toEqual([9_501, 4_750])
  expect(unitsOf(printed.sum)).toBe(14_251)
  expect(printed.facts).toContainEqual(["Value at that time", "12.34 USD"])
})
