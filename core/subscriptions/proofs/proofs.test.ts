import { describe, expect, it } from "vitest"
import { CycleClosed } from "../cycle/events.ts"
import { entriesOf, receiptCycle } from "./entriesOf.ts"
import { merkleTree } from "./merkleTree.ts"
import { type Receipt, verifyReceipt } from "./receipt.ts"

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`
const SALT = "5a".repeat(32)

/** A cycle of a payer with three shares, premium and a refund. */
const cycleOf = (payer: number) =>
  CycleClosed.make({
    ...{ personId: id(payer), number: 1, n: 2, assetTypeId: 1, cut: "15", returned: String(payer), paydayId: id(900) },
    shares: [1, 2, 3].map((creator) => ({ creatorId: id(500 + creator), units: String(90 + creator) })),
    seats: [{ creatorId: id(501), units: "40", cut: "2", returned: "1" }],
    ...{ endsAt: "2026-12-26T12:00:00.000Z", closedAt: "2026-12-26T12:20:00.000Z" },
  })

/** Receipts of some cycles that were proved together. */
const prove = (count: number) => {
  const cycles = Array.from({ length: count }, (_, payer) => cycleOf(payer))
  const tree = merkleTree(cycles.flatMap((cycle) => entriesOf(cycle, SALT)))
  return (payer: number): Receipt => {
    const [{ tag } = { tag: "" }] = entriesOf(cycleOf(payer), SALT)
    const proof = { number: 1, cycles: count, entries: count * 7, root: tree.root, previous: "", walletProof: "" }
    return {
      cycle: receiptCycle(cycleOf(payer), SALT),
      entries: tree.entriesOf(new Set([tag])),
      proof: { ...proof, digest: "" },
    }
  }
}
/** Problems of a receipt, other than the digest of its proof, which these tests leave out. */
const problemsOf = async (receipt: Receipt) => (await verifyReceipt(receipt)).filter((problem) => problem !== "digest")

describe("a receipt", () => {
  it.each([1, 2, 3, 5, 8, 33])("verifies against the root over %i periods, entry by entry", async (count) => {
    const receiptOf = prove(count)
    for (let payer = 0; payer < count; payer += 1) {
      const receipt = receiptOf(payer)
      expect(receipt.entries).toHaveLength(7)
      expect(await problemsOf(receipt)).toEqual([])
      expect(await problemsOf({ ...receipt, cycle: null, entries: receipt.entries.slice(2, 3) })).toEqual([])
    }
  })

  it("does not verify once anything in it was changed", async () => {
    const receipt = prove(9)(4)
    const changed = (change: Partial<Receipt["entries"][number]>, place = 1) =>
      problemsOf({
        ...receipt,
        entries: receipt.entries.map((each, at) => (at === place ? { ...each, ...change } : each)),
      })
    expect(await changed({ units: "10000" })).toEqual(["path", "sum"])
    expect(await changed({ recipient: id(7) })).toEqual(["path"])
    expect(await changed({ salt: "00" })).toEqual(["path"])
    expect(await changed({ tag: "00" })).toEqual(["tag", "path"])
    expect(await changed({ path: [] })).toEqual(["path"])
    expect(await changed({ path: [{ hash: "no hash", isLeft: true }] })).toEqual(["path"])
    expect(await problemsOf({ ...receipt, entries: receipt.entries.slice(1) })).toContain("sum")
    expect(await problemsOf({ ...receipt, entries: [] })).toEqual(["empty", "sum"])
    const other = { ...receipt.proof, root: "ab".repeat(32) }
    expect(await problemsOf({ ...receipt, proof: other })).toEqual(["path"])
    expect(await problemsOf({ ...receipt, cycle: receiptCycle(cycleOf(5), SALT) })).toEqual(["tag"])
    expect(await verifyReceipt(receipt)).toEqual(["digest"])
  })

  it("tells a creator nothing about the payer: salts and tags differ in every period and entry", () => {
    const entries = [0, 1, 2].flatMap((payer) => entriesOf(cycleOf(payer), SALT))
    expect(new Set(entries.map(({ salt }) => salt)).size).toBe(entries.length)
    expect(new Set(entries.map(({ tag }) => tag)).size).toBe(3)
    const shown = JSON.stringify(entries.filter(({ recipient }) => recipient === id(501)))
    for (const payer of [0, 1, 2]) expect(shown).not.toContain(id(payer))
    for (const creator of [502, 503]) expect(shown).not.toContain(id(creator))
  })
})
