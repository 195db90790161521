import { schnorr } from "@noble/curves/secp256k1.js"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Network, networks } from "../networks.ts"
import { readAddress, readPayee } from "./readAddress.ts"
import { cashaddr, derivation, keyIo, segwit } from "./testing/vectors.ts"

const BTC = networks.BTC.main
const BCH = networks.BCH.main
const LTC = networks.LTC.main
const testnet: Network = { ...networks.BTC.regtest, hrp: "tb" }
const litecoinTestnet: Network = { ...networks.LTC.regtest, hrp: "tltc" }

/** The script, or the name of the refusal. */
const outcome = (network: Network, text: string): string =>
  Result.match(readAddress(network, text), { onSuccess: ({ script }) => script, onFailure: ({ reason }) => reason })

/**
 * The result that we expect for a valid script of a list: it depends only on its form and, for taproot, on the curve.
 */
const policy = (script: string): string => {
  if (/^(76a914.{40}88ac|a914.{40}87|0014.{40}|0020.{64})$/.test(script)) return script
  return /^5120.{64}$/.test(script) ? (isPoint(script.slice(4)) ? script : "noPoint") : "unknownWitness"
}
const isPoint = (x: string): boolean => {
  try {
    schnorr.utils.lift_x(BigInt(`0x${x}`))
    return true
  } catch {
    return false
  }
}
const btcOf = (text: string): Network => (/^tb1/i.test(text) ? testnet : BTC)

describe("BIP 350 and BIP 173", () => {
  it.each(segwit.bip350.valid)("parses %s, or explains why it cannot be paid", (text, script) => {
    expect(outcome(btcOf(text), text)).toBe(policy(script))
    expect(outcome(btcOf(text), text.toUpperCase())).toBe(policy(script))
  })

  it("parses version 0 addresses of the older list, where its checksum still applies", () => {
    for (const [text, script] of segwit.bip173.valid) {
      expect.soft(outcome(btcOf(text), text), text).toBe(script.startsWith("00") ? script : "malformed")
    }
  })

  it("refuses all addresses and strings that the lists call invalid", () => {
    const { bip173, bip350 } = segwit
    const wrong = [bip173, bip350].flatMap((list) => [...list.invalid, ...list.invalidStrings, ...list.validStrings])
    expect(wrong).toHaveLength(65)
    for (const text of wrong) expect.soft(outcome(btcOf(text), text), text).toBe("malformed")
  })
})

describe("key_io of Bitcoin Core and Litecoin Core", () => {
  const btc = { main: BTC, test: testnet, regtest: networks.BTC.regtest }
  const ltc = { main: LTC, test: litecoinTestnet, regtest: networks.LTC.regtest }

  it("parses every address on its network, and names that network on the main network", () => {
    for (const [name, text, script] of keyIo.bitcoin.valid) {
      expect.soft(outcome(btc[name], text), text).toBe(policy(script))
      if (/^(bc|tb|bcrt)1/.test(text)) expect.soft(outcome(btc[name], text.toUpperCase()), text).toBe(policy(script))
      if (name !== "main") expect.soft(outcome(BTC, text), text).toBe("otherNetwork")
    }
    for (const [name, text, script] of keyIo.litecoin.valid) expect.soft(outcome(ltc[name], text), text).toBe(script)
  })

  it("refuses invalid addresses and private keys on every network", () => {
    const { invalid, privateKeys } = keyIo.bitcoin
    for (const text of [...invalid, ...privateKeys, ...keyIo.litecoin.privateKeys]) {
      for (const network of [BTC, testnet, networks.BTC.regtest, LTC, BCH]) {
        expect.soft(outcome(network, text), `${network.name} ${text}`).toBe("malformed")
      }
    }
  })
})

