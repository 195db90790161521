import { bytesOf } from "../bytes.ts"
import type { Hex, KeyOrigin, Watch } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"

const FORM = /^\[([0-9a-f]{8})((?:\/\d{1,10}'?)+)\](0[23][0-9a-f]{64})$/

/**
 * Where the key of a watched script lies, as descriptors write it (Bitcoin Core, doc/descriptors.md). It is the label of the
 * script's address in the node's wallet, so that the node itself keeps our book of keys: every dialect has labels, and an
 * address with one is never taken for change and left out.
 */
export const labelOf = ({ fingerprint, path, publicKey }: KeyOrigin): string =>
  `[${fingerprint}${path.slice(1)}]${publicKey}`

/** The key and the script of a label; undefined for labels that somebody else gave. */
export function readLabel(network: Network, label: string | undefined): Pick<Watch, "script" | "key"> | undefined {
  const [, fingerprint, steps, publicKey] = FORM.exec(label ?? "") ?? []
  if (fingerprint === undefined || steps === undefined || publicKey === undefined) return undefined
  const script: Hex = ownScriptOf(network, bytesOf(publicKey))
  return { script, key: { fingerprint, path: `m${steps}`, publicKey } }
}
