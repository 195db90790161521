import { createHash } from "node:crypto"
import type { BareEntry } from "./entriesOf.ts"
import { ENTRY_PREFIX, entryText, PAIR_PREFIX, type ReceiptEntry, type Sibling } from "./receipt.ts"

export type MerkleTree = {
  readonly root: string
  /** The entries of a tag, with their ways to the root. */
  readonly entriesOf: (tags: ReadonlySet<string>) => ReadonlyArray<ReceiptEntry>
}

/**
 * A Merkle tree over entries in the order of their hashes, which tells nothing about who belongs together. A node without
 * a partner moves up unchanged.
 */
export const merkleTree = (entries: ReadonlyArray<BareEntry>): MerkleTree => {
  const hashed = entries
    .map((entry) => ({
      entry,
      hash: createHash("sha256").update(Buffer.of(ENTRY_PREFIX)).update(entryText(entry)).digest(),
    }))
    .sort((one, other) => Buffer.compare(one.hash, other.hash))
  const levels: Array<ReadonlyArray<Buffer>> = [hashed.map(({ hash }) => hash)]
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) levels.push(pairsOf(level))
  const byTag = new Map<string, Array<number>>()
  for (const [index, { entry }] of hashed.entries()) {
    const places = byTag.get(entry.tag)
    if (places === undefined) byTag.set(entry.tag, [index])
    else places.push(index)
  }
  return {
    root: levels.at(-1)?.[0]?.toString("hex") ?? "",
    entriesOf: (tags) =>
      [...tags]
        .flatMap((tag) => byTag.get(tag) ?? [])
        .flatMap((index) => {
          const entry = hashed[index]?.entry
          return entry === undefined ? [] : [{ ...entry, path: pathOf(levels, index) }]
        }),
  }
}

const pairsOf = (level: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_, place) => {
    const [left, right] = [level[2 * place], level[2 * place + 1]]
    if (left === undefined || right === undefined) return left ?? Buffer.alloc(0)
    return createHash("sha256").update(Buffer.of(PAIR_PREFIX)).update(left).update(right).digest()
  })

const pathOf = (levels: ReadonlyArray<ReadonlyArray<Buffer>>, leaf: number): ReadonlyArray<Sibling> => {
  let index = leaf
  return levels.flatMap((level) => {
    const isRight = index % 2 === 1
    const sibling = level[isRight ? index - 1 : index + 1]
    index = Math.floor(index / 2)
    return sibling === undefined ? [] : [{ hash: sibling.toString("hex"), isLeft: isRight }]
  })
}
