import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/**
 * Weight units (BIP141) of an input that spends one of our scripts with the longest signature: outpoint 36, length 1,
 * sequence 4, and signature 72 with key 33, each with its length byte; witness bytes weigh a quarter.
 */
const INPUT_WEIGHT = { p2pkh: 4 * (41 + 107), p2wpkh: 4 * 41 + 108 } as const
/** Version, lock time and both counts at maximum length; with witnesses also marker and flag. */
const FRAME_WEIGHT = { p2pkh: 4 * 14, p2wpkh: 4 * 14 + 2 } as const

/** Maximum virtual bytes of a payment after signing. */
export const vbytesOf = ({ ownScript }: Network, inputs: number, outputs: ReadonlyArray<Hex>): number =>
  Math.ceil((FRAME_WEIGHT[ownScript] + inputs * INPUT_WEIGHT[ownScript]) / 4) +
  outputs.reduce((sum, script) => sum + 8 + 1 + script.length / 2, 0)

/** The fee for a size in virtual bytes at a rate in minor units per 1,000 of them, rounded up. */
export const feeFor = (vbytes: number, feeRate: bigint): bigint => (BigInt(vbytes) * feeRate + 999n) / 1_000n