describe("cashaddr", () => {
  it("parses key and script hashes of 20 bytes, with and without the prefix, in upper or lower case but not mixed", () => {
    for (const [type, text, hash] of cashaddr.twentyBytes) {
      const [prefix = "", payload = ""] = text.split(":")
      const network = { bitcoincash: BCH, bchtest: { ...networks.BCH.regtest, cashPrefix: "bchtest" } }[prefix]
      const script = type === 0 ? `76a914${hash}88ac` : `a914${hash}87`
      const expected = network === undefined ? "malformed" : type < 2 ? script : type < 4 ? "tokens" : "unpayable"
      expect.soft(outcome(network ?? BCH, text), text).toBe(prefix === "bchreg" ? "otherNetwork" : expected)
      if (network === undefined) continue
      expect.soft(outcome(network, payload), payload).toBe(expected)
      expect.soft(outcome(network, text.toUpperCase()), text).toBe(expected)
      expect.soft(outcome(network, `${prefix}:${payload.toUpperCase()}`), text).toBe("malformed")
    }
  })

  it("refuses other sizes, and texts with nothing valid but their checksum", () => {
    for (const text of [...cashaddr.otherSizes, ...cashaddr.checksumOnly]) {
      const expected = text.startsWith("bitcoincash:") ? /^(unpayable|malformed|tokens)$/ : /^(malformed|otherNetwork)$/
      expect.soft(outcome(BCH, text), text).toMatch(expected)
    }
  })

  it("refuses a legacy address and offers its cashaddr, because Bitcoin's look the same", () => {
    for (const [legacy, text] of cashaddr.translations) {
      expect.soft(readAddress(BCH, legacy), legacy).toMatchObject({ failure: { reason: "ambiguous", instead: text } })
      expect.soft(outcome(BTC, legacy), legacy).toBe(outcome(BCH, text))
    }
  })

  it("offers the plain address for one that requests tokens", () => {
    const [, plain] = cashaddr.twentyBytes[0] ?? []
    const [, asking = ""] = cashaddr.twentyBytes.find(([type]) => type === 2) ?? []
    expect(readAddress(BCH, asking)).toMatchObject({ failure: { reason: "tokens", instead: plain } })
  })
})

describe("policy", () => {
  it("parses the taproot addresses of BIP 86", () => {
    for (const [key, text] of derivation.bip86) expect.soft(outcome(BTC, text)).toBe(`5120${key}`)
  })

  it("refuses a Litecoin address that begins with 3 and offers the one that begins with M", () => {
    expect(readAddress(LTC, "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm")).toMatchObject({
      failure: { reason: "ambiguous", instead: "MCwCgYjt3HcMNerfqPqg5jcJm7aCy89KeQ" },
    })
    expect(outcome(LTC, "MCwCgYjt3HcMNerfqPqg5jcJm7aCy89KeQ")).toBe("a914373b819a068f32b7a6b38b6b38729647cfde01c287")
  })

  it("names the chain of an address of another coin", () => {
    const bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
    expect(readAddress(LTC, bitcoin)).toMatchObject({ failure: { reason: "otherChain", chain: "BTC" } })
    expect(readAddress(BCH, bitcoin)).toMatchObject({ failure: { reason: "otherChain", chain: "BTC" } })
    expect(readAddress(BTC, "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA")).toMatchObject({
      failure: { reason: "otherChain", chain: "LTC" },
    })
    expect(readAddress(networks.BTC.demo, bitcoin)).toMatchObject({ failure: { reason: "otherNetwork", chain: "BTC" } })
  })

  it("refuses confidential addresses of Litecoin, and empty or very long texts", () => {
    expect(outcome(LTC, `ltcmweb1qq${"q".repeat(90)}`)).toBe("confidential")
    expect(outcome(BTC, " ")).toBe("malformed")
    expect(outcome(BTC, "1".repeat(1_000_000))).toBe("malformed")
  })

  it("refuses our own addresses by their script", async () => {
    const text = "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA"
    const script = outcome(LTC, text)
    const read = (own: string) =>
      Effect.runPromise(Effect.result(readPayee(LTC, text, (each) => Effect.succeed(each === own))))
    expect(await read(script)).toMatchObject({ failure: { reason: "own" } })
    expect(await read("00")).toMatchObject({ success: { text, script, type: "p2pkh" } })
  })
})
