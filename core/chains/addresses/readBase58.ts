import { OutScript, Address as ScureAddress } from "@scure/btc-signer"
import { Result } from "effect"
import { hexOf } from "../bytes.ts"
import type { Network } from "../networks.ts"
import type { Address } from "./Address.ts"
import { writeCashaddr } from "./readCashaddr.ts"
import { AddressRefused } from "./refusals.ts"
import { scureNetwork } from "./scureNetwork.ts"

const TYPES = { pkh: "p2pkh", sh: "p2sh" } as const

/**
 * Parses a base58check address. If another coin uses the same version byte and this network has an unambiguous form,
 * refuses the address and offers that form.
 * @returns undefined if the text is not an address of this network
 */
export function readBase58(network: Network, text: string): Result.Result<Address, AddressRefused> | undefined {
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
