import { UnfitFile } from "./FileReader.ts"

/** A box (ISO 14496-12, 4.2): its payload is from `start` to `end`. */
export type Box = { readonly type: string; readonly at: number; readonly start: number; readonly end: number }

/** Part of a file in memory. Positions of boxes are those in the file. */
export type Index = { readonly bytes: Buffer; readonly offset: number; readonly length: number }

/** The boxes in another one. Trailing zeros, as QuickTime writes them, end the list. */
export function* boxesIn({ bytes, offset }: Index, { start, end }: Box): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const box = readBox(bytes.subarray(at - offset, at - offset + 16), at, end)
    if (box.type === "\0\0\0\0") return
    yield box
    at = box.end
  }
}

/** Finds a box by its path from another one. */
export const findBox = (index: Index, from: Box, ...path: ReadonlyArray<string>): Box | null => {
  const [type, ...rest] = path
  if (type === undefined) return from
  for (const box of boxesIn(index, from)) if (box.type === type) return findBox(index, box, ...rest)
  return null
}

/** Reads a box header; the box must end within its parent. A length of 0 means up to the end. */
export const readBox = (head: Buffer, at: number, parentEnd: number): Box => {
  if (head.length < 8) throw new UnfitFile("damaged")
  const type = head.toString("latin1", 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length < 16) throw new UnfitFile("damaged")
  const headerBytes = short === 1 ? 16 : 8
  const length = short === 0 ? parentEnd - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
  if (length < headerBytes && type !== "\0\0\0\0") throw new UnfitFile("damaged")
  if (at + length > parentEnd) throw new UnfitFile("damaged")
  return { type, at, start: at + headerBytes, end: at + length }
}
