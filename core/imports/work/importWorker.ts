import { Clock, Effect } from "effect"
import { channelReader } from "#core/channels"
import { Sql, tryAdvisoryLock } from "#core/kernel"
import { readUpload, type UploadSource, Uploads } from "#core/media"
import { openArchive } from "../archive/openArchive.ts"
import type { ArchiveProblem, ImportSource } from "../contract.ts"
import type { EntryHead } from "../ForeignEntry.ts"
import { IMPORT_ATTEMPTS_MAX, SLICE_MS_MAX } from "../limits.ts"
import type { EntryMessage } from "../reading/messages.ts"
import { readInThread } from "../reading/readInThread.ts"
import { type ImportRow, selectImports } from "./ImportRow.ts"
import { feedImporter } from "./importFeed.ts"
import { entryTaker, type TakenEntry } from "./takeEntry.ts"

/** Entries written by one statement while an archive is listed. */
const LISTED_AT_ONCE = 200
const RETRY_MS = 2_000
const RETRY_MS_MAX = 600_000

/** Lists archives and creates their posts. */
export const importWorker = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [uploads, readChannel, takeEntry] = [yield* Uploads, yield* channelReader, yield* entryTaker]

  const find = (importId: string) =>
    Effect.promise(async () => {
      const [row] = await sql<Array<ImportRow>>`${selectImports(sql)} where import_id = ${importId}`
      return row ?? null
    })

  /** Changes the state, if nobody has ended the import. */
  const advance = Effect.fnUntraced(function* (
    { importId, state }: ImportRow,
    next: { readonly state: ImportRow["state"]; readonly problem?: ArchiveProblem; readonly keepsUpload: boolean },
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* Effect.promise(
      async () => sql`
        update imports.import set state = ${next.state}, problem = ${next.problem ?? null}, attempts = 0, changed_at = ${now},
          upload_id = case when ${next.keepsUpload} then upload_id end
        where import_id = ${importId} and state = ${state}`,
    )
  })

  /** Ends an import, and deletes its archive. */
  const finish = Effect.fnUntraced(function* (row: ImportRow, problem?: ArchiveProblem) {
    const state = problem === undefined ? "done" : "failed"
    yield* advance(row, { state, ...(problem === undefined ? {} : { problem }), keepsUpload: false })
    if (row.uploadId !== null) yield* uploads.discard(row.uploadId)
  })

  const jobOf = (row: ImportRow, upload: UploadSource, bodiesFrom: number) => ({
    ...{
      upload,
      name: row.name,
      siteUrl: row.options.siteUrl,
      filePrefix: prefixOf(row),
      bodiesFrom,
      skipped: row.skipped,
    },
  })

  const list = Effect.fnUntraced(function* (row: ImportRow, upload: UploadSource) {
    yield* Effect.promise(async () => sql`delete from imports.entry where import_id = ${row.importId}`)
    const waiting: Array<EntryMessage> = []
    const flush = Effect.promise(async () => {
      const entries = waiting.splice(0)
      if (entries.length > 0)
        await sql`insert into imports.entry ${sql(entries.map((entry) => entryRow(row.importId, entry)))}`
    })
    let [total, people] = [0, 0]
    const problem = yield* eachStep(readInThread(jobOf(row, upload, -1)), (step) =>
      Effect.gen(function* () {
        if ("source" in step)
          yield* Effect.promise(
            async () => sql`update imports.import set source = ${step.source} where import_id = ${row.importId}`,
          )
        if ("archiveProblem" in step) return step.archiveProblem
        if ("isTooComplex" in step) return "complex" as const
        if ("person" in step) people += 1
        if ("head" in step) {
          total += 1
          waiting.push(step)
          if (waiting.length >= LISTED_AT_ONCE) yield* flush
        }
        return null
      }),
    )
    yield* flush
    if (problem !== null) return yield* finish(row, problem)
    yield* Effect.promise(
      async () => sql`update imports.import set people = ${people} where import_id = ${row.importId}`,
    )
    if (total === 0) return yield* people === 0 ? finish(row, "unknown") : finish(row)
    yield* advance(row, { state: "ready", keepsUpload: true })
  })

  const record = (importId: string, number: number, taken: TakenEntry) =>
    Effect.promise(
      async () => sql`
        update imports.entry set outcome = ${taken.outcome}, problem = ${taken.problem}, notes = ${[...taken.notes]},
          post_id = ${taken.postId}, files = ${taken.files}, missing = ${sql.json(taken.missing.map((each) => ({ ...each })))}
        where import_id = ${importId} and number = ${number}`,
    )

  const isRunning = Effect.fnUntraced(function* (importId: string) {
    return (yield* find(importId))?.state === "running"
  })

  const create = Effect.fnUntraced(function* (row: ImportRow, upload: UploadSource, source: ImportSource) {
    const { importId, channelId, personId, options } = row
    const [open] = yield* Effect.promise(
      () => sql<Array<{ first: number | null; files: number }>>`
        select min(number) filter (where outcome is null) as first, coalesce(sum(files), 0)::int as files
        from imports.entry where import_id = ${importId}`,
    )
    if (open == null || open.first === null) return yield* finish(row)
    const first = open.first
    const { languages } = yield* readChannel(String(channelId))
    const range = readUpload(upload)
    const archive = yield* Effect.promise(() =>
      openArchive({ length: upload.bytes, read: (from, last) => range({ first: from, last }) }, row.name),
    )
    const language = languages[0] ?? null
    const context = {
      ...{ importId, personId, channelId, source, options, archive, language, filePrefix: prefixOf(row) },
      ...{ failures: new Map<string, number>(), count: open.files },
    }
    const takeStep = (step: EntryMessage) =>
      step.body === null
        ? Effect.succeed(refusedEntry(step.head, step.problem ?? "damaged"))
        : takeEntry(step.head, step.body, context)
    const untilMs = (yield* Clock.currentTimeMillis) + SLICE_MS_MAX
    let last = first - 1
    const ended = yield* eachStep(readInThread(jobOf(row, upload, first)), (step) =>
      Effect.gen(function* () {
        if ("archiveProblem" in step) return "changed" as const
        // The entry after the last one ended its thread.
        if ("isTooComplex" in step) return "complex" as const
        if ("isDone" in step) return "done" as const
        if (!("head" in step) || step.number < first) return null
        if (!(yield* isRunning(importId))) return "stopped" as const
        const taken = yield* takeStep(step)
        yield* record(importId, step.number, taken)
        last = step.number
        return (yield* Clock.currentTimeMillis) > untilMs ? ("paused" as const) : null
      }),
    ).pipe(Effect.ensuring(Effect.sync(archive.close)))
    if (ended === "done") return yield* finish(row)
    if (ended === "changed") return yield* finish(row, "damaged")
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* Effect.promise(
      async () => sql`
        update imports.import set attempts = 0, due_at = ${now}, changed_at = ${now},
          skipped = ${ended === "complex" ? [...row.skipped, last + 1] : [...row.skipped]}
        where import_id = ${importId} and state = 'running'`,
    )
  })

  const feedWork = yield* feedImporter

  const workOnce = Effect.fnUntraced(function* (importId: string) {
    const row = yield* find(importId)
    if (row === null || (row.state !== "reading" && row.state !== "running")) return
    const { feedId } = row
    if (feedId !== null) {
      const outcome = yield* feedWork({ ...row, feedId }, record)
      if (outcome === "paused") return yield* resume(importId)
      return yield* outcome === "lost" ? finish(row, "failed") : finish({ ...row, state: "running" })
    }
    const upload = row.uploadId === null ? null : yield* uploads.source(row.uploadId)
    if (upload === null) return yield* finish(row, "failed")
    if (row.state === "reading") return yield* list(row, upload)
    return yield* row.source === null ? finish(row, "unknown") : create(row, upload, row.source)
  })

  /** Lets an import go on at once. */
  const resume = Effect.fnUntraced(function* (importId: string) {
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* Effect.promise(
      async () => sql`
        update imports.import set attempts = 0, due_at = ${now}, changed_at = ${now}
        where import_id = ${importId} and state = 'running'`,
    )
  })

  /** What fails for another reason than the archive is tried again with growing pauses. */
  const postpone = Effect.fnUntraced(function* (importId: string) {
    const row = yield* find(importId)
    if (row === null) return
    if (row.attempts + 1 >= IMPORT_ATTEMPTS_MAX) return yield* finish(row, "failed")
    const dueAt = new Date((yield* Clock.currentTimeMillis) + Math.min(RETRY_MS * 2 ** row.attempts, RETRY_MS_MAX))
    yield* Effect.promise(
      async () => sql`
        update imports.import set attempts = attempts + 1, due_at = ${dueAt} where import_id = ${importId}`,
    )
  })

  return {
    /** Works on an import for a while, unless another process does. */
    workOn: (importId: string) =>
      tryAdvisoryLock(
        sql,
        { work: "import", on: importId },
        workOnce(importId).pipe(
          Effect.catchCause((cause) =>
            Effect.andThen(Effect.logError("importing failed", { importId }, cause), postpone(importId)),
          ),
        ),
      ),
  }
})

/** What stands for files in texts until they are taken. Nobody else writes it. */
const prefixOf = ({ importId }: ImportRow): string => `import-${importId}-`

/** Takes the steps of a thread until one has a result; null at the end. The thread is ended in any case. */
const eachStep = <Step, A, R>(
  steps: AsyncGenerator<Step>,
  take: (step: Step) => Effect.Effect<A | null, never, R>,
): Effect.Effect<A | null, never, R> =>
  Effect.gen(function* () {
    for (;;) {
      const next = yield* Effect.promise(() => steps.next())
      if (next.done === true) return null
      const result = yield* take(next.value)
      if (result !== null) return result
    }
  }).pipe(Effect.ensuring(Effect.promise(() => steps.return(undefined))))

const refusedEntry = ({ notes }: EntryHead, problem: NonNullable<EntryMessage["problem"]>): TakenEntry => ({
  ...{ outcome: "refused", problem, notes, postId: null, files: 0, missing: [] },
})

const entryRow = (importId: string, { number, head, problem }: EntryMessage) => ({
  import_id: importId,
  number,
  source_id: head.sourceId,
  title: head.title,
  published_at: head.publishedAt,
  is_draft: head.isDraft,
  level_id: head.levelId,
  notes: [...head.notes],
  problem,
})
