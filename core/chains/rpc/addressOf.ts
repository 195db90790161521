import { writeAddress } from "../addresses/writeAddress.ts"
import { bytesOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** Where the hash of a key stands in scripts of ours: after the witness version, and among the steps of the older kind. */
const HASH_AT = { p2wpkh: 2 * 2, p2pkh: 2 * 3 } as const
const HASH_LENGTH = 2 * 20

/** The address of a script of ours, by which nodes ask for it. */
export const addressOf = (network: Network, script: Hex): string => {
  const at = HASH_AT[network.ownScript]
  return writeAddress(network, network.ownScript, bytesOf(script.slice(at, at + HASH_LENGTH)))
}
