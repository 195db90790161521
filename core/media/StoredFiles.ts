import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Sql, tryAdvisoryLock } from "#core/kernel"
import { type MediaKind, type MediaProblem, PICTURE_BYTES_MAX } from "./contract.ts"
import { probeInThread } from "./probe/probeInThread.ts"
import { SNIFFED_BYTES, sniffMedia } from "./probe/sniffMedia.ts"
import { reencodePicture } from "./reencodePicture.ts"
import { fileNameOf, MediaStorage } from "./storage/MediaStorage.ts"
import type { ByteRange, ByteStream } from "./storage/Storage.ts"
import { isComplete, type Part, readParts } from "./uploads/partsFile.ts"
import { partsOf } from "./uploads/Uploads.ts"

/** An accepted file: what was found in it, and what is stored now. */
export type ReceivedFile = {
  readonly mediaId: string
  readonly personId: string
  /** The name that its person gave it. */
  readonly name: string
  readonly kind: MediaKind
  /** The media type that it is served as. */
  readonly type: string
  readonly codecs: ReadonlyArray<string>
  /** SHA-256 of the stored bytes, in base64url. */
  readonly digest: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
}

type Examined = Omit<ReceivedFile, "mediaId" | "personId" | "name">
type Outcome = Examined | { readonly problem: MediaProblem; readonly detail: string | null }
type DueUpload = {
  readonly mediaId: string
  readonly personId: string
  readonly name: string
  readonly bytes: number
  readonly attempts: number
}

/** Attempts with a file before it is given up, and the longest pause between them: two hours in all. */
const ATTEMPTS_MAX = 20
const RETRY_MS_MAX = 600_000
/** Uploads that one run examines. */
const EXAMINED_MAX = 20
/** Files that are deleted between two queries when a person is erased. */
const FORGOTTEN_AT_ONCE = 1_000

