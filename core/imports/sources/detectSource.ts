import { type Archive, readText, UnfitArchive } from "../archive/Archive.ts"
import { type ArchiveSource, EXPORT_FORMAT } from "../contract.ts"
import type { Found, ReadOptions } from "../ForeignEntry.ts"
import { LIBRARY_BYTES_MAX, TEXT_BYTES_MAX } from "../limits.ts"
import { readGhost } from "./ghost.ts"
import { isMarkdownFolder, readMarkdown } from "./markdown.ts"
import { isMedium, readMedium } from "./medium.ts"
import { isPatreonTable, readPatreon } from "./patreon.ts"
import { readTable } from "./readTable.ts"
import { isSubstack, readSubstack } from "./substack.ts"
import { isWxr, readWordpress, WXR_HEAD_BYTES } from "./wordpress.ts"

type Reader = (archive: Archive, options: ReadOptions) => AsyncGenerator<Found>

export const READERS: Readonly<Record<ArchiveSource, Reader>> = {
  ghost: readGhost,
  substack: readSubstack,
  wordpress: readWordpress,
  medium: readMedium,
  patreon: readPatreon,
  markdown: readMarkdown,
  quire: readMarkdown,
}

const MANIFEST_BYTES_MAX = 16 * 1024 * 1024

/** Finds out which product an archive comes from, by its content; names of uploaded files mean nothing. */
export const detectSource = async (archive: Archive): Promise<ArchiveSource> => {
  const { files } = archive
  const named = (pattern: RegExp) => files.find(({ path }) => pattern.test(path))?.path
  if (isSubstack(archive)) return "substack"
  if (isMedium(archive)) return "medium"
  const manifest = named(/^(?:[^/]+\/)?manifest\.json$/)
  if (manifest !== undefined && (await formatOf(archive, manifest)) === EXPORT_FORMAT) return "quire"
  const xml = named(/\.(?:xml|wxr)$/i) ?? (files.length === 1 ? files[0]?.path : undefined)
  if (xml !== undefined && isWxr(await headOf(archive, xml))) return "wordpress"
  const json = named(/\.json$/i)
  if (json !== undefined && /"(?:db|data|posts)"/.test(await headOf(archive, json)) && (await isGhost(archive, json)))
    return "ghost"
  if (isMarkdownFolder(archive)) return "markdown"
  const table = named(/\.csv$/i)
  if (table !== undefined && isPatreonTable(readTable(await readText(archive, table, TEXT_BYTES_MAX)).columns))
    return "patreon"
  throw new UnfitArchive("unknown")
}

const headOf = async (archive: Archive, path: string): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  let bytes = 0
  for await (const piece of await archive.open(path)) {
    pieces.push(Uint8Array.from(piece))
    bytes += piece.length
    if (bytes >= WXR_HEAD_BYTES) break
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

const formatOf = async (archive: Archive, path: string): Promise<unknown> => {
  try {
    return (JSON.parse(await readText(archive, path, MANIFEST_BYTES_MAX)) as { readonly format?: unknown }).format
  } catch {
    return null
  }
}

const isGhost = async (archive: Archive, path: string): Promise<boolean> => {
  try {
    const document = JSON.parse(await readText(archive, path, LIBRARY_BYTES_MAX)) as Record<string, unknown>
    return Array.isArray(document["db"]) || typeof document["data"] === "object"
  } catch {
    return false
  }
}
