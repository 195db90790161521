import { HDKey } from "@scure/bip32"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { CHAIN_NAMES, networks, STAGES } from "../networks.ts"
import { CHANGE_BRANCH, deriveAddress } from "./deriveAddress.ts"
import { accountPath, type KeyAccount, readKeyAccount, writeKeyAccount } from "./KeyAccount.ts"
import { readAddress } from "./readAddress.ts"
import { derivation } from "./testing/vectors.ts"

const master = HDKey.fromMasterSeed(Buffer.from(derivation.seed, "hex"))
const FINGERPRINT = "73c5da0a"
const { main } = networks.BTC

const accountOf = (network = main): KeyAccount => {
  const path = accountPath(network, 0)
  return {
    fingerprint: FINGERPRINT,
    path,
    xpub: HDKey.fromMasterSeed(Buffer.from(derivation.seed, "hex"), network.bip32).derive(path).publicExtendedKey,
  }
}

describe("deriveAddress", () => {
  it.each(derivation.bip84)("derives the address of BIP 84 at %d/%d", (branch, index, publicKey, text) => {
    expect(master.fingerprint.toString(16)).toBe(FINGERPRINT)
    expect(deriveAddress(main, accountOf(), index, branch)).toMatchObject({
      text,
      type: "p2wpkh",
      key: { fingerprint: FINGERPRINT, path: `m/84'/0'/0'/${branch}/${index}`, publicKey },
    })
  })

  it("derives the keys of BIP 32 from public keys for every unhardened step", () => {
    for (const { seed, keys } of derivation.bip32) {
      const root = HDKey.fromMasterSeed(Buffer.from(seed, "hex"))
      for (const [position, [path, xpub]] of keys.entries()) {
        expect.soft(root.derive(path).publicExtendedKey, path).toBe(xpub)
        const [, parent = ""] = keys[position - 1] ?? []
        const step = path.split("/").at(-1) ?? ""
        if (position === 0 || step.endsWith("'")) continue
        expect.soft(HDKey.fromExtendedKey(parent).deriveChild(Number(step)).publicExtendedKey, path).toBe(xpub)
      }
    }
  })

  it("derives addresses that every network parses as its own, with the script of the key", () => {
    for (const network of CHAIN_NAMES.flatMap((name) => STAGES.map((stage) => networks[name][stage]))) {
      const { key, ...address } = deriveAddress(network, accountOf(network), 7, CHANGE_BRANCH)
      expect.soft(readAddress(network, address.text)).toEqual(Result.succeed(address))
      expect.soft(address.type).toBe(network.ownScript)
      expect.soft(key.path).toBe(`m/${network.purpose}'/${network.coinType}'/0'/1/7`)
    }
  })

  it("derives the address of BIP 44 in cashaddr form for Bitcoin Cash", () => {
    expect(deriveAddress(networks.BCH.main, accountOf(networks.BCH.main), 0).text).toBe(
      "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6",
    )
  })
})

describe("readKeyAccount", () => {
  it("parses its own output, with either mark of a hardened step", () => {
    const text = writeKeyAccount(accountOf())
    expect(text.startsWith("[73c5da0a/84'/0'/0']xpub")).toBe(true)
    expect(readKeyAccount(main, text)).toEqual(Result.succeed(accountOf()))
    expect(readKeyAccount(main, text.replaceAll("'", "h"))).toEqual(Result.succeed(accountOf()))
  })

  it("names the problem of an account that is invalid for the network", () => {
    const text = writeKeyAccount(accountOf())
    const key = master.derive("m/84'/0'/0'")
    const refusal = (given: string) => {
      const read = readKeyAccount(main, given)
      return Result.isFailure(read) ? read.failure.reason : "taken"
    }
    expect(refusal("xpub")).toBe("form")
    expect(refusal(text.replace("84'", "44'"))).toBe("path")
    expect(refusal(text.replace("/0'/0'", "/2'/0'"))).toBe("path")
    expect(refusal(text.replace(key.publicExtendedKey, master.derive("m/84'/0'").publicExtendedKey))).toBe("path")
    expect(refusal(text.replace(key.publicExtendedKey, key.privateExtendedKey))).toBe("private")
    expect(refusal(`${text.slice(0, -1)}1`)).toBe("key")
    expect(refusal(text.replace(key.publicExtendedKey, accountOf(networks.BTC.regtest).xpub))).toBe("key")
  })
})
