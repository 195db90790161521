import { Effect, Result } from "effect"
import type { Hex } from "../Chain.ts"
import { CHAIN_NAMES, type Network, networks, STAGES } from "../networks.ts"
import type { Address } from "./Address.ts"
import { readBase58 } from "./readBase58.ts"
import { readCashaddr } from "./readCashaddr.ts"
import { readWitness } from "./readWitness.ts"
import { AddressRefused } from "./refusals.ts"

/** Longer texts are not looked at; the longest address of any network here has 74 characters. */
const TEXT_LENGTH_MAX = 120

/** MimbleWimble addresses of Litecoin's networks (Litecoin Core, chainparams.cpp, mweb_hrp). */
const CONFIDENTIAL = /^(ltcmweb|tmweb|rmweb)1/i

/** Public test networks, which nobody runs here: known so that their addresses get the right refusal. */
const TEST_NETWORKS: ReadonlyArray<Network> = [
  { ...networks.BTC.regtest, hrp: "tb" },
  { ...networks.LTC.regtest, hrp: "tltc" },
  { ...networks.BCH.regtest, cashPrefix: "bchtest" },
]

/**
 * Reads what a person gives as an address of a network. Spaces around it are taken away; nothing else is mended.
 * @returns the address with its script, or by name why nobody pays to it
 */
export function readAddress(network: Network, text: string): Result.Result<Address, AddressRefused> {
  const trimmed = text.trim()
  const malformed = new AddressRefused({ reason: "malformed" })
  if (trimmed === "" || trimmed.length > TEXT_LENGTH_MAX) return Result.fail(malformed)
  if (CONFIDENTIAL.test(trimmed)) return Result.fail(new AddressRefused({ reason: "confidential", chain: "LTC" }))
  return readIn(network, trimmed) ?? Result.fail(whoseElse(network, trimmed) ?? malformed)
}

/**
 * The same, and refuses our own addresses: those are paid in the books.
 * @param isOwn says whether a script is one that we gave out or keep change on
 */
export const readPayee = Effect.fn("readPayee")(function* <E, R>(
  network: Network,
  text: string,
  isOwn: (script: Hex) => Effect.Effect<boolean, E, R>,
) {
  const address = yield* Effect.fromResult(readAddress(network, text))
  if (yield* isOwn(address.script)) return yield* new AddressRefused({ reason: "own" })
  return address
})

type Reading = Result.Result<Address, AddressRefused> | undefined

/** undefined where the text is no address of this network at all. */
function readIn(network: Network, text: string): Reading {
  return readWitness(network, text) ?? readCashaddr(network, text) ?? readBase58(network, text)
}

/** The refusal of an address that is right somewhere else. The same coin's other networks come first: they are likelier. */
function whoseElse(network: Network, text: string): AddressRefused | undefined {
  const known = [...CHAIN_NAMES.flatMap((name) => STAGES.map((stage) => networks[name][stage])), ...TEST_NETWORKS]
  const owners = known.filter((other) => other !== network && readIn(other, text) !== undefined)
  const sameCoin = owners.some(({ name }) => name === network.name)
  if (sameCoin) return new AddressRefused({ reason: "otherNetwork", chain: network.name })
  const [owner] = owners
  return owner && new AddressRefused({ reason: "otherChain", chain: owner.name })
}
