import { Readable } from "node:stream"
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl"
import { ARCHIVE_ENTRIES_MAX, COMPRESSION_RATIO_MAX, RATIO_BYTES_MIN, UNPACKED_BYTES_MAX } from "../limits.ts"
import { type Archive, type ArchiveFile, type RangeReader, UnfitArchive } from "./Archive.ts"

/**
 * Opens an uploaded file: a zip archive, or any other file as an archive with itself. All limits are checked by the
 * directory, before anything is unpacked; what is unpacked must have the length that the directory declares.
 * @param name the name of a file that is no archive
 */
export const openArchive = async (reader: RangeReader, name: string): Promise<Archive> => {
  const isZip = reader.length >= SIGNATURE_BYTES && ZIP.includes(await headOf(reader))
  return isZip ? openZip(reader) : singleFile(reader, name)
}

const SIGNATURE_BYTES = 4
/** A local header, or the end of an archive without files. */
const ZIP = ["PK\u0003\u0004", "PK\u0005\u0006"]

const headOf = async (reader: RangeReader): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  for await (const piece of reader.read(0, SIGNATURE_BYTES - 1)) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces).toString("latin1")
}

const singleFile = (reader: RangeReader, name: string): Archive => ({
  files: [{ path: name, bytes: reader.length }],
  open: async () => reader.read(0, reader.length - 1),
  close: () => undefined,
})

class UploadReader extends RandomAccessReader {
  readonly #reader: RangeReader
  constructor(reader: RangeReader) {
    super()
    this.#reader = reader
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(end <= start ? [] : this.#reader.read(start, end - 1), { objectMode: false })
  }
}

const openZip = async (reader: RangeReader): Promise<Archive> => {
  const zip = await fromRandomAccessReaderPromise(new UploadReader(reader), reader.length, {
    // Its checks: names without drive, parent and backslash, and streams of the declared length.
    ...{ lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySize: true },
  }).catch(damaged)
  try {
    const entries = await listEntries(zip, reader.length).catch(damaged)
    return {
      files: [...entries].map(([path, { uncompressedSize: bytes }]): ArchiveFile => ({ path, bytes })),
      open: async (path) => {
        const entry = entries.get(path)
        if (entry === undefined) throw new UnfitArchive("damaged")
        return zip.openReadStreamPromise(entry).catch(damaged)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The files of an archive by path. A path that comes twice counts once: archives with two faces are an old trick. */
const listEntries = async (zip: ZipFile, length: number): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > ARCHIVE_ENTRIES_MAX) throw new UnfitArchive("manyEntries")
  const files = new Map<string, Entry>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Entries that share their bytes: a few megabytes can be unpacked to petabytes.
    if (packed > length) throw new UnfitArchive("overlap")
    if (unpacked > UNPACKED_BYTES_MAX) throw new UnfitArchive("bomb")
    const isTight = entry.uncompressedSize > entry.compressedSize * COMPRESSION_RATIO_MAX
    if (isTight && entry.uncompressedSize > RATIO_BYTES_MIN) throw new UnfitArchive("bomb")
    if (entry.isEncrypted()) throw new UnfitArchive("encrypted")
    const path = entry.fileName
    if (!path.endsWith("/") && !IGNORED.test(path) && !files.has(path)) files.set(path, entry)
  }
  return files
}

/** What systems add to archives. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$)/

const damaged = (error: unknown): never => {
  throw error instanceof UnfitArchive ? error : new UnfitArchive("damaged")
}
