import { Transaction } from "@scure/btc-signer"
import { bytesOf, hexOf } from "../bytes.ts"
import type { Hex, Outpoint } from "../Chain.ts"

/** The fields of a signed transaction that a chain uses. */
export interface SimTransaction {
  readonly raw: Hex
  readonly txid: Hex
  readonly vbytes: number
  readonly inputs: ReadonlyArray<Outpoint>
  readonly outputs: ReadonlyArray<{ readonly script: Hex; readonly amount: bigint }>
  /** Signals replaceability (BIP125). */
  readonly isReplaceable: boolean
  /** For digests and signatures. */
  readonly parsed: Transaction
}

/** Accepts any content of a foreign transaction; problems are detected later. */
export const READ_ANYTHING = {
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  allowUnknownVersion: true,
  disableScriptCheck: true,
} as const

/** The highest sequence number that signals replaceability (BIP125). */
const REPLACEABLE_MAX = 0xfffffffd

/** Parses a serialised transaction; null if it is invalid. */
export const readTransaction = (raw: Hex): SimTransaction | null => {
  const parsed = parse(raw)
  if (parsed === null) return null
  const inputs = Array.from({ length: parsed.inputsLength }, (_, index) => parsed.getInput(index))
  const outputs = Array.from({ length: parsed.outputsLength }, (_, index) => parsed.getOutput(index))
  const strippedBytes = parsed.toBytes(true).length
  return {
    raw,
    txid: parsed.id,
    vbytes: Math.ceil((3 * strippedBytes + raw.length / 2) / 4),
    inputs: inputs.map(({ txid = new Uint8Array(), index = 0 }) => ({ txid: hexOf(txid), vout: index })),
    outputs: outputs.map(({ script = new Uint8Array(), amount = 0n }) => ({ script: hexOf(script), amount })),
    isReplaceable: inputs.some(({ sequence = 0 }) => sequence <= REPLACEABLE_MAX),
    parsed,
  }
}

const parse = (raw: Hex): Transaction | null => {
  try {
    const parsed = Transaction.fromRaw(bytesOf(raw), READ_ANYTHING)
    return parsed.inputsLength > 0 && parsed.outputsLength > 0 ? parsed : null
  } catch {
    return null
  }
}
