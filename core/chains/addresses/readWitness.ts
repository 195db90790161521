import { bech32, bech32m } from "@scure/base"
import { OutScript, Address as ScureAddress } from "@scure/btc-signer"
import { Result } from "effect"
import { hexOf } from "../bytes.ts"
import type { Network } from "../networks.ts"
import type { Address } from "./Address.ts"
import { AddressRefused } from "./refusals.ts"
import { scureNetwork } from "./scureNetwork.ts"

/** Bounds of a witness program in bytes, and the lengths that version 0 may have (BIP141). */
const PROGRAM_BYTES_MIN = 2
const PROGRAM_BYTES_MAX = 40
const VERSION_MAX = 16

/**
 * Reads a segregated witness address (BIP173, BIP350): version 0 with 20 or 32 bytes, version 1 with a key of 32 bytes that lies
 * on the curve. What else is well formed is refused by name.
 * @returns undefined where the text is none of this network
 */
export function readWitness(network: Network, text: string): Result.Result<Address, AddressRefused> | undefined {
  if (network.hrp === null || !text.toLowerCase().startsWith(`${network.hrp}1`)) return undefined
  const program = readProgram(network.hrp, text)
  if (program === undefined) return undefined
  if (program.version > 1 || (program.version === 1 && program.bytes !== TAPROOT_KEY_BYTES)) {
    return Result.fail(new AddressRefused({ reason: "unknownWitness" }))
  }
  const decoded = decode(network, text)
  // What is well formed and of a known kind fails on one thing only: a key that is the x of no point.
  if (decoded === undefined) {
    return program.version === 1 ? Result.fail(new AddressRefused({ reason: "noPoint" })) : undefined
  }
  return Result.succeed({ ...decoded, text: text.toLowerCase() })
}

const TAPROOT_KEY_BYTES = 32
const WITNESS_TYPES = { wpkh: "p2wpkh", wsh: "p2wsh", tr: "p2tr" } as const

/** The library's own reading, forth to the script: reading alone lets keys pass that lie on no curve. */
function decode(network: Network, text: string): Omit<Address, "text"> | undefined {
  try {
    const decoded = ScureAddress(scureNetwork(network)).decode(text)
    const type = WITNESS_TYPES[decoded.type as keyof typeof WITNESS_TYPES]
    return type && { type, script: hexOf(OutScript.encode(decoded)) }
  } catch {
    return undefined
  }
}

interface Program {
  readonly version: number
  /** Its length. */
  readonly bytes: number
}

/** Version and length, where checksum, case and padding are right and BIP141 allows the length. */
function readProgram(hrp: string, text: string): Program | undefined {
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text)
    if (decoded === undefined || decoded.prefix !== hrp) continue
    const [version = VERSION_MAX + 1, ...words] = decoded.words
    const bytes = coder.fromWordsUnsafe(words)?.length
    if (version > VERSION_MAX || bytes === undefined || (version === 0) !== (coder === bech32)) return undefined
    if (bytes < PROGRAM_BYTES_MIN || bytes > PROGRAM_BYTES_MAX) return undefined
    return version === 0 && bytes !== 20 && bytes !== 32 ? undefined : { version, bytes }
  }
  return undefined
}
