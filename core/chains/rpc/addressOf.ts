import { writeAddress } from "../addresses/writeAddress.ts"
import { bytesOf } from "../bytes.ts"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/** Position of the key hash in our scripts: after the witness version, or among the opcodes of P2PKH. */
const HASH_AT = { p2wpkh: 2 * 2, p2pkh: 2 * 3 } as const
const HASH_LENGTH = 2 * 20

/** The address of one of our scripts, which nodes use as a parameter. */
export const addressOf = (network: Network, script: Hex): string => {
  const at = HASH_AT[network.ownScript]
  return writeAddress(network, network.ownScript, bytesOf(script.slice(at, at + HASH_LENGTH)))
}
