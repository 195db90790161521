import { bech32, bech32m } from "@scure/base"
import { OutScript, Address as ScureAddress } from "@scure/btc-signer"
import { Result } from "effect"
import { hexOf } from "../bytes.ts"
import type { Network } from "../networks.ts"
import type { Address } from "./Address.ts"
import { AddressRefused } from "./refusals.ts"
import { scureNetwork } from "./scureNetwork.ts"

/** Minimum and maximum bytes of a witness program, and the valid lengths for version 0 (BIP141). */
const PROGRAM_BYTES_MIN = 2
const PROGRAM_BYTES_MAX = 40
const VERSION_MAX = 16

/**
 * Parses a segregated witness address (BIP173, BIP350): version 0 with 20 or 32 bytes, version 1 with a key of 32 bytes
 * on the curve. Other well-formed addresses are refused with a reason.
 * @returns undefined if the text is not an address of this network
 */
export function readWitness(network: Network, text: string): Result.Result<Address, AddressRefused> | undefined {
  if (network.hrp === null || !text.toLowerCase().startsWith(`${network.hrp}1`)) return undefined
  const program = readProgram(network.hrp, text)
  if (program === undefined) return undefined
  if (program.version > 1 || (program.version === 1 && program.bytes !== TAPROOT_KEY_BYTES)) {
    return Result.fail(new AddressRefused({ reason: "unknownWitness" }))
  }
  const decoded = decode(network, text)
  // A well-formed address of a known kind can only fail because its key is not the x coordinate of a point.
  if (decoded === undefined) {
    return program.version === 1 ? Result.fail(new AddressRefused({ reason: "noPoint" })) : undefined
  }
  return Result.succeed({ ...decoded, text: text.toLowerCase() })
}

const TAPROOT_KEY_BYTES = 32
const WITNESS_TYPES = { wpkh: "p2wpkh", wsh: "p2wsh", tr: "p2tr" } as const

/** Decodes with the library up to the script, because decoding alone accepts keys that are not on the curve. */
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

/** Version and length, if checksum, case and padding are valid and BIP141 allows the length. */
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
