import { createHash } from "node:crypto"
import { RawTx, Transaction } from "@scure/btc-signer"
import { pubECDSA } from "@scure/btc-signer/utils.js"
import { bytesOf, hexOf } from "../bytes.ts"
import type { Hex, Outpoint } from "../Chain.ts"
import type { ChainName, Network } from "../networks.ts"
import { SEQUENCE_REPLACEABLE } from "../payment/makePsbt.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { type Spent, signInput } from "./signatures.ts"

/** Outputs of the first block, and how much each has: what the faucet gives away. 1,000 coins. */
export const FIRST_OUTPUTS = 64
export const FIRST_OUTPUT_UNITS = 100_000_000_000n
/** What a miner, who is the faucet too, makes with each block: 50 coins, and all fees. */
export const REWARD_UNITS = 5_000_000_000n

/** Anyone who is not us on a demo chain: its key follows from the seed and is no secret. */
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

/** The last one of each chain: everybody who looks at a chain needs it, and making a key takes half a millisecond. */
const last = new Map<ChainName, { readonly seed: string; readonly faucet: Faucet }>()

/** A transaction of the faucet, signed. */
export const signedByFaucet = (
  network: Network,
  faucet: Faucet,
  coins: ReadonlyArray<Outpoint & Spent>,
  outputs: ReadonlyArray<Spent>,
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

/** What a miner makes in a block: no input but the number of the block, so that no two are the same. */
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
