/**
 * Receipts of paydays, and how anybody verifies one: this file has no other dependency than SHA-256 of the platform, so a
 * browser and an independent tool can do the same.
 *
 * Every closed period becomes a few entries: what was paid, who got how much of it, what went back. An entry contains a
 * random salt and a tag that stands for the period, so nobody can guess what others have. A payday proof is the root of a
 * Merkle tree over the entries of many periods in the order of their hashes. Each proof contains the digest of the one
 * before it, and the last proof of the wallet.
 */

/**
 * What an entry says: `paid` is the sum that the payer was charged, the others are its parts. `forwarded` is what a creator
 * passed on of a share or of premium, which does not contain it then.
 */
export const ENTRY_KINDS = ["paid", "share", "premium", "forwarded", "cut", "returned"] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** The other half of each pair of hashes on the way from an entry to the root. */
export type Sibling = { readonly hash: string; readonly isLeft: boolean }

export type ReceiptEntry = {
  readonly kind: EntryKind
  /** The creator who got it; empty for the payer and the platform. */
  readonly recipient: string
  readonly assetTypeId: number
  /** Minor units as text. */
  readonly units: string
  readonly tag: string
  readonly salt: string
  readonly path: ReadonlyArray<Sibling>
}

/** The period that a payer's receipt is about, and the salt that opens its tag. */
export type ReceiptCycle = {
  readonly personId: string
  readonly number: number
  readonly n: number
  readonly salt: string
}

export type PaydayProof = {
  /** Proofs are numbered from 1. */
  readonly number: number
  readonly cycles: number
  readonly entries: number
  readonly root: string
  /** Digest of the proof before it; empty for the first one. */
  readonly previous: string
  /** The last proof of the wallet at that time, as operators keep it; empty before the first one. */
  readonly walletProof: string
  readonly digest: string
}

export type Receipt = {
  /** Null on the receipt of a creator, which does not say who paid. */
  readonly cycle: ReceiptCycle | null
  readonly entries: ReadonlyArray<ReceiptEntry>
  readonly proof: PaydayProof
}

/** What is wrong with a receipt. */
export type ReceiptProblem = "empty" | "path" | "tag" | "sum" | "digest"

export const cycleText = ({ personId, number, n, salt }: ReceiptCycle): string =>
  JSON.stringify(["quire.cycle.1", personId, number, n, salt])

export const entryText = (entry: Omit<ReceiptEntry, "path">): string =>
  JSON.stringify(["quire.entry.1", entry.tag, entry.kind, entry.recipient, entry.assetTypeId, entry.units, entry.salt])

export const proofText = ({ number, previous, root, cycles, entries, walletProof }: Omit<PaydayProof, "digest">) =>
  JSON.stringify(["quire.payday.1", number, previous, root, cycles, entries, walletProof])

/** Prefixes, so that no entry can pass for a pair of hashes. */
export const ENTRY_PREFIX = 0
export const PAIR_PREFIX = 1

/**
 * Verifies a receipt on its own. The root must also be the published one, which the caller compares.
 * @returns problems; empty if all is right
 */
export const verifyReceipt = async ({ cycle, entries, proof }: Receipt): Promise<ReadonlyArray<ReceiptProblem>> => {
  const problems = new Set<ReceiptProblem>()
  if (entries.length === 0) problems.add("empty")
  const tag = cycle === null ? null : toHex(await sha256(encode(cycleText(cycle))))
  for (const entry of entries) {
    if (tag !== null && entry.tag !== tag) problems.add("tag")
    if (toHex(await rootFrom(entry)) !== proof.root) problems.add("path")
  }
  if (cycle !== null && !isWhole(entries)) problems.add("sum")
  if (toHex(await sha256(encode(proofText(proof)))) !== proof.digest) problems.add("digest")
  return [...problems]
}

/** Whether the parts of a period are exactly what was paid. */
const isWhole = (entries: ReadonlyArray<ReceiptEntry>): boolean => {
  const sumOf = (isCounted: (kind: EntryKind) => boolean) =>
    entries.filter(({ kind }) => isCounted(kind)).reduce((sum, { units }) => sum + BigInt(units), 0n)
  const isOneAsset = new Set(entries.map(({ assetTypeId }) => assetTypeId)).size === 1
  const paid = entries.filter(({ kind }) => kind === "paid")
  return isOneAsset && paid.length === 1 && sumOf((kind) => kind === "paid") === sumOf((kind) => kind !== "paid")
}

const rootFrom = async (entry: ReceiptEntry): Promise<Bytes> => {
  let hash = await sha256(join([ENTRY_PREFIX], encode(entryText(entry))))
  for (const { hash: other, isLeft } of entry.path) {
    const sibling = fromHex(other)
    hash = await sha256(isLeft ? join([PAIR_PREFIX], sibling, hash) : join([PAIR_PREFIX], hash, sibling))
  }
  return hash
}

type Bytes = Uint8Array<ArrayBuffer>
const encode = (text: string): Bytes => new TextEncoder().encode(text)
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
const join = (...parts: ReadonlyArray<ArrayLike<number>>): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
const fromHex = (hex: string): Bytes =>
  /^[0-9a-f]{64}$/.test(hex)
    ? Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
    : new Uint8Array()
