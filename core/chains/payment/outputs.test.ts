import { expect, it } from "vitest"
import { networks } from "../networks.ts"
import { checkOutputs, scriptTypeOf } from "./outputs.ts"

const HASH = "751e76e8199196d454941c45d1b3a323f1433bd6"
/** The x coordinate of the generator, which is on the curve, and one that belongs to no point. */
const ON_CURVE = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
const OFF_CURVE = "0000000000000000000000000000000000000000000000000000000000000005"

it.each([
  [`76a914${HASH}88ac`, "p2pkh"],
  [`a914${HASH}87`, "p2sh"],
  [`0014${HASH}`, "p2wpkh"],
  [`0020${ON_CURVE}`, "p2wsh"],
  [`5120${ON_CURVE}`, "p2tr"],
  [`5120${OFF_CURVE}`, null],
  ["6002751e", null],
  ["6a0568656c6c6f", null],
  [`76a914${HASH}88`, null],
  ["", null],
])("the type of the script %s is %s", (script, type) => {
  expect(scriptTypeOf(script)).toBe(type)
})

it("refuses script types that a chain does not have", () => {
  const amount = 1_000_000n
  const witness = [{ script: `0014${HASH}`, amount }]
  expect(checkOutputs(networks.BTC.main, witness)).toMatchObject({ _tag: "Success" })
  expect(checkOutputs(networks.BCH.main, witness)).toMatchObject({ failure: { _tag: "UnknownScript" } })
  expect(() => checkOutputs(networks.BTC.main, [])).toThrow(RangeError)
})
