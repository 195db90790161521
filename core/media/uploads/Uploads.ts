import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig, isUuid, Sql, uuidv7 } from "#core/kernel"
import { ARCHIVE_BYTES_MAX, MEDIA_BYTES_MAX, type MediaProblem } from "../contract.ts"
import { QuotaExceeded, TooManyUploads, UnfitLength } from "../refusals.ts"
import { type MediaPlace, MediaStorage, partNameOf } from "../storage/MediaStorage.ts"
import type { ByteStream, WriteOptions } from "../storage/Storage.ts"
import { cleanFileName } from "./cleanFileName.ts"
import type { Part } from "./partsFile.ts"

/** `complete` waits for examination; `accepted` has become a file with the same id. */
export type UploadState = "open" | "complete" | "accepted" | "refused"

/** What an upload is for: a file that posts show, or an archive whose posts are imported. */
export type UploadPurpose = "media" | "import"

export type Upload = {
  readonly mediaId: string
  readonly personId: string
  readonly purpose: UploadPurpose
  readonly name: string
  /** The declared length. */
  readonly bytes: number
  readonly received: number
  readonly state: UploadState
  readonly problem: MediaProblem | null
  /** The codec or container that a problem is about. */
  readonly detail: string | null
  readonly beganAt: Date
  /** When the last part arrived. */
  readonly changedAt: Date
}

/** Where the bytes of a complete upload are, in a form that can be sent to a thread: see `readUpload`. */
export type UploadSource = { readonly place: MediaPlace; readonly parts: ReadonlyArray<Part>; readonly bytes: number }

/** An upload to which nothing was added for this time is deleted; so is a refused one. */
export const UPLOAD_MS_MAX = 86_400_000
/** Uploads of one person that are in progress or wait for examination. */
const UPLOADS_OPEN_MAX = 20
/** A part per mebibyte, and some for broken connections. Clients send eight times as much at once. */
const PART_BYTES_MIN = 1024 * 1024
const BROKEN_PARTS_MAX = 500
/** Shorter beginnings of a broken request are dropped. */
const KEPT_BYTES_MIN = 16 * 1024
/** Uploads that one sweep deletes. */
const SWEPT_MAX = 500

/** Files on their way in. Parts are kept as they arrive, so that an upload continues after its connection broke. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Begins an upload; its length counts towards the quota from now on. Returns its id, which the file will keep. */
    begin(
      personId: string,
      file: { readonly name: string; readonly bytes: number; readonly purpose?: UploadPurpose },
    ): Effect.Effect<string, UnfitLength | QuotaExceeded | TooManyUploads>
    /** An upload of anyone, or null: callers compare the person. Known until a day after it was examined. */
    find(mediaId: string): Effect.Effect<Upload | null>
    /** The uploads of a person that are in progress or were refused, the newest first. */
    list(personId: string): Effect.Effect<ReadonlyArray<Upload>>
    /**
     * Stores what arrives at an offset. Of a body that breaks off, the beginning is kept. Returns the new offset; null
     * if the upload is not at this offset any more.
     */
    append(mediaId: string, offset: number, body: ByteStream, options?: WriteOptions): Promise<number | null>
    /** Where a complete upload is; null if it is not complete, or gone. */
    source(mediaId: string): Effect.Effect<UploadSource | null>
    /** Deletes an upload in any state with its parts; idempotent. */
    discard(mediaId: string): Effect.Effect<void>
    /** Deletes an upload of this person with its parts, unless it is complete; idempotent. */
    cancel(personId: string, mediaId: string): Effect.Effect<void>
    /** Deletes uploads to which nothing was added for a day, and what is known of those examined a day ago. */
    readonly sweep: Effect.Effect<void>
    /** Deletes all uploads of a person. */
    forget(personId: string): Effect.Effect<void>
    /** Bytes that a person uses, uploads in progress included, and may use. */
    usage(personId: string): Effect.Effect<{ readonly usedBytes: number; readonly quotaBytes: number }>
  }
