import type { Hex } from "../Chain.ts"

/** Flags in the second byte after the version of an extended transaction: witnesses (1), MimbleWimble (8). */
const MWEB_FLAG = 0x08
const SEQUENCE_BYTES = 4
const OUTPOINT_BYTES = 36

/**
 * Removes Litecoin's MimbleWimble extension from a transaction (Litecoin Core, src/primitives/transaction.h). Payments
 * out of confidential addresses contain it, and no library parses them. The id covers only the rest, so version,
 * inputs, outputs and lock time are returned. Other transactions are returned unchanged.
 */
export function stripMweb(raw: Hex): Hex {
  const bytes = Buffer.from(raw, "hex")
  const hasMore = bytes[4] === 0 && bytes.length > 10
  if (!hasMore || ((bytes[5] ?? 0) & MWEB_FLAG) === 0) return raw
  const start = 6
  let at = start
  const count = (): number => {
    const first = bytes.readUInt8(at)
    at += 1
    if (first < 0xfd) return first
    const size = first === 0xfd ? 2 : 4
    const length = bytes.readUIntLE(at, size)
    at += size
    return length
  }
  const skip = (length: number) => {
    at += length
  }
  for (let inputs = count(); inputs > 0; inputs--) {
    skip(OUTPOINT_BYTES)
    skip(count())
    skip(SEQUENCE_BYTES)
  }
  for (let outputs = count(); outputs > 0; outputs--) {
    skip(8)
    skip(count())
  }
  return Buffer.concat([bytes.subarray(0, 4), bytes.subarray(start, at), bytes.subarray(-4)]).toString("hex")
}
