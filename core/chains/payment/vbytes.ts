import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"

/**
 * Weight units (BIP141) of an input that spends a script of ours with the longest signature there is: outpoint 36, length 1,
 * sequence 4, and signature 72 with key 33, each after its length; in the witness they weigh a quarter.
 */
const INPUT_WEIGHT = { p2pkh: 4 * (41 + 107), p2wpkh: 4 * 41 + 108 } as const
/** Version, lock time and both counts at their longest; with witnesses marker and flag too. */
const FRAME_WEIGHT = { p2pkh: 4 * 14, p2wpkh: 4 * 14 + 2 } as const

/** Virtual bytes that a payment has at most once it is signed. */
export const vbytesOf = ({ ownScript }: Network, inputs: number, outputs: ReadonlyArray<Hex>): number =>
  Math.ceil((FRAME_WEIGHT[ownScript] + inputs * INPUT_WEIGHT[ownScript]) / 4) +
  outputs.reduce((sum, script) => sum + 8 + 1 + script.length / 2, 0)

/** The fee for so many virtual bytes at a rate in minor units for 1,000 of them, rounded up. */
export const feeFor = (vbytes: number, feeRate: bigint): bigint => (BigInt(vbytes) * feeRate + 999n) / 1_000n
