import { Clock, Context, Effect, Layer } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { channelReader, claimReader } from "#core/channels"
import { isUuid, Sql, uuidv7 } from "#core/kernel"
import { Uploads } from "#core/media"
import { webAddressOf } from "./convert/addresses.ts"
import { FeedArchive } from "./FeedArchive.ts"
import { IMPORTS_A_DAY_MAX, OPEN_IMPORTS_MAX, READY_MS_MAX } from "./limits.ts"
import { NoArchive, NoImport, TooManyImports, UnfitSite, WrongImportState } from "./refusals.ts"
import { type EntryRow, type ImportOptions, type ImportRow, selectEntries, selectImports } from "./work/ImportRow.ts"
import { importWorker } from "./work/importWorker.ts"

const DAY_MS = 86_400_000
/** Imports that a list shows, and entries of one page. */
const LISTED_MAX = 50
export const ENTRIES_PAGE_MAX = 100
/** Days after which the report of an import is deleted. Its posts stay. */
const REPORT_DAYS = 365
/** Imports that one run works on, and that one sweep ends. */
const WORKED_MAX = 20
const SWEPT_MAX = 200

/** How far an import is, by what became of its entries. */
export type ImportCounts = {
  readonly total: number
  readonly published: number
  readonly gated: number
  readonly worked: number
  readonly imported: number
  readonly there: number
  readonly refused: number
  readonly files: number
  readonly missing: number
}

export type ImportReport = ImportRow & { readonly counts: ImportCounts }

/** Which entries of an import: all, or those that were not taken or lack something. */
export type EntryFilter = "all" | "problems"

/**
 * Imports of posts from other products. They are rows, because they only are the way by which posts come; the posts say
 * where they are from.
 */
