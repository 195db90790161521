import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Sql, shortId } from "#core/kernel"
import { MESSAGE_FILE_BYTES_MAX, type MessageFileKind } from "../contract.ts"
import { PictureStorage } from "../PictureStorage.ts"
import { TooManyFiles, UnfitFileLength, UnknownFileKind } from "../refusals.ts"
import type { ByteStream } from "../storage/Storage.ts"
import { cleanFileName } from "../uploads/cleanFileName.ts"
import { messageFileNameOf } from "./messageFileKey.ts"
import { nameWithEnding, sniffMessageFile } from "./sniffMessageFile.ts"

/** A file for a message. The name fits the content and is safe to show. */
export type MessageFile = {
  readonly key: string
  readonly name: string
  readonly kind: MessageFileKind
  readonly bytes: number
}

/** A stored file, and the message that it belongs to; `clientId` is null before one claims it. */
export type StoredMessageFile = MessageFile & { readonly personId: string; readonly clientId: string | null }

const DAY_MS = 86_400_000
/** Files of one person per day, and the size of all their files. */
const FILES_A_DAY_MAX = 100
const FILES_BYTES_A_DAY_MAX = 200 * 1024 * 1024
const FILES_BYTES_MAX = 2 * 1024 ** 3

/**
 * Files other than pictures that people send in messages, stored as they came beside the pictures of messages: both are
 * claimed, swept and erased alike (`Pictures`).
 */
export class MessageFiles extends Context.Service<
  MessageFiles,
  {
    /** Checks and stores a file. */
    keep(
      personId: string,
      name: string,
      bytes: Uint8Array,
    ): Effect.Effect<MessageFile, UnfitFileLength | UnknownFileKind | TooManyFiles>
    /** A stored file by its key, or null. */
    find(key: string): Effect.Effect<StoredMessageFile | null>
    /** The bytes of a stored file; null if it is gone. */
    open(file: Pick<MessageFile, "key" | "bytes">): Effect.Effect<ByteStream | null>
  }
>()("core/media/MessageFiles") {
  static readonly layerNoStorage = Layer.effect(
    MessageFiles,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const storage = yield* PictureStorage

      return MessageFiles.of({
        keep: Effect.fn("MessageFiles.keep")(function* (personId, givenName, content) {
          if (content.length === 0 || content.length > MESSAGE_FILE_BYTES_MAX) return yield* new UnfitFileLength()
          const cleaned = cleanFileName(givenName)
          const sniffed = sniffMessageFile(content, cleaned)
          if (sniffed === null) return yield* new UnknownFileKind()
          const now = new Date(yield* Clock.currentTimeMillis)
          const file = {
            key: `f${shortId("file of a message", randomUUID())}`,
            name: nameWithEnding(cleaned, sniffed),
            kind: sniffed.kind,
            bytes: content.length,
          }
          const isKept = yield* Effect.promise(() =>
            sql.begin(async (tx) => {
              // Two files that arrive at once must not both take the last free bytes.
              await tx`select pg_advisory_xact_lock(hashtext('message files'), hashtext(${personId}))`
              const [used] = await tx<Array<{ count: number; today: number; all: number }>>`
                select count(*) filter (where made_at > ${new Date(now.getTime() - DAY_MS)})::int as count,
                  coalesce(sum(bytes) filter (where made_at > ${new Date(now.getTime() - DAY_MS)}), 0)::float8 as today,
                  coalesce(sum(bytes), 0)::float8 as all
                from pictures.picture where person_id = ${personId} and purpose = 'file'`
              const { count, today, all } = used ?? { count: 0, today: 0, all: 0 }
              if (count >= FILES_A_DAY_MAX || today + file.bytes > FILES_BYTES_A_DAY_MAX) return false
              if (all + file.bytes > FILES_BYTES_MAX) return false
              // The row first: sweeps and erasures delete by row, so a file without a row would remain.
              await tx`
                insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept, name, kind)
                values (${file.key}, ${personId}, 0, 0, ${file.bytes}, ${now}, 'file', false, ${file.name}, ${file.kind})`
              return true
            }),
          )
          if (!isKept) return yield* new TooManyFiles()
          yield* Effect.promise(() => storage.write(messageFileNameOf(file.key), content))
          return file
        }),

        find: (key) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<StoredMessageFile>>`
              select key, name, kind, bytes, person_id as "personId", client_id as "clientId"
              from pictures.picture where key = ${key} and purpose = 'file'`
            return row ?? null
          }),

        open: ({ key, bytes }) =>
          Effect.promise(() => storage.readRange(messageFileNameOf(key), { first: 0, last: bytes - 1 })),
      })
    }),
  )
  static readonly layer = MessageFiles.layerNoStorage.pipe(Layer.provide(PictureStorage.layer))
}
