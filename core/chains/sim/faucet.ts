import { createHash } from "node:crypto"
import { RawTx, Transaction } from "@scure/btc-signer"
import { pubECDSA } from "@scure/btc-signer/utils.js"
import { bytesOf, hexOf } from "../bytes.ts"
import type { Hex, Outpoint } from "../Chain.ts"
import type { ChainName, Network } from "../networks.ts"
import { SEQUENCE_REPLACEABLE } from "../payment/makePsbt.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { type SpentOutput, signInput } from "./signatures.ts"

/** Number of outputs of the first block, and the amount of each, as the faucet's supply. 1,000 coins. */
export const FIRST_OUTPUTS = 64
export const FIRST_OUTPUT_UNITS = 100_000_000_000n
/** Reward of each block for the miner, which is also the faucet: 50 coins, plus all fees. */
export const REWARD_UNITS = 5_000_000_000n

/** The other users of a demo chain. Its key is derived from the seed and is not secret. */
export interface Faucet {
  readonly script: Hex
  readonly privateKey: Uint8Array
}

export const faucetOf = (network: Network, seed: string): Faucet => {
  const known = last.get(network.name)
  if (known?.seed === seed) return known.faucet
  const privateKey = new Uint8Array(createHash("sha256").update(`faucet\n${network.name}\n${seed}`).digest())
  const faucet = { privateKey, script: ownScriptOf(network, pubECDSA(privateKey)) }
  last.set(network.name, { seed, faucet })
  return faucet
}

/** Cache of the last faucet per chain: every read of a chain needs it, and deriving a key takes half a millisecond. */
const last = new Map<ChainName, { readonly seed: string; readonly faucet: Faucet }>()

/** A signed transaction of the faucet. */
export const signedByFaucet = (
  network: Network,
  faucet: Faucet,
  coins: ReadonlyArray<Outpoint & SpentOutput>,
  outputs: ReadonlyArray<SpentOutput>,
): Hex => {
  const transaction = new Transaction({ version: 2, allowUnknownOutputs: true, disableScriptCheck: true })
  for (const { txid, vout, script, amount } of coins) {
    transaction.addInput({
      txid,
      index: vout,
      sequence: SEQUENCE_REPLACEABLE,
      witnessUtxo: { script: bytesOf(script), amount },
    })
  }
  for (const { script, amount } of outputs) transaction.addOutput({ script: bytesOf(script), amount })
  for (const [index, { amount }] of coins.entries()) signInput(network, transaction, index, amount, faucet.privateKey)
  return hexOf(transaction.toBytes(true, network.ownScript === "p2wpkh"))
}

/** The coinbase transaction of a block: its only input contains the block number, so that no two are equal. */
export const coinbaseOf = (faucet: Faucet, made: number, amounts: ReadonlyArray<bigint>): Hex => {
  const number = Buffer.alloc(9)
  number[0] = 8
  number.writeBigUInt64LE(BigInt(made), 1)
  return hexOf(
    RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [
        { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: new Uint8Array(number), sequence: 0xffffffff },
      ],
      outputs: amounts.map((amount) => ({ script: bytesOf(faucet.script), amount })),
      witnesses: undefined,
      lockTime: 0,
    }),
  )
}