/** Stored files of media, and the examination that turns uploads into them. */
export class StoredFiles extends Context.Service<
  StoredFiles,
  {
    /**
     * Examines complete uploads, one after the other and in one process at a time. An accepted file is stored, without
     * private metadata, before `receive` is called; what fails is tried again later.
     */
    examine(receive: (file: ReceivedFile) => Effect.Effect<unknown>): Effect.Effect<void>
    /** A range of a stored file; null if it is gone. @param buffer see `Storage.readRange` */
    readRange(mediaId: string, range: ByteRange, buffer?: Buffer): Promise<ByteStream | null>
    /** Deletes a stored file; idempotent. */
    remove(mediaId: string): Effect.Effect<void>
    /** Deletes all stored files of a person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/media/StoredFiles") {
  static readonly layer = Layer.effect(
    StoredFiles,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const storage = yield* MediaStorage

      const nextDue = Effect.fnUntraced(function* () {
        const now = new Date(yield* Clock.currentTimeMillis)
        const [due] = yield* Effect.promise(
          () => sql<Array<DueUpload>>`
            select media_id as "mediaId", person_id as "personId", name, bytes, attempts from media.upload
            where state = 'complete' and purpose = 'media' and due_at <= ${now} order by due_at limit 1`,
        )
        return due ?? null
      })

      const examineFile = Effect.fnUntraced(function* ({ mediaId, bytes }: DueUpload): Effect.fn.Return<Outcome> {
        const parts = yield* Effect.promise(async () => partsOf(sql, mediaId))
        if (!isComplete(parts, bytes)) return { problem: "damaged", detail: null }
        const head = yield* Effect.promise(() => collect(readParts(storage, parts, headOf(bytes, SNIFFED_BYTES))))
        if (sniffMedia(head).container === "picture") return yield* storePicture(mediaId, parts, bytes)
        const outcome = yield* Effect.promise(() => probeInThread({ place: storage.place, mediaId, bytes, parts }))
        return "problem" in outcome ? outcome : { ...outcome.probed, digest: outcome.digest, bytes }
      })

      const storePicture = Effect.fnUntraced(function* (
        mediaId: string,
        parts: ReadonlyArray<Part>,
        length: number,
      ): Effect.fn.Return<Outcome> {
        if (length > PICTURE_BYTES_MAX) return { problem: "picture", detail: null }
        const bytes = yield* Effect.promise(() => collect(readParts(storage, parts, headOf(length, length))))
        const made = yield* Effect.option(reencodePicture(bytes))
        if (made._tag === "None") return { problem: "picture", detail: null }
        const { full, width, height } = made.value
        yield* Effect.promise(() => storage.write(fileNameOf(mediaId), full))
        const digest = createHash("sha256").update(full).digest("base64url")
        return {
          kind: "image",
          type: "image/webp",
          codecs: [],
          digest,
          bytes: full.length,
          width,
          height,
          durationMs: null,
        }
      })

      const examineNext = Effect.fnUntraced(function* (
        due: DueUpload,
        receive: (file: ReceivedFile) => Effect.Effect<unknown>,
      ) {
        const { mediaId, personId, name } = due
        // The row first: files are deleted by row, so a file without a row would remain.
        const now = new Date(yield* Clock.currentTimeMillis)
        yield* Effect.promise(
          async () => sql`
            insert into media.file (media_id, person_id, bytes, stored_at) values (${mediaId}, ${personId}, 0, ${now})
            on conflict do nothing`,
        )
        const outcome = yield* examineFile(due)
        if ("problem" in outcome) return yield* refuse(mediaId, outcome.problem, outcome.detail)
        yield* receive({ mediaId, personId, name, ...outcome })
        yield* Effect.promise(async () => {
          await sql`update media.file set bytes = ${outcome.bytes} where media_id = ${mediaId}`
          await dropParts(mediaId)
          // Known for a day: a client whose last response was lost asks again.
          await sql`update media.upload set state = 'accepted' where media_id = ${mediaId}`
        })
      })

      const refuse = (mediaId: string, problem: MediaProblem, detail: string | null) =>
        Effect.promise(async () => {
          await removeFiles([mediaId])
          await dropParts(mediaId)
          await sql`
            update media.upload set state = 'refused', problem = ${problem}, detail = ${detail}
            where media_id = ${mediaId}`
        })

      const postpone = Effect.fnUntraced(function* ({ mediaId, attempts }: DueUpload) {
        if (attempts + 1 >= ATTEMPTS_MAX) return yield* refuse(mediaId, "failed", null)
        const dueAt = new Date((yield* Clock.currentTimeMillis) + Math.min(1_000 * 2 ** attempts, RETRY_MS_MAX))
        yield* Effect.promise(
          async () => sql`
            update media.upload set attempts = attempts + 1, due_at = ${dueAt} where media_id = ${mediaId}`,
        )
      })

      const dropParts = async (mediaId: string) => {
        for (const { name } of await partsOf(sql, mediaId)) await storage.remove(name)
        await sql`delete from media.part where media_id = ${mediaId}`
      }

      const removeFiles = async (mediaIds: ReadonlyArray<string>) => {
        for (const mediaId of mediaIds) {
          await storage.remove(fileNameOf(mediaId))
          await sql`delete from media.file where media_id = ${mediaId}`
        }
      }

      return StoredFiles.of({
        examine: Effect.fn("StoredFiles.examine")(function* (receive) {
          if ((yield* nextDue()) === null) return
          yield* tryAdvisoryLock(
            sql,
            { work: "media uploads", on: "all" },
            Effect.gen(function* () {
              for (let count = 0; count < EXAMINED_MAX; count++) {
                const due = yield* nextDue()
                if (due === null) return
                // One file that cannot be examined must not stop those behind it.
                yield* examineNext(due, receive).pipe(
                  Effect.catchCause((cause) =>
                    Effect.andThen(Effect.logError("examining an upload failed", cause), postpone(due)),
                  ),
                )
              }
            }),
          )
        }),
        readRange: (mediaId, range, buffer) => storage.readRange(fileNameOf(mediaId), range, buffer),
        remove: (mediaId) => Effect.promise(() => removeFiles([mediaId])),
        forget: (personId) =>
          Effect.promise(async () => {
            for (;;) {
              const own = await sql<Array<{ mediaId: string }>>`
                select media_id as "mediaId" from media.file where person_id = ${personId} limit ${FORGOTTEN_AT_ONCE}`
              if (own.length === 0) return
              await removeFiles(own.map(({ mediaId }) => mediaId))
            }
          }),
      })
    }),
  )
}

const headOf = (length: number, bytes: number): ByteRange => ({ first: 0, last: Math.min(length, bytes) - 1 })

/** Collects a short stream. */
const collect = async (body: ByteStream): Promise<Buffer> => {
  const pieces: Array<Uint8Array> = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}
