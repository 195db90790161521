import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
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
    "file.post_id as postId",
    "file.level_id as levelId",
    "file.received_at as receivedAt",
  ])

/** A file of a creator. */
export type ListedMedia = InferResult<typeof files>[number]

/** A page of a creator's files, the newest first. @param before the id of the last file of the previous page */
export const listMedia = Effect.fn("listMedia")(function* (personId: string, before?: string) {
  const { query } = yield* Sql
  const own = files.where("file.person_id", "=", personId)
  return yield* query(
    (before === undefined ? own : own.where("file.media_id", "<", before))
      // Ids are in the order of the uploads.
      .orderBy("file.media_id", "desc")
      .limit(MEDIA_PAGE_SIZE_MAX),
  )
})

/** Files of one person by their ids; those of others and unknown ones are left out. */
export const findOwnMedia = Effect.fn("findOwnMedia")(function* (personId: string, mediaIds: ReadonlyArray<string>) {
  if (mediaIds.length === 0) return []
  const { query } = yield* Sql
  return yield* query(files.where("file.person_id", "=", personId).where("file.media_id", "in", mediaIds))
})
