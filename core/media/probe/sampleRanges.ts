import { type Box, findBox, type Index } from "./boxes.ts"
import { UnfitFile } from "./FileReader.ts"

/** Samples of a track that is not played: a route of two hours has 7,200 to 130,000. */
const SAMPLES_MAX = 500_000

/** Where the samples of a track are in the file (ISO 14496-12, 8.7): one range per chunk. */
export const sampleRanges = (
  index: Index,
  track: Box,
): ReadonlyArray<{ readonly first: number; readonly bytes: number }> => {
  const table = findBox(index, track, "mdia", "minf", "stbl")
  if (table === null) return []
  const offsets = chunkOffsets(index, table)
  const [runs, sizeOf] = [sampleRuns(index, table), sampleSizes(index, table)]
  const ranges: Array<{ first: number; bytes: number }> = []
  let [sample, run] = [0, 0]
  for (const [chunk, first] of offsets.entries()) {
    // Runs are sorted by their first chunk, which counts from 1.
    while ((runs[run + 1]?.firstChunk ?? Number.POSITIVE_INFINITY) <= chunk + 1) run++
    const samples = runs[run]?.samples ?? 0
    if (sample + samples > SAMPLES_MAX) throw new UnfitFile("complex")
    let bytes = 0
    for (let count = 0; count < samples; count++) bytes += sizeOf(sample++)
    if (first + bytes > index.length) throw new UnfitFile("damaged")
    if (bytes > 0) ranges.push({ first, bytes })
  }
  return ranges
}

/** Reads the entries of a table: a count after `skip` bytes, then entries of the same width. */
const entriesOf = (index: Index, box: Box, skip: number, width: number) => {
  const at = box.start - index.offset + skip
  if (box.start + skip + 4 > box.end) throw new UnfitFile("damaged")
  const count = index.bytes.readUInt32BE(at)
  if (box.start + skip + 4 + count * width > box.end) throw new UnfitFile("damaged")
  if (count > SAMPLES_MAX) throw new UnfitFile("complex")
  return { count, at: at + 4 }
}

const chunkOffsets = (index: Index, table: Box): ReadonlyArray<number> => {
  const short = findBox(index, table, "stco")
  const box = short ?? findBox(index, table, "co64")
  if (box === null) return []
  const width = short === null ? 8 : 4
  const { count, at } = entriesOf(index, box, 4, width)
  return Array.from({ length: count }, (_, entry) =>
    short === null ? Number(index.bytes.readBigUInt64BE(at + entry * 8)) : index.bytes.readUInt32BE(at + entry * 4),
  )
}

const sampleRuns = (
  index: Index,
  table: Box,
): ReadonlyArray<{ readonly firstChunk: number; readonly samples: number }> => {
  const box = findBox(index, table, "stsc")
  if (box === null) return []
  const { count, at } = entriesOf(index, box, 4, 12)
  return Array.from({ length: count }, (_, entry) => ({
    firstChunk: index.bytes.readUInt32BE(at + entry * 12),
    samples: index.bytes.readUInt32BE(at + entry * 12 + 4),
  }))
}

/** The size of a sample by its number: the same for all, or from a table. */
const sampleSizes = (index: Index, table: Box): ((sample: number) => number) => {
  const box = findBox(index, table, "stsz")
  if (box === null || box.start + 12 > box.end) return () => 0
  const same = index.bytes.readUInt32BE(box.start - index.offset + 4)
  if (same > 0) return () => same
  const { count, at } = entriesOf(index, box, 8, 4)
  return (sample) => (sample < count ? index.bytes.readUInt32BE(at + sample * 4) : 0)
}
