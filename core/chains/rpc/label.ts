import { bytesOf } from "../bytes.ts"
import type { Hex, KeyOrigin, Watch } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"

const FORM = /^\[([0-9a-f]{8})((?:\/\d{1,10}'?)+)\](0[23][0-9a-f]{64})$/

/**
 * The key origin of a watched script in descriptor format (Bitcoin Core, doc/descriptors.md). It is the label of the
 * script's address in the node's wallet, so the node itself stores the origins: every dialect supports labels, and an
 * address with a label never counts as change, which would be omitted.
 */
export const labelOf = ({ fingerprint, path, publicKey }: KeyOrigin): string =>
  `[${fingerprint}${path.slice(1)}]${publicKey}`

/** The key and the script of a label; undefined for labels of other programs. */
export function readLabel(network: Network, label: string | undefined): Pick<Watch, "script" | "key"> | undefined {
  const [, fingerprint, steps, publicKey] = FORM.exec(label ?? "") ?? []
  if (fingerprint === undefined || steps === undefined || publicKey === undefined) return undefined
  const script: Hex = ownScriptOf(network, bytesOf(publicKey))
  return { script, key: { fingerprint, path: `m${steps}`, publicKey } }
}
