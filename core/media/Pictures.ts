import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { Sql } from "#core/kernel"
import { isPictureKey, keyOf, nameOf, PICTURE_TYPES, type PictureType, type PictureUse } from "./kinds.ts"
import type { NotAPicture, PictureTooLarge } from "./refusals.ts"
import { TooManyPictures } from "./refusals.ts"
import { remakePicture } from "./remakePicture.ts"
import {
  CHAT_BYTES_A_DAY_MAX,
  CHAT_PICTURES_A_DAY_MAX,
  DECODED_AT_ONCE_MAX,
  PROFILE_PICTURES_MAX,
  WAITING_MS_MAX,
} from "./sizes.ts"
import { PictureStorage } from "./storage/PictureStorage.ts"

export type KeptPicture = { readonly key: string; readonly width: number; readonly height: number }

const DAY_MS = 86_400_000
/** Pictures that one sweep looks at. */
const SWEPT_MAX = 1_000

/** Pictures that people bring. */
export class Pictures extends Context.Service<
  Pictures,
  {
    /** Makes a picture our own and keeps it for a person. */
    keep(
      personId: string,
      bytes: Uint8Array,
      use: PictureUse,
    ): Effect.Effect<KeptPicture, NotAPicture | PictureTooLarge | TooManyPictures>
    /** The WebP of a kept picture, or null. */
    load(key: string, type: PictureType): Effect.Effect<Uint8Array | null>
    /** Whose profile may show it, or null. */
    ownerOf(key: string): Effect.Effect<string | null>
    /** Forgets the pictures of a message, by its sender and the id that their client gave it. */
    forgetMessage(personId: string, clientId: string): Effect.Effect<void>
    /** Forgets pictures that no message took in time. @param stands whether a message is there */
    sweep(stands: (personId: string, clientId: string) => Effect.Effect<boolean>): Effect.Effect<void>
    /** Forgets everything that a person brought. */
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
          for (const type of PICTURE_TYPES) await storage.remove(nameOf(key, type))
          await sql`delete from pictures.picture where key = ${key}`
        }
      }

      /** Pictures of messages are bounded by the day, those of a profile by their number: with the new and the shown one. */
      const makeRoom = Effect.fnUntraced(function* (personId: string, key: string, bytes: number, use: PictureUse) {
        if (use.purpose === "profile") {
          yield* Effect.promise(async () =>
            drop(
              await sql<Array<{ key: string }>>`
                select key from pictures.picture
                where person_id = ${personId} and purpose = 'profile' and key <> all(${[key, use.shownKey ?? key]})
                order by made_at desc, key offset ${PROFILE_PICTURES_MAX - 2}`,
            ),
          )
          return
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
          const made = yield* decoding.withPermits(1)(remakePicture(bytes))
          const key = keyOf(personId, use.purpose, made.full)
          const { width, height } = made
          yield* makeRoom(personId, key, made.full.length, use)
          const now = new Date(yield* Clock.currentTimeMillis)
          // The row first: what a sweep or an erasure finds it removes, and a file without a row would stay.
          yield* Effect.promise(
            async () => sql`
              insert into pictures.picture (key, person_id, width, height, bytes, made_at, purpose, is_kept)
              values (${key}, ${personId}, ${width}, ${height}, ${made.full.length}, ${now}, ${use.purpose},
                ${use.purpose === "profile"})
              on conflict (key) do update set made_at = excluded.made_at`,
          )
          yield* Effect.promise(() => storage.write(nameOf(key, "avatar"), made.avatar))
          yield* Effect.promise(() => storage.write(nameOf(key, "header"), made.full))
          return { key, width, height }
        }),

        load: (key, type) =>
          isPictureKey(key) ? Effect.promise(() => storage.read(nameOf(key, type))) : Effect.succeed(null),

        ownerOf: (key) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ personId: string }>>`
              select person_id as "personId" from pictures.picture where key = ${key} and purpose = 'profile'`
            return row?.personId ?? null
          }),

        forgetMessage: (personId, clientId) =>
          Effect.promise(async () =>
            drop(
              await sql<Array<{ key: string }>>`
                select key from pictures.picture where person_id = ${personId} and client_id = ${clientId}`,
            ),
          ),

        sweep: Effect.fn("Pictures.sweep")(function* (stands) {
          const before = new Date((yield* Clock.currentTimeMillis) - WAITING_MS_MAX)
          const waiting = yield* Effect.promise(
            () => sql<Array<{ key: string; personId: string; clientId: string | null }>>`
              select key, person_id as "personId", client_id as "clientId" from pictures.picture
              where not is_kept and made_at < ${before} order by made_at limit ${SWEPT_MAX}`,
          )
          for (const { key, personId, clientId } of waiting) {
            const isKept = clientId !== null && (yield* stands(personId, clientId))
            yield* Effect.promise(async () => {
              if (isKept) return void (await sql`update pictures.picture set is_kept = true where key = ${key}`)
              // From here on no message takes it.
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
