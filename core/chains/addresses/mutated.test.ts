import { Result } from "effect"
import { expect, it } from "vitest"
import { CHAIN_NAMES, type Network, networks } from "../networks.ts"
import { deriveAddress } from "./deriveAddress.ts"
import type { KeyAccount } from "./KeyAccount.ts"
import { readAddress } from "./readAddress.ts"
import { derivation, keyIo } from "./testing/vectors.ts"

/** The full number is 100,000; docs/operations.md describes how to run it. */
const MUTATIONS = Number(process.env["ADDRESS_MUTATIONS"] ?? 3_000)
const SEED = Number(process.env["ADDRESS_SEED"] ?? 20_261_122)

it(`the address parser refuses ${MUTATIONS} damaged addresses (seed ${SEED})`, () => {
  const random = drawn(SEED)
  const choose = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)] as A
  const sources = CHAIN_NAMES.flatMap((name) => sourcesOf(networks[name].main))
  const taken: Array<string> = []
  for (let done = 0; done < MUTATIONS; ) {
    const { network, text } = choose(sources)
    const damaged = choose(DAMAGES)(text, random)
    if (canonical(damaged, network) === canonical(text, network)) continue
    done += 1
    if (Result.isSuccess(readAddress(network, damaged))) taken.push(`${network.name} ${text} -> ${damaged}`)
  }
  expect(taken).toEqual([])
})

/** Some addresses of the first list and some of our own, in every form that a network accepts. */
function sourcesOf(network: Network): ReadonlyArray<{ readonly network: Network; readonly text: string }> {
  const [, xpub = ""] = derivation.bip32[0]?.keys[3] ?? []
  const account: KeyAccount = { fingerprint: "3442193e", path: "m/0'/1/2'", xpub }
  const own = Array.from({ length: 20 }, (_, index) => deriveAddress(network, account, index).text)
  const listed = { BTC: keyIo.bitcoin.valid, LTC: keyIo.litecoin.valid, BCH: [] }[network.name]
  return [...own, ...listed.map(([, text]) => text)]
    .filter((text) => Result.isSuccess(readAddress(network, text)))
    .map((text) => ({ network, text }))
}

/** An omitted prefix or all upper-case letters do not change the address. */
function canonical(text: string, { hrp, cashPrefix }: Network): string {
  const bare = text.replace(new RegExp(`^${cashPrefix}:`, "i"), "")
  const isCaseless = cashPrefix !== null || bare.toLowerCase().startsWith(`${hrp}1`)
  return isCaseless && (bare === bare.toUpperCase() || bare === bare.toLowerCase()) ? bare.toLowerCase() : bare
}

type Damage = (text: string, random: () => number) => string
const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0lIO:"

const at = (text: string, random: () => number): number => Math.floor(random() * text.length)
const letter = (random: () => number): string => LETTERS.charAt(at(LETTERS, random))
const replaced = (text: string, from: number, length: number, by: string): string =>
  text.slice(0, from) + by + text.slice(from + length)
const repeated =
  (times: number, damage: Damage): Damage =>
  (text, random) =>
    Array.from({ length: 1 + Math.floor(random() * times) }).reduce<string>((each) => damage(each, random), text)

const substituted: Damage = (text, random) => replaced(text, at(text, random), 1, letter(random))
const dropped: Damage = (text, random) => replaced(text, at(text, random), 1, "")
const inserted: Damage = (text, random) => replaced(text, at(text, random), 0, letter(random))
const swapped: Damage = (text, random) => {
  const from = Math.min(at(text, random), text.length - 2)
  return replaced(text, from, 2, `${text.charAt(from + 1)}${text.charAt(from)}`)
}
const doubled: Damage = (text, random) => {
  const from = at(text, random)
  return replaced(text, from, 0, text.slice(from, from + 1 + at("four", random)))
}
const recased: Damage = (text, random) => {
  const from = at(text, random)
  const one = text.charAt(from)
  return replaced(text, from, 1, one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())
}
const cut: Damage = (text, random) => text.slice(0, at(text, random))
/** The weakness of Bech32 that BIP350 fixed: q before a final p. */
const stuffed: Damage = (text, random) => replaced(text, text.length - 1, 0, "q".repeat(1 + at("four", random)))

const DAMAGES: ReadonlyArray<Damage> = [
  repeated(4, substituted),
  repeated(2, dropped),
  repeated(2, inserted),
  repeated(2, swapped),
  doubled,
  recased,
  cut,
  stuffed,
]

/** Reproducible random numbers between 0 and 1 from a seed (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
