import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import type { PostMedia } from "#core/publishing"
import { readModels } from "#projections/runner"
import { mediaFile } from "./mediaTables.ts"

/** Files per page of a creator's list. */
export const MEDIA_PAGE_SIZE_MAX = 100

const db = readModels(mediaFile)

const files = db
  .selectFrom("read.media_file as file")
  .select([
    "file.media_id as mediaId",
    "file.person_id as personId",
    "file.name",
    "file.kind",
    "file.type",
    "file.codecs",
    "file.digest",
    "file.bytes",
    "file.width",
    "file.height",
    "file.duration_ms as durationMs",
    "file.post_ids as postIds",
    "file.received_at as receivedAt",
  ])

/** A file of a creator. */
export type ListedMedia = Omit<InferResult<typeof files>[number], "kind"> & Pick<PostMedia, "kind">

const isKind = (kind: string): kind is PostMedia["kind"] => ["image", "audio", "video"].includes(kind)
/** The read model has what `MediaReceived` says. */
const listed = (rows: ReadonlyArray<InferResult<typeof files>[number]>): ReadonlyArray<ListedMedia> =>
  rows.flatMap(({ kind, ...row }) => (isKind(kind) ? [{ ...row, kind }] : []))

/** A page of a creator's files, the newest first. @param before the id of the last file of the previous page */
export const listMedia = Effect.fn("listMedia")(function* (personId: string, before?: string) {
  const { query } = yield* Sql
  const own = files.where("file.person_id", "=", personId)
  const rows = yield* query(
    (before === undefined ? own : own.where("file.media_id", "<", before))
      // Ids are in the order of the uploads.
      .orderBy("file.media_id", "desc")
      .limit(MEDIA_PAGE_SIZE_MAX),
  )
  return listed(rows)
})

/** Files of one person by their ids; those of others and unknown ones are left out. */
export const findOwnMedia = Effect.fn("findOwnMedia")(function* (personId: string, mediaIds: ReadonlyArray<string>) {
  if (mediaIds.length === 0) return []
  const { query } = yield* Sql
  return listed(yield* query(files.where("file.person_id", "=", personId).where("file.media_id", "in", mediaIds)))
})