export class Imports extends Context.Service<
  Imports,
  {
    /** Begins an import of an uploaded archive into a channel; the archive is listed first. Returns its id. */
    begin(
      personId: string,
      channelId: number,
      uploadId: string,
    ): Effect.Effect<string, NoArchive | TooManyImports | NoImport>
    /**
     * Begins to bring the library's items of a claimed feed into a channel, as public posts with their dates. Returns the id
     * of the import; that of the running one if there is one.
     */
    beginFeed(personId: string, channelId: number, feedId: string): Effect.Effect<string, TooManyImports | NoImport>
    /** An import of this person with its counts. */
    find(personId: string, importId: string): Effect.Effect<ImportReport, NoImport>
    /** The imports of a person, the newest first. */
    list(personId: string): Effect.Effect<ReadonlyArray<ImportReport>>
    /** A page of entries in their order. @param after the number of the last entry of the page before; -1 at first */
    entries(importId: string, filter: EntryFilter, after: number): Effect.Effect<ReadonlyArray<EntryRow>>
    /** Creates the posts, as the creator decided. Nothing is published without `publishes`. */
    start(
      personId: string,
      importId: string,
      options: ImportOptions,
    ): Effect.Effect<void, NoImport | WrongImportState | UnfitSite>
    /** Ends an import; posts that it created stay. */
    cancel(personId: string, importId: string): Effect.Effect<void, NoImport>
    /** Works on the imports that are due, each for a while. What a crash interrupts continues at the next run. */
    readonly work: Effect.Effect<void>
    /** Ends imports that wait too long for a decision, and deletes old reports. */
    readonly sweep: Effect.Effect<void>
    /** Deletes the imports of an erased person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/imports/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [uploads, readChannel, { workOn }] = [yield* Uploads, yield* channelReader, yield* importWorker]

      const [archive, readClaim] = [yield* FeedArchive, yield* claimReader]
      const isOpen = sql`state in ('reading', 'ready', 'running')`

      const withCounts = Effect.fnUntraced(function* (rows: ReadonlyArray<ImportRow>) {
        const ids = rows.map(({ importId }) => importId)
        const counted = yield* Effect.promise(
          () => sql<Array<ImportCounts & { importId: string }>>`
            select import_id as "importId", count(*)::int as total,
              (count(*) filter (where not is_draft and problem is null))::int as published,
              (count(*) filter (where level_id > 1))::int as gated,
              (count(*) filter (where outcome is not null))::int as worked,
              (count(*) filter (where outcome = 'imported'))::int as imported,
              (count(*) filter (where outcome in ('there', 'deleted')))::int as there,
              (count(*) filter (where outcome = 'refused' or (outcome is null and problem is not null)))::int as refused,
              coalesce(sum(files), 0)::int as files, coalesce(sum(jsonb_array_length(missing)), 0)::int as missing
            from imports.entry where import_id = any(${ids}) group by import_id`,
        )
        return rows.map((row): ImportReport => {
          const found = counted.find(({ importId }) => importId === row.importId)
          return { ...row, counts: found ?? NO_COUNTS }
        })
      })

      const requireOwn = Effect.fnUntraced(function* (personId: string, importId: string) {
        const [row] = isUuid(importId)
          ? yield* Effect.promise(
              () => sql<Array<ImportRow>>`
                ${selectImports(sql)} where import_id = ${importId} and person_id = ${personId}`,
            )
          : []
        return row ?? (yield* new NoImport({}))
      })

      /**
       * Adds an import within the limits of its person. Returns its id; or that of the one of the same upload, or of the same
       * feed and channel if it is not over.
       */
      const insert = Effect.fnUntraced(function* (row: NewImport) {
        const { personId, channelId, uploadId, feedId, name, bytes, options } = row
        const nowMs = yield* Clock.currentTimeMillis
        const [now, importId] = [new Date(nowMs), uuidv7(nowMs)]
        return yield* Effect.promise(() =>
          sql.begin(async (tx) => {
            await tx`select pg_advisory_xact_lock(hashtext('imports of'), hashtext(${personId}))`
            const [used] = await tx<Array<{ open: number; today: number; same: string | null }>>`
              select (count(*) filter (where ${isOpen}))::int as open,
                (count(*) filter (where began_at > ${new Date(nowMs - DAY_MS)}))::int as today,
                max(import_id::text) filter (where upload_id = ${uploadId}
                  or (feed_id = ${feedId} and channel_id = ${channelId} and ${isOpen})) as same
              from imports.import where person_id = ${personId}`
            if (used?.same != null) return { same: used.same }
            if ((used?.open ?? 0) >= OPEN_IMPORTS_MAX || (used?.today ?? 0) >= IMPORTS_A_DAY_MAX)
              return { tooMany: true as const }
            await tx`
              insert into imports.import (import_id, person_id, channel_id, upload_id, feed_id, name, bytes, source, state,
                options, due_at, began_at, changed_at)
              values (${importId}, ${personId}, ${channelId}, ${uploadId}, ${feedId}, ${name}, ${bytes},
                ${feedId === null ? null : "feed"}, 'reading', ${tx.json(options)}, ${now}, ${now}, ${now})`
            return importId
          }),
        )
      })

      const end = Effect.fnUntraced(function* ({ importId, uploadId }: Pick<ImportRow, "importId" | "uploadId">) {
        const now = new Date(yield* Clock.currentTimeMillis)
        yield* Effect.promise(
          async () => sql`
            update imports.import set state = 'cancelled', changed_at = ${now}, upload_id = null
            where import_id = ${importId} and state in ('reading', 'ready', 'running')`,
        )
        if (uploadId !== null) yield* uploads.discard(uploadId)
      })

      return Imports.of({
        begin: Effect.fn("Imports.begin")(function* (personId, channelId, uploadId) {
          const channel = yield* readChannel(String(channelId))
          if (channel.personId !== personId || channel.statusId === CHANNEL_STATUS.closed)
            return yield* new NoImport({})
          const upload = yield* uploads.find(uploadId)
          const isFit = upload?.personId === personId && upload.purpose === "import" && upload.state === "complete"
          if (upload === null || !isFit) return yield* new NoArchive({})
          const { name, bytes } = upload
          const begun = yield* insert({ personId, channelId, uploadId, feedId: null, name, bytes, options: NO_OPTIONS })
          return typeof begun === "string" ? begun : yield* "same" in begun ? new NoArchive({}) : new TooManyImports({})
        }),

        beginFeed: Effect.fn("Imports.beginFeed")(function* (personId, channelId, feedId) {
          const [channel, { ownerId }] = [yield* readChannel(String(channelId)), yield* readClaim(feedId)]
          const isOwn = channel.personId === personId && ownerId === personId
          // Posts of an archive are published at once.
          if (!isOwn || channel.statusId !== CHANNEL_STATUS.active) return yield* new NoImport({})
          const title = yield* archive.titleOf(feedId)
          if (title === null) return yield* new NoImport({})
          const options = { ...NO_OPTIONS, publishes: true }
          const row = { personId, channelId, uploadId: null, feedId, name: title, bytes: 0, options }
          const begun = yield* insert(row)
          if (typeof begun === "string") return begun
          return "same" in begun ? begun.same : yield* new TooManyImports({})
        }),

        find: Effect.fn("Imports.find")(function* (personId, importId) {
          const [report] = yield* withCounts([yield* requireOwn(personId, importId)])
          return report ?? (yield* new NoImport({}))
        }),

        list: Effect.fn("Imports.list")(function* (personId) {
          const rows = yield* Effect.promise(
            () => sql<Array<ImportRow>>`
              ${selectImports(sql)} where person_id = ${personId} order by began_at desc limit ${LISTED_MAX}`,
          )
          return yield* withCounts(rows)
        }),

        entries: (importId, filter, after) =>
          Effect.promise(
            () => sql<Array<EntryRow>>`
              ${selectEntries(sql)} where import_id = ${importId} and number > ${after}
              ${filter === "all" ? sql`` : sql`and (problem is not null or outcome = 'refused' or missing <> '[]' or notes <> '{}')`}
              order by number limit ${ENTRIES_PAGE_MAX}`,
          ),

        start: Effect.fn("Imports.start")(function* (personId, importId, { siteUrl, ...options }) {
          const { state } = yield* requireOwn(personId, importId)
          if (state !== "ready") return yield* new WrongImportState({})
          const site = siteUrl === null || siteUrl.trim() === "" ? null : webAddressOf(siteUrl, null)
          if (site === null && siteUrl !== null && siteUrl.trim() !== "") return yield* new UnfitSite({})
          const now = new Date(yield* Clock.currentTimeMillis)
          const started = yield* Effect.promise(
            async () => sql`
              update imports.import set state = 'running', options = ${sql.json({ ...options, siteUrl: site })}, due_at = ${now},
                changed_at = ${now}
              where import_id = ${importId} and state = 'ready' returning import_id`,
          )
          if (started.length === 0) return yield* new WrongImportState({})
        }),

        cancel: Effect.fn("Imports.cancel")(function* (personId, importId) {
          yield* end(yield* requireOwn(personId, importId))
        }),

        work: Effect.gen(function* () {
          const now = new Date(yield* Clock.currentTimeMillis)
          const due = yield* Effect.promise(
            () => sql<Array<{ importId: string }>>`
              select import_id as "importId" from imports.import
              where state in ('reading', 'running') and due_at <= ${now} order by due_at limit ${WORKED_MAX}`,
          )
          for (const { importId } of due) yield* workOn(importId)
        }),

        sweep: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          const waiting = yield* Effect.promise(
            () => sql<Array<{ importId: string; uploadId: string | null }>>`
              select import_id as "importId", upload_id as "uploadId" from imports.import
              where state = 'ready' and changed_at < ${new Date(nowMs - READY_MS_MAX)} limit ${SWEPT_MAX}`,
          )
          for (const row of waiting) yield* end(row)
          yield* Effect.promise(
            async () => sql`
              delete from imports.import where import_id in (
                select import_id from imports.import where changed_at < ${new Date(nowMs - REPORT_DAYS * DAY_MS)}
                  and state in ('done', 'failed', 'cancelled') limit ${SWEPT_MAX})`,
          )
        }),

        forget: (personId) =>
          Effect.promise(async () => {
            // Uploads are deleted with all others of the person.
            await sql`delete from imports.import where person_id = ${personId}`
            await sql`delete from imports.file where person_id = ${personId}`
          }),
      })
    }),
  )
}

type NewImport = Pick<ImportRow, "personId" | "channelId" | "uploadId" | "feedId" | "name" | "bytes" | "options">

const NO_OPTIONS: ImportOptions = { publishes: false, bringsBack: false, siteUrl: null }
const NO_COUNTS: ImportCounts = {
  ...{ total: 0, published: 0, gated: 0, worked: 0, imported: 0, there: 0, refused: 0, files: 0, missing: 0 },
}
