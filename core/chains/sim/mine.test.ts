import { expect, it } from "vitest"
import { chooseForBlock, type MempoolTransaction } from "./mine.ts"

const waiting = (txid: string, fee: bigint, ...parents: ReadonlyArray<string>): MempoolTransaction => ({
  txid,
  fee,
  vbytes: 100,
  parents,
})

it("a block takes the transactions with the highest fee rates, ties in order of arrival", () => {
  const pool = [waiting("a", 100n), waiting("b", 300n), waiting("c", 200n)]
  expect(chooseForBlock(pool, 2, 0n)).toEqual(["b", "c"])
  expect(chooseForBlock(pool, 9, 0n)).toEqual(["a", "b", "c"])
})

it("a block omits transactions with a low fee rate, unless a child pays for them", () => {
  const pool = [waiting("parent", 10n), waiting("poor", 10n), waiting("child", 500n, "parent")]
  expect(chooseForBlock(pool, 9, 2_000n)).toEqual(["parent", "child"])
})

it("a block takes related transactions all or none, and parents before children", () => {
  const pool = [waiting("a", 10n), waiting("b", 900n, "a"), waiting("c", 300n), waiting("d", 100n, "b")]
  expect(chooseForBlock(pool, 1, 0n)).toEqual(["c"])
  expect(chooseForBlock(pool, 2, 0n)).toEqual(["a", "b"])
  expect(chooseForBlock(pool, 4, 0n)).toEqual(["a", "b", "c", "d"])
})
