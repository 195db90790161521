import { type Box, boxesIn, findBox, type Index, readBox } from "./boxes.ts"
import { type FileReader, UnfitFile } from "./FileReader.ts"
import type { Patch } from "./Patch.ts"
import { sampleRanges } from "./sampleRanges.ts"

/** The index of two hours of video with three tracks has about 15 MB. */
const INDEX_BYTES_MAX = 64 * 1024 * 1024
/** Fragments of two seconds make 7,200 boxes in two hours. */
const TOP_BOXES_MAX = 40_000
/** Boxes within the index, without the tables of samples. */
const INDEX_BOXES_MAX = 4_000
const TRACKS_MAX = 32
const DEPTH_MAX = 12

/** Boxes that contain boxes, as far as their content matters here. */
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "mvex", "edts"])
/**
 * Boxes with what cameras and editors note about a recording, such as its place: user data, metadata items and boxes of
 * manufacturers.
 */
const PRIVATE = new Set(["udta", "meta", "uuid"])
/** Headers that begin with the time of the recording. */
const DATED = new Set(["mvhd", "tkhd", "mdhd"])
/** Tracks that are played. Others may contain the route of a camera, second by second. */
const PLAYED = new Set(["vide", "soun"])

/**
 * Checks the boxes of an MP4 or QuickTime file, and returns the patches that remove where and when it was recorded. No
 * byte moves, so the index stays valid.
 */
export const cleanMp4 = async (file: FileReader): Promise<ReadonlyArray<Patch>> => {
  const patches: Array<Patch> = []
  let hasIndex = false
  let count = 0
  for (let at = 0; at < file.length; ) {
    if (++count > TOP_BOXES_MAX) throw new UnfitFile("complex")
    const box = readBox(await file.read(at, 16), at, file.length)
    if (PRIVATE.has(box.type)) patches.push(...blank(box))
    if (box.type === "moov") {
      if (hasIndex) throw new UnfitFile("damaged")
      hasIndex = true
      if (box.end - box.at > INDEX_BYTES_MAX) throw new UnfitFile("complex")
      const bytes = await file.read(box.at, box.end - box.at)
      patches.push(...cleanIndex({ bytes, offset: box.at, length: file.length }, box))
    }
    at = box.end
  }
  if (!hasIndex) throw new UnfitFile("damaged")
  return patches
}

const cleanIndex = (index: Index, moov: Box): ReadonlyArray<Patch> => {
  const patches: Array<Patch> = []
  let [count, tracks] = [0, 0]
  const walk = (parent: Box, depth: number) => {
    if (depth > DEPTH_MAX) throw new UnfitFile("complex")
    for (const box of boxesIn(index, parent)) {
      if (++count > INDEX_BOXES_MAX) throw new UnfitFile("complex")
      if (PRIVATE.has(box.type)) patches.push(...blank(box))
      else if (box.type === "trak") {
        if (++tracks > TRACKS_MAX) throw new UnfitFile("complex")
        const handler = handlerOf(index, box)
        if (PLAYED.has(handler)) walk(box, depth + 1)
        else {
          for (const { first, bytes } of sampleRanges(index, box)) patches.push({ at: first, zeros: bytes })
          patches.push(...blank(box))
        }
      } else if (CONTAINERS.has(box.type)) walk(box, depth + 1)
      else if (DATED.has(box.type)) patches.push(undate(index, box))
    }
  }
  walk(moov, 0)
  return patches
}

const handlerOf = (index: Index, track: Box): string => {
  const handler = findBox(index, track, "mdia", "hdlr")
  return handler === null ? "" : textAt(index, handler.start + 8)
}

const textAt = ({ bytes, offset }: Index, at: number): string => bytes.toString("latin1", at - offset, at - offset + 4)

/** Turns a box into free space of the same length (ISO 14496-12, 8.1.2). */
const blank = ({ at, start, end }: Box): ReadonlyArray<Patch> => [
  { at: at + 4, bytes: Buffer.from("free") },
  ...(end > start ? [{ at: start, zeros: end - start }] : []),
]

/** Clears the times of creation and change of a header: after version and flags, in 4 or 8 bytes each. */
const undate = ({ bytes, offset }: Index, { start, end }: Box): Patch => {
  const zeros = bytes[start - offset] === 1 ? 16 : 8
  if (start + 4 + zeros > end) throw new UnfitFile("damaged")
  return { at: start + 4, zeros }
}