>()("core/media/Uploads") {
  static readonly layer = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [storage, clock] = [yield* MediaStorage, yield* Clock.Clock]
      const quotaBytes = (yield* AppConfig).mediaQuotaGb * 1024 ** 3

      const usedBytes = async (personId: string, client: typeof sql = sql) => {
        const [row] = await client<Array<{ used: number }>>`
          select (coalesce((select sum(bytes) from media.file where person_id = ${personId}), 0)
            + coalesce((select sum(bytes) from media.upload where person_id = ${personId} and state in ('open', 'complete')), 0)
            )::bigint as used`
        return row?.used ?? 0
      }

      const drop = async (mediaIds: ReadonlyArray<string>) => {
        for (const mediaId of mediaIds) {
          const parts = await sql<Array<{ name: string }>>`select name from media.part where media_id = ${mediaId}`
          for (const { name } of parts) await storage.remove(name)
          await sql`delete from media.upload where media_id = ${mediaId}`
        }
      }

      const select = sql`
        select media_id as "mediaId", person_id as "personId", purpose, name, bytes, received, state, problem, detail,
          began_at as "beganAt", changed_at as "changedAt" from media.upload`

      return Uploads.of({
        begin: Effect.fn("Uploads.begin")(function* (personId, { name, bytes, purpose = "media" }) {
          const bytesMax = purpose === "import" ? ARCHIVE_BYTES_MAX : MEDIA_BYTES_MAX
          if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > bytesMax) return yield* new UnfitLength()
          const nowMs = yield* Clock.currentTimeMillis
          const now = new Date(nowMs)
          const mediaId = uuidv7(nowMs)
          const refused = yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              // Two uploads that begin at once must not both take the last free bytes.
              await tx`select pg_advisory_xact_lock(hashtext('media quota'), hashtext(${personId}))`
              const [open] = await tx<Array<{ count: number }>>`
                select count(*)::int as count from media.upload
                where person_id = ${personId} and state in ('open', 'complete')`
              if ((open?.count ?? 0) >= UPLOADS_OPEN_MAX) return new TooManyUploads()
              if ((await usedBytes(personId, tx as unknown as typeof sql)) + bytes > quotaBytes)
                return new QuotaExceeded()
              await tx`
                insert into media.upload (media_id, person_id, purpose, name, bytes, due_at, began_at, changed_at)
                values (${mediaId}, ${personId}, ${purpose}, ${cleanFileName(name)}, ${bytes}, ${now}, ${now}, ${now})`
              return null
            }),
          )
          if (refused !== null) return yield* refused
          return mediaId
        }),

        find: (mediaId) =>
          Effect.promise(async () => {
            if (!isUuid(mediaId)) return null
            const [row] = await sql<Array<Upload>>`${select} where media_id = ${mediaId}`
            return row ?? null
          }),

        list: (personId) =>
          Effect.promise(
            () => sql<Array<Upload>>`
              ${select} where person_id = ${personId} and purpose = 'media' and state <> 'accepted' order by began_at desc limit ${UPLOADS_OPEN_MAX * 5}`,
          ),

        append: async (mediaId, offset, body, options) => {
          const name = partNameOf(mediaId, offset, randomUUID().slice(0, 8))
          let isBroken = false
          const received = untilBroken(body, () => (isBroken = true))
          const bytes = await storage.writeStream(name, received, options)
          if (bytes === 0 || (isBroken && bytes < KEPT_BYTES_MIN)) {
            await storage.remove(name)
            return offset
          }
          const now = new Date(clock.currentTimeMillisUnsafe())
          // One statement decides which of two requests for the same offset counts. It does not wait for the disk: after a
          // power failure, the client sends the part again. The last part waits, because nobody would send it again.
          const taken = await sql`
            with durability as (
              select set_config('synchronous_commit', case when bytes = ${offset + bytes} then 'on' else 'off' end, true)
              from media.upload where media_id = ${mediaId}),
            grown as (
              update media.upload
              set received = received + ${bytes}, parts = parts + 1, changed_at = ${now}, due_at = ${now},
                state = case when received + ${bytes} = bytes then 'complete' else 'open' end
              where media_id = ${mediaId} and state = 'open' and received = ${offset} and received + ${bytes} <= bytes
                and parts < bytes / ${PART_BYTES_MIN} + ${BROKEN_PARTS_MAX} and exists (select from durability)
              returning media_id)
            insert into media.part (media_id, first, bytes, name)
            select media_id, ${offset}, ${bytes}, ${name} from grown returning first`
          if (taken.length > 0) return offset + bytes
          await storage.remove(name)
          return null
        },

        source: (mediaId) =>
          Effect.promise(async () => {
            const [upload] = await sql<Array<{ bytes: number }>>`
              select bytes from media.upload where media_id = ${mediaId} and state = 'complete'`
            return upload === undefined
              ? null
              : { place: storage.place, parts: await partsOf(sql, mediaId), bytes: upload.bytes }
          }),

        discard: (mediaId) => Effect.promise(() => drop([mediaId])),

        cancel: (personId, mediaId) =>
          Effect.promise(async () => {
            if (!isUuid(mediaId)) return
            const own = await sql<Array<{ mediaId: string }>>`
              select media_id as "mediaId" from media.upload
              where media_id = ${mediaId} and person_id = ${personId} and state in ('open', 'refused')`
            await drop(own.map((row) => row.mediaId))
          }),

        sweep: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - UPLOAD_MS_MAX)
          yield* Effect.promise(async () => {
            const old = await sql<Array<{ mediaId: string }>>`
              select media_id as "mediaId" from media.upload
              where changed_at < ${before} and state <> 'complete' order by changed_at limit ${SWEPT_MAX}`
            await drop(old.map(({ mediaId }) => mediaId))
          })
        }),

        forget: (personId) =>
          Effect.promise(async () => {
            const all = await sql<Array<{ mediaId: string }>>`
              select media_id as "mediaId" from media.upload where person_id = ${personId}`
            await drop(all.map(({ mediaId }) => mediaId))
          }),

        usage: (personId) =>
          Effect.map(
            Effect.promise(() => usedBytes(personId)),
            (used) => ({ usedBytes: used, quotaBytes }),
          ),
      })
    }),
  )
}

/** The parts of an upload in order. */
export const partsOf = (sql: Sql["Service"]["client"], mediaId: string): PromiseLike<ReadonlyArray<Part>> =>
  sql<Array<Part>>`select first, bytes, name from media.part where media_id = ${mediaId} order by first`

/** Ends normally where the source breaks off, so that what arrived is kept. */
async function* untilBroken(body: ByteStream, onBroken: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    onBroken()
  }
}
