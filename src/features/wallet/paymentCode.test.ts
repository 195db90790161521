import { expect, it } from "vitest"
import { readPaymentCode } from "./paymentCode.ts"

const BTC = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
const BCH = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"

it.each([
  [BTC, { address: BTC, chain: "BTC" }],
  [`bitcoin:${BTC}?amount=0.1&label=Anna`, { address: BTC, chain: "BTC" }],
  [`BITCOIN:${BTC.toUpperCase()}`, { address: BTC, chain: "BTC" }],
  [`bitcoincash:${BCH}`, { address: BCH, chain: "BCH" }],
  [` ${BCH} `, { address: BCH, chain: "BCH" }],
  [`demobch:${BCH}`, { address: `demobch:${BCH}`, chain: "BCH" }],
  [`DEMOBCH:${BCH.toUpperCase()}`, { address: `demobch:${BCH}`, chain: "BCH" }],
  // A coin that the address is not of, another scheme, a page, and nothing.
  [`litecoin:${BTC}`, null],
  [`ethereum:${BTC}`, null],
  ["https://example.org/", null],
  ["", null],
  ["1".repeat(2_000), null],
])("reads %s", (text, code) => expect(readPaymentCode(text)).toEqual(code))
