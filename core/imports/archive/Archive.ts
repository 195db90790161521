import type { ArchiveProblem } from "../contract.ts"

/** The archive cannot be imported. */
export class UnfitArchive extends Error {
  readonly problem: ArchiveProblem
  constructor(problem: ArchiveProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Reads ranges of an uploaded file; ranges lie within it. */
export type RangeReader = {
  readonly length: number
  readonly read: (first: number, last: number) => AsyncIterable<Uint8Array>
}

/** A file in an archive. */
export type ArchiveFile = { readonly path: string; readonly bytes: number }

/** The files of an archive; a file that is no archive is an archive with itself. */
export type Archive = {
  readonly files: ReadonlyArray<ArchiveFile>
  /** The bytes of a file as they are unpacked. Ends with an error at the first byte beyond its declared length. */
  readonly open: (path: string) => Promise<AsyncIterable<Uint8Array>>
  readonly close: () => void
}

/** Reads a text file of an archive. @throws UnfitArchive if it is longer than `bytesMax` */
export const readText = async (archive: Archive, path: string, bytesMax: number): Promise<string> => {
  const file = archive.files.find((each) => each.path === path)
  if (file === undefined) throw new UnfitArchive("damaged")
  if (file.bytes > bytesMax) throw new UnfitArchive("long")
  const pieces: Array<Uint8Array> = []
  for await (const piece of await archive.open(path)) pieces.push(piece)
  // A byte order mark is no text; invalid bytes become replacement characters.
  return new TextDecoder("utf-8").decode(Buffer.concat(pieces))
}
