import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { Sql, shortId } from "#core/kernel"
import type { NotAPicture, PictureTooLarge } from "./refusals.ts"
import { TooManyPictures } from "./refusals.ts"
import { remakePicture } from "./remakePicture.ts"
import { DECODED_AT_ONCE_MAX, PICTURES_MAX } from "./sizes.ts"
import { PictureStorage } from "./storage/PictureStorage.ts"

/** How a kept picture may be asked for. */
export type PictureType = "header" | "avatar"
const PICTURE_TYPES = ["header", "avatar"] as const satisfies ReadonlyArray<PictureType>
const PICTURE_KEY = /^[0-9a-hjkmnp-tv-z]{20}$/

export type KeptPicture = { readonly key: string; readonly width: number; readonly height: number }

/** Pictures that people bring. */
export class Pictures extends Context.Service<
  Pictures,
  {
    /** Makes a picture our own and keeps it for a person. The same picture of the same person has the same key. */
    keep(
      personId: string,
      bytes: Uint8Array,
    ): Effect.Effect<KeptPicture, NotAPicture | PictureTooLarge | TooManyPictures>
    /** The WebP of a kept picture, or null. */
    load(key: string, type: PictureType): Effect.Effect<Uint8Array | null>
    /** Whose it is, or null. */
    ownerOf(key: string): Effect.Effect<string | null>
    /** Forgets everything that a person brought. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/pictures/Pictures") {
  static readonly layerNoStorage = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const storage = yield* PictureStorage
      const decoding = yield* Semaphore.make(DECODED_AT_ONCE_MAX)
      const nameOf = (key: string, type: PictureType) => `${key.slice(0, 2)}/${key}.${type}.webp`

      return Pictures.of({
        keep: Effect.fn("Pictures.keep")(function* (personId, bytes) {
          const made = yield* decoding.withPermits(1)(remakePicture(bytes))
          const key = shortId(`picture of ${personId}`, createHash("sha256").update(made.full).digest("hex"))
          const { width, height } = made
          const [others] = yield* Effect.promise(
            () => sql<Array<{ count: number }>>`
              select count(*)::int as count from pictures.picture where person_id = ${personId} and key <> ${key}`,
          )
          if ((others?.count ?? 0) >= PICTURES_MAX) return yield* new TooManyPictures()
          yield* Effect.promise(() => storage.write(nameOf(key, "avatar"), made.avatar))
          yield* Effect.promise(() => storage.write(nameOf(key, "header"), made.full))
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* Effect.promise(
            async () => sql`
              insert into pictures.picture (key, person_id, width, height, bytes, made_at)
              values (${key}, ${personId}, ${width}, ${height}, ${made.full.length}, ${now})
              on conflict (key) do update set made_at = excluded.made_at`,
          )
          return { key, width, height }
        }),

        load: (key, type) =>
          PICTURE_KEY.test(key) ? Effect.promise(() => storage.read(nameOf(key, type))) : Effect.succeed(null),

        ownerOf: (key) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ personId: string }>>`
              select person_id as "personId" from pictures.picture where key = ${key}`
            return row?.personId ?? null
          }),

        forget: (personId) =>
          Effect.promise(async () => {
            const rows = await sql<
              Array<{ key: string }>
            >`select key from pictures.picture where person_id = ${personId}`
            for (const { key } of rows) {
              for (const type of PICTURE_TYPES) await storage.remove(nameOf(key, type))
              await sql`delete from pictures.picture where key = ${key}`
            }
          }),
      })
    }),
  )
  static readonly layer = Pictures.layerNoStorage.pipe(Layer.provide(PictureStorage.layer))
}
