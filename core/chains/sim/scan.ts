import { HDKey } from "@scure/bip32"
import { Effect } from "effect"
import type { Hex, ScanRange } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { SCAN_SCRIPTS_MAX } from "./limits.ts"

/** Number of scripts derived before the event loop gets a turn: about ten milliseconds. */
const SCRIPTS_AT_ONCE = 16

/** The scripts of account ranges, from their extended public keys. More than SCAN_SCRIPTS_MAX is a defect. */
export const scriptsOf = Effect.fnUntraced(function* (network: Network, ranges: ReadonlyArray<ScanRange>) {
  const total = ranges.reduce((sum, { count }) => sum + count, 0)
  if (total > SCAN_SCRIPTS_MAX) throw new RangeError(`a scan of ${total} scripts`)
  const scripts: Array<Hex> = []
  for (const { xpub, branch, count } of ranges) {
    const keys = HDKey.fromExtendedKey(xpub, network.bip32).deriveChild(branch)
    for (let index = 0; index < count; index++) {
      const { publicKey } = keys.deriveChild(index)
      if (publicKey !== null) scripts.push(ownScriptOf(network, publicKey))
      if (scripts.length % SCRIPTS_AT_ONCE === 0) yield* Effect.yieldNow
    }
  }
  return scripts
})
