/** The name of the manifest in our own exports, and the format that it names. */
export const EXPORT_MANIFEST = "manifest.json"
export const EXPORT_FORMAT = "quire-channel"

/** The products that posts are imported from; `quire` is an export of this product. */
export const IMPORT_SOURCES = ["ghost", "substack", "wordpress", "medium", "patreon", "markdown", "quire"] as const
export type ArchiveSource = (typeof IMPORT_SOURCES)[number]
/** Where posts come from: an archive of a product, or a claimed feed in the library. */
export type ImportSource = ArchiveSource | "feed"

/**
 * `reading`: the archive is listed. `ready`: its creator decides. `running`: posts are created. `done`, `failed` and
 * `cancelled` are final.
 */
export type ImportState = "reading" | "ready" | "running" | "done" | "failed" | "cancelled"

/** Why an archive cannot be imported. */
export type ArchiveProblem =
  | "unknown"
  | "damaged"
  | "manyEntries"
  | "bomb"
  | "overlap"
  | "encrypted"
  | "long"
  | "complex"
  | "failed"
  | "quota"

/** Why an entry was not taken, or why it became a draft. */
export type EntryProblem =
  | "empty"
  | "page"
  | "trash"
  | "revision"
  | "thread"
  | "noText"
  | "damaged"
  | "long"
  | "complex"
  | "mediaMany"
  | "channel"
  | "refused"

/** Why an imported post differs from what it was there. */
export type EntryNote = "scheduled" | "private" | "password" | "noDate" | "tagsCut" | "titleMade"

/** Why a file was not taken. The post links to the address where it was. */
export type FileProblem =
  | "address"
  | "unreachable"
  | "notThere"
  | "long"
  | "noLength"
  | "quota"
  | "format"
  | "many"
  | "missing"
