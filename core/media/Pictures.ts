import { createHash, randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { Sql, shortId } from "#core/kernel"
import type { PictureType } from "./contract.ts"
import { isMessageFile, messageFileNameOf } from "./messageFiles/messageFileKey.ts"
import { PictureStorage } from "./PictureStorage.ts"
import { reencodePicture } from "./reencodePicture.ts"
import { type NotAPicture, type PictureTooLarge, TooManyPictures } from "./refusals.ts"

const PICTURE_TYPES = ["header", "avatar"] as const satisfies ReadonlyArray<PictureType>

/** What a picture is uploaded for. `shownKeys` are the pictures that the profile and the channels show now. */
export type PictureUse =
  | { readonly purpose: "profile"; readonly shownKeys: ReadonlyArray<string> }
  | { readonly purpose: "chat" }
  /** Above a post. There may be thousands, so they do not replace each other. */
  | { readonly purpose: "post" }

const KEY = /^m?[0-9a-hjkmnp-tv-z]{20}$/

/** A profile picture has the same key for the same content; a picture of a message has a random one. */
const keyOf = (personId: string, purpose: PictureUse["purpose"], bytes: Uint8Array): string =>
  purpose === "chat"
    ? `m${shortId("picture of a message", randomUUID())}`
    : shortId(`picture of ${personId}`, createHash("sha256").update(bytes).digest("hex"))

/** Whether a text has the form of a picture key. */
const isPictureKey = (key: string): boolean => KEY.test(key)

/** Whether the picture belongs to a message, which may be deleted. */
export const isMessagePicture = (key: string): boolean => key.startsWith("m") && key.length > 20

/** The file name in storage. */
const storageNameOf = (key: string, type: PictureType): string => `${key.slice(0, 2)}/${key}.${type}.webp`

export type StoredPicture = { readonly key: string; readonly width: number; readonly height: number }

const DAY_MS = 86_400_000
/** Pictures that one process decodes at the same time; each may take 160 MB. */
const DECODED_AT_ONCE_MAX = 2
/** Profile pictures of one person; a new one replaces the oldest that is not shown. */
const PROFILE_PICTURES_MAX = 200
/** Pictures for messages of one person per day, and their total size. */
const CHAT_PICTURES_A_DAY_MAX = 200
/** Pictures above posts of one person. */
const POST_PICTURES_MAX = 20_000
const CHAT_BYTES_A_DAY_MAX = 100 * 1024 * 1024
/** A picture that no message uses after this time is deleted. */
export const UNUSED_MS_MAX = DAY_MS
/** Pictures that one sweep processes. */
const SWEPT_MAX = 1_000

/** Pictures that people upload. */
export class Pictures extends Context.Service<
  Pictures,
  {
    /** Re-encodes and stores a picture of a person. */
    keep(
      personId: string,
      bytes: Uint8Array,
      use: PictureUse,
    ): Effect.Effect<StoredPicture, NotAPicture | PictureTooLarge | TooManyPictures>
    /** The WebP of a stored picture, or null. */
    load(key: string, type: PictureType): Effect.Effect<Uint8Array | null>
    /** The person that may show it on their profile and posts, or null. */
    ownerOf(key: string): Effect.Effect<string | null>
    /** Deletes the pictures and files of a message, named by its sender and client id. */
    forgetMessage(personId: string, clientId: string): Effect.Effect<void>
    /** Deletes pictures and files that no message uses. @param messageExists whether a message exists */
    sweep(messageExists: (personId: string, clientId: string) => Effect.Effect<boolean>): Effect.Effect<void>
    /** Deletes all pictures of a person, and the files of their messages. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/media/Pictures") {
  static readonly layerNoStorage = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const storage = yield* PictureStorage
      const decoding = yield* Semaphore.make(DECODED_AT_ONCE_MAX)

      const drop = async (rows: Iterable<{ readonly key: string }>) => {
        for (const { key } of rows) {
          if (isMessageFile(key)) await storage.remove(messageFileNameOf(key))
          else for (const type of PICTURE_TYPES) await storage.remove(storageNameOf(key, type))
          await sql`delete from pictures.picture where key = ${key}`
        }
      }

      /** Enforces the limits: per day for messages, by number for profiles, counting the new and the shown pictures. */
      const enforceLimits = Effect.fnUntraced(function* (
        personId: string,
        key: string,
        bytes: number,
        use: PictureUse,
      ) {
        if (use.purpose === "profile") {
          yield* Effect.promise(async () =>
            drop(
              await sql<Array<{ key: string }>>`
                select key from pictures.picture
                where person_id = ${personId} and purpose = 'profile' and key <> all(${[key, ...use.shownKeys]})
                order by made_at desc, key offset ${PROFILE_PICTURES_MAX - 1 - use.shownKeys.length}`,
            ),
          )
          return
        }
        if (use.purpose === "post") {
          const [own] = yield* Effect.promise(
            () => sql<Array<{ count: number }>>`
              select count(*)::int as count from pictures.picture where person_id = ${personId} and purpose = 'post'`,
          )
          return (own?.count ?? 0) >= POST_PICTURES_MAX ? yield* new TooManyPictures() : undefined
        }
        const since = new Date((yield* Clock.currentTimeMillis) - DAY_MS)
        const [today] = yield* Effect.promise(
          () => sql<Array<{ count: number; bytes: number }>>`
            select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from pictures.picture
            where person_id = ${personId} and purpose = 'chat' and made_at > ${since}`,
        )
        const { count, bytes: before } = today ?? { count: 0, bytes: 0 }
        if (count >= CHAT_PICTURES_A_DAY_MAX || before + bytes > CHAT_BYTES_A_DAY_MAX)
          return yield* new TooManyPictures()
      })

      return Pictures.of({
        keep: Effect.fn("Pictures.keep")(function* (personId, bytes, use) {
          const made = yield* decoding.withPermits(1)(reencodePicture(bytes))
          const key = keyOf(personId, use.purpose, made.full)
          const { width, height } = made
          yield* enforceLimits(personId, key, made.full.length, use)
          const now = new Date(yield* Clock.currentTimeMillis)
          // The row first: sweeps and erasures delete by row, so a file without a row would remain.
          yield* Effect.promise(
            async () => sql`
              insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept)
              values (${key}, ${personId}, ${width}, ${height}, ${made.full.length}, ${now}, ${use.purpose},
                ${use.purpose !== "chat"})
              on conflict (key) do update set made_at = excluded.made_at`,
          )
          yield* Effect.promise(() => storage.write(storageNameOf(key, "avatar"), made.avatar))
          yield* Effect.promise(() => storage.write(storageNameOf(key, "header"), made.full))
          return { key, width, height }
        }),

        load: (key, type) =>
          isPictureKey(key) ? Effect.promise(() => storage.read(storageNameOf(key, type))) : Effect.succeed(null),

        ownerOf: (key) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ personId: string }>>`
              select person_id as "personId" from pictures.picture where key = ${key} and purpose not in ('chat', 'file')`
            return row?.personId ?? null
          }),

        forgetMessage: (personId, clientId) =>
          Effect.promise(async () =>
            drop(
              await sql<Array<{ key: string }>>`
                select key from pictures.picture where person_id = ${personId} and client_id = ${clientId}`,
            ),
          ),

        sweep: Effect.fn("Pictures.sweep")(function* (messageExists) {
          const before = new Date((yield* Clock.currentTimeMillis) - UNUSED_MS_MAX)
          const waiting = yield* Effect.promise(
            () => sql<Array<{ key: string; personId: string; clientId: string | null }>>`
              select key, person_id as "personId", client_id as "clientId" from pictures.picture
              where not is_kept and made_at < ${before} order by made_at limit ${SWEPT_MAX}`,
          )
          for (const { key, personId, clientId } of waiting) {
            const isKept = clientId !== null && (yield* messageExists(personId, clientId))
            yield* Effect.promise(async () => {
              if (isKept) return void (await sql`update pictures.picture set is_kept = true where key = ${key}`)
              // From now on no message can claim it.
              const given = await sql<Array<{ key: string }>>`
                update pictures.picture set client_id = '' where key = ${key} and client_id is not distinct from ${clientId}
                returning key`
              await drop(given)
            })
          }
        }),

        forget: (personId) =>
          Effect.promise(async () =>
            drop(await sql<Array<{ key: string }>>`select key from pictures.picture where person_id = ${personId}`),
          ),
      })
    }),
  )
  static readonly layer = Pictures.layerNoStorage.pipe(Layer.provide(PictureStorage.layer))
}
