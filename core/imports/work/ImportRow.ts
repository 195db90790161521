import type { SqlClient } from "#core/kernel"
import type { ArchiveProblem, EntryNote, EntryProblem, FileProblem, ImportSource, ImportState } from "../contract.ts"

/** What the creator decided before posts were created. */
export type ImportOptions = {
  /** Publishes posts with their former dates that were published; otherwise all become drafts. */
  readonly publishes: boolean
  /** Brings posts again that the creator imported before and deleted. */
  readonly bringsBack: boolean
  /** The address of the former site, for archives that leave it out. */
  readonly siteUrl: string | null
}

export type ImportRow = {
  readonly importId: string
  readonly personId: string
  readonly channelId: number
  readonly uploadId: string | null
  /** The claimed feed that becomes an archive; null for an upload. */
  readonly feedId: string | null
  readonly name: string
  readonly bytes: number
  readonly source: ImportSource | null
  readonly state: ImportState
  readonly problem: ArchiveProblem | null
  readonly options: ImportOptions
  /** People in a list of members. They are only counted: their creator invites them. */
  readonly people: number
  readonly attempts: number
  readonly skipped: ReadonlyArray<number>
  readonly beganAt: Date
  readonly changedAt: Date
}

export type EntryOutcome = "imported" | "there" | "deleted" | "refused"

/** A file that was not taken. */
export type MissingFile = { readonly file: string; readonly problem: FileProblem }

export type EntryRow = {
  readonly number: number
  readonly title: string
  readonly publishedAt: Date | null
  readonly isDraft: boolean
  readonly levelId: number
  readonly notes: ReadonlyArray<EntryNote>
  readonly outcome: EntryOutcome | null
  readonly problem: EntryProblem | null
  readonly postId: string | null
  readonly files: number
  readonly missing: ReadonlyArray<MissingFile>
}

export const selectImports = (sql: SqlClient) => sql`
  select import_id as "importId", person_id as "personId", channel_id as "channelId", upload_id as "uploadId",
    feed_id as "feedId", name, bytes,
    source, state, problem, options, people, attempts, skipped, began_at as "beganAt", changed_at as "changedAt"
  from imports.import`

export const selectEntries = (sql: SqlClient) => sql`
  select number, title, published_at as "publishedAt", is_draft as "isDraft", level_id as "levelId", notes, outcome, problem,
    post_id as "postId", files, missing
  from imports.entry`
