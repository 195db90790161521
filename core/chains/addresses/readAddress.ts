import { OutScript, Address as ScureAddress } from "@scure/btc-signer"
import { Effect, Result } from "effect"
import { hexOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"
import { CHAIN_NAMES, type Network, networks, STAGES } from "../networks.ts"
import type { Address } from "./Address.ts"
import { readCashaddr, writeCashaddr } from "./readCashaddr.ts"
import { readWitness } from "./readWitness.ts"
import { AddressRefused } from "./refusals.ts"
import { scureNetwork } from "./scureNetwork.ts"

const TYPES = { pkh: "p2pkh", sh: "p2sh" } as const

/**
 * Parses a base58check address. If another coin uses the same version byte and this network has an unambiguous form,
 * refuses the address and offers that form.
 * @returns undefined if the text is not an address of this network
 */
function readBase58(network: Network, text: string): Result.Result<Address, AddressRefused> | undefined {
  const { p2pkh, p2sh, cashPrefix } = network
  if (p2pkh === null) return undefined
  for (const [index, version] of (p2sh.length > 0 ? p2sh : [NO_VERSION]).entries()) {
    const address = decode(network, version, text)
    if (address === undefined) continue
    if (cashPrefix !== null) return ambiguous(writeCashaddr(cashPrefix, address.type, address.hash))
    // Later version bytes for script hashes are those that the coin once shared with Bitcoin; the first is its own.
    const isShared = address.type === "p2sh" && index > 0
    return isShared ? ambiguous(writeScriptHash(network, address.hash)) : Result.succeed(withoutHash(address))
  }
  return undefined
}

const NO_VERSION = -1

interface Decoded extends Address {
  readonly type: "p2pkh" | "p2sh"
  readonly hash: Uint8Array
}

function decode(network: Network, version: number, text: string): Decoded | undefined {
  try {
    const decoded = ScureAddress(scureNetwork(network, version)).decode(text)
    if (decoded.type !== "pkh" && decoded.type !== "sh") return undefined
    return { text, type: TYPES[decoded.type], script: hexOf(OutScript.encode(decoded)), hash: decoded.hash }
  } catch {
    return undefined
  }
}

const writeScriptHash = (network: Network, hash: Uint8Array): string =>
  ScureAddress(scureNetwork(network)).encode({ type: "sh", hash })

const withoutHash = ({ text, type, script }: Decoded): Address => ({ text, type, script })

const ambiguous = (instead: string) => Result.fail(new AddressRefused({ reason: "ambiguous", instead }))

/** Longer texts are refused unread; the longest address of any network here has 74 characters. */
const TEXT_LENGTH_MAX = 120

/** MimbleWimble prefixes of Litecoin's networks (Litecoin Core, chainparams.cpp, mweb_hrp). */
const CONFIDENTIAL = /^(ltcmweb|tmweb|rmweb)1/i

/** Public test networks, which the product does not use. Known so that their addresses get the right refusal. */
const TEST_NETWORKS: ReadonlyArray<Network> = [
  { ...networks.BTC.regtest, hrp: "tb" },
  { ...networks.LTC.regtest, hrp: "tltc" },
  { ...networks.BCH.regtest, cashPrefix: "bchtest" },
]

/**
 * Parses the address of a network as entered by a user. Trims spaces and corrects nothing else.
 * @returns the address with its script, or the reason why it cannot be paid
 */
export function readAddress(network: Network, text: string): Result.Result<Address, AddressRefused> {
  const trimmed = text.trim()
  const malformed = new AddressRefused({ reason: "malformed" })
  if (trimmed === "" || trimmed.length > TEXT_LENGTH_MAX) return Result.fail(malformed)
  if (CONFIDENTIAL.test(trimmed)) return Result.fail(new AddressRefused({ reason: "confidential", chain: "LTC" }))
  return readIn(network, trimmed) ?? Result.fail(whoseElse(network, trimmed) ?? malformed)
}

/**
 * Parses an address and refuses our own, because payments to them are transfers in the ledger.
 * @param isOwn whether a script is one of our receiving or change scripts
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

/** undefined if the text is not an address of this network. */
function readIn(network: Network, text: string): Reading {
  return readWitness(network, text) ?? readCashaddr(network, text) ?? readBase58(network, text)
}

/**
 * The refusal of an address that is valid elsewhere. Checks the other networks of the same coin first, because they are
 * likelier.
 */
function whoseElse(network: Network, text: string): AddressRefused | undefined {
  const known = [...CHAIN_NAMES.flatMap((name) => STAGES.map((stage) => networks[name][stage])), ...TEST_NETWORKS]
  const owners = known.filter((other) => other !== network && readIn(other, text) !== undefined)
  const sameCoin = owners.some(({ name }) => name === network.name)
  if (sameCoin) return new AddressRefused({ reason: "otherNetwork", chain: network.name })
  const [owner] = owners
  return owner && new AddressRefused({ reason: "otherChain", chain: owner.name })
}
