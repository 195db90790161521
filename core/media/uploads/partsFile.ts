import { type MediaPlace, openMediaStorage } from "../storage/MediaStorage.ts"
import type { ByteRange, ByteStream, Storage } from "../storage/Storage.ts"

/** A part of a file that arrived in one request. */
export type Part = { readonly first: number; readonly bytes: number; readonly name: string }

/** Whether parts in order cover a file from its first to its last byte. */
export const isComplete = (parts: ReadonlyArray<Part>, length: number): boolean => {
  let next = 0
  for (const { first, bytes } of parts) {
    if (first !== next) return false
    next += bytes
  }
  return next === length
}

/** Reads a range of a file that consists of complete parts. */
export async function* readParts(
  storage: Pick<Storage, "readRange">,
  parts: ReadonlyArray<Part>,
  { first, last }: ByteRange,
): ByteStream & AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const from = Math.max(first - part.first, 0)
    const to = Math.min(last - part.first, part.bytes - 1)
    if (from > to) continue
    const body = await storage.readRange(part.name, { first: from, last: to })
    if (body === null) throw new Error(`part ${part.name} is missing`)
    yield* body
  }
}

/** A complete upload for reading ranges of it, also in a thread. */
export const readUpload = (source: { readonly place: MediaPlace; readonly parts: ReadonlyArray<Part> }) => {
  const storage = openMediaStorage(source.place)
  return (range: ByteRange): ByteStream => readParts(storage, source.parts, range)
}
