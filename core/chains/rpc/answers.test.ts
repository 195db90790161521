import { describe, expect, it } from "vitest"
import { bytesOf, hexOf } from "../bytes.ts"
import { networks } from "../networks.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { makeTestAccount } from "../testing/testAccount.ts"
import { unitsOf } from "./amounts.ts"
import { labelOf, readLabel } from "./label.ts"
import { parseExactly } from "./RpcClient.ts"
import { stripMweb } from "./stripMweb.ts"

describe("amounts of nodes", () => {
  it("are parsed digit by digit, in every notation", () => {
    const read = (json: string) => unitsOf(parseExactly(json) as string | number)
    expect(read("0.10000000")).toBe(10_000_000n)
    expect(read("21000000.00000001")).toBe(2_100_000_000_000_001n)
    // As a floating-point number this is 92233720368.54776.
    expect(read("92233720368.54775807")).toBe(9_223_372_036_854_775_807n)
    expect(read("-0.00000001")).toBe(-1n)
    expect(read("1e-8")).toBe(1n)
    expect(read("50")).toBe(5_000_000_000n)
    expect(read("0.000000001")).toBeNull()
    expect(unitsOf("fifty")).toBeNull()
  })

  it("are the only numbers that become strings", () => {
    expect(parseExactly('{"a":[1,-1,0,123456789012345],"b":1.0,"c":"1.0","d":1234567890123456789}')).toEqual({
      a: [1, -1, 0, 123_456_789_012_345],
      b: "1.0",
      c: "1.0",
      d: "1234567890123456789",
    })
  })
})

describe("labels", () => {
  it("store the origin of a script's key, and differ from labels of others", () => {
    for (const network of [networks.LTC.regtest, networks.BCH.main]) {
      const { script, key } = makeTestAccount(network, "labels").watchOf(1, 2_147_483_647)
      expect(readLabel(network, labelOf(key))).toEqual({ script, key })
    }
    for (const other of [undefined, "", "rent", "[12345678/84'/2'/0'/0/0]"]) {
      expect(readLabel(networks.LTC.main, other)).toBeUndefined()
    }
  })
})

describe("stripMweb", () => {
  const input = `${"ab".repeat(32)}00000000${"00"}ffffffff`
  const output = `40420f0000000000${"16"}0014${"cd".repeat(20)}`
  const plain = `02000000${"01"}${input}${"01"}${output}00000000`

  it("keeps inputs, outputs and lock time of a payment out of confidential addresses, and so its id", () => {
    const mweb = `02000000${"0008"}${"01"}${input}${"01"}${output}${"01ffee"}00000000`
    expect(readTransaction(mweb)).toBeNull()
    expect(stripMweb(mweb)).toBe(plain)
    expect(readTransaction(stripMweb(mweb))?.outputs).toEqual([
      { script: `0014${"cd".repeat(20)}`, amount: 1_000_000n },
    ])
    const withWitness = `02000000${"0009"}${"01"}${input}${"01"}${output}${"0101aa"}${"00"}00000000`
    expect(stripMweb(withWitness)).toBe(plain)
  })

  it("leaves all other transactions unchanged", () => {
    const witness = `02000000${"0001"}${"01"}${input}${"01"}${output}${"0101aa"}00000000`
    for (const raw of [plain, witness, "", "00", hexOf(bytesOf("0200000000"))]) expect(stripMweb(raw)).toBe(raw)
  })
})
